import type { ObjectToCarve } from '@quarry/carve'
import type { PythonModule } from '@quarry/syntax'
import type { Random } from './random.ts'

/** Half of a module's objects by lot, most of them to be deleted. */
export function chooseObjects({ definitions }: PythonModule, random: Random): readonly ObjectToCarve[] {
  return definitions.flatMap(({ id }) => {
    const lot = random()
    if (lot < 0.5) return []
    return [{ id, mode: lot < 0.8 ? ('delete' as const) : ('hollow' as const) }]
  })
}
