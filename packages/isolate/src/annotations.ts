import type { Definition } from '@quarry/syntax'
import { classHead } from './class-head.ts'
import type { LocatedUse, SourceIndex } from './source-index.ts'
import { standardBase } from './standard-members.ts'

/** What turns the text of annotations into objects. */
const readers = ['get_type_hints', 'get_annotations', 'eval_str', 'ForwardRef']

/**
 * Whether a name in an annotation has to mean something when the program runs. One that is text, by quotes or by
 * `from __future__ import annotations`, is never looked at, except where annotations are read: those of functions that
 * are registered by type, of fields where something unknown makes the class, and all where the repository asks for
 * type hints.
 */
export function annotationMatters(index: SourceIndex, use: LocatedUse): boolean {
  const isText = use.kind === 'string' || annotationsAreText(index, use.path)
  if (!isText) return true
  const holder = use.within === null ? undefined : index.definitions.get(use.within)
  if (holder === undefined) return false
  if (readers.some((reader) => index.usesByName.has(reader))) return true
  if (holder.kind === 'class') return madeByUnknown(index, holder)
  return holder.decorators.some(({ text }) => /\bregister\b/u.test(text))
}

const plainMakers =
  /^@\s*(?:\w+\.)*(?:dataclass|final|runtime_checkable|total_ordering|unique|dataclass_transform)\b/u

/** Whether a decorator, a metaclass or a base from elsewhere may look at the fields. */
function madeByUnknown(index: SourceIndex, definition: Definition): boolean {
  if (definition.decorators.some(({ text }) => !plainMakers.test(text))) return true
  const { bases, outside, hooks } = classHead(index, definition)
  if (hooks.length > 0 || outside.some((base) => standardBase(index, definition, base) === null)) return true
  return bases.some((base) => madeByUnknown(index, base))
}

function annotationsAreText(index: SourceIndex, path: string): boolean {
  const imports = index.modules.get(path)?.imports ?? []
  return imports.some((binding) => binding.module === '__future__' && binding.name === 'annotations')
}
