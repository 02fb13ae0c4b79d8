import type { ObjectToCarve } from '@quarry/carve'
import type { PythonModule } from '@quarry/syntax'
import type { Random } from '../../tests/carve/random.ts'

/** About thirty objects of all modules by lot. */
export function chooseAcross(modules: readonly PythonModule[], random: Random): readonly ObjectToCarve[] {
  const all = modules.flatMap(({ definitions }) => definitions)
  const share = 30 / Math.max(30, all.length)
  return all.flatMap(({ id }) => {
    if (random() >= share) return []
    return [{ id, mode: random() < 0.7 ? ('delete' as const) : ('hollow' as const) }]
  })
}
