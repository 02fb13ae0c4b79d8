import type { Definition } from '@quarry/syntax'
import type { Extraction } from './extract.ts'
import { hiddenTestFiles } from './hidden-files.ts'
import type { Source } from './source.ts'
import type { Suite } from './suite.ts'

/** What may go with the extracted objects. */
export interface Permission {
  /** Nothing that has to stay. */
  readonly unlessKept: (definition: Definition) => boolean
  /** Nothing that a test file which is shown needs, either. */
  readonly unlessShown: (definition: Definition) => boolean
}

/** @param keep everything that has to stay, by index */
export function permission(
  suite: Suite,
  source: Source,
  extraction: Extraction,
  keep: ReadonlyMap<number, string>,
): Permission {
  const over = new Set(extraction.overBudget.map((item) => item.index))
  const isShown = shownNeeds(suite, extraction)
  const unlessKept = ({ id, path }: Definition) => {
    if (source.testCode.has(path)) return false
    const at = suite.indexById.get(id)
    return at === undefined || (!keep.has(at) && !over.has(at))
  }
  return { unlessKept, unlessShown: (definition) => unlessKept(definition) && !isShown(definition) }
}

/** Whether a test file that is shown, whatever goes with the extracted functions, needs a definition. */
function shownNeeds(suite: Suite, { extracted }: Extraction): (definition: Definition) => boolean {
  const functions = extracted.filter(({ index }) => suite.objects[index]?.kind !== 'class')
  const hidden = hiddenTestFiles(suite, new Set(functions.map(({ index }) => index)))
  const paths = new Set(hidden.map((file) => file.path))
  const shown = [...suite.needs].filter(([path]) => !paths.has(path)).map(([, needs]) => needs)
  return ({ id }) => {
    const at = suite.indexById.get(id)
    return at !== undefined && shown.some((needs) => needs.has(at))
  }
}
