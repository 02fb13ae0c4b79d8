import fc from 'fast-check'
import { decorators, definition, typeParameters } from './functions.ts'
import { indented, type Lines } from './lines.ts'
import { blank, comment, name, statement } from './statements.ts'

/** Heads of the blocks of one compound statement each, with the Python that has it. */
const compounds: readonly (readonly [minor: number, heads: readonly string[]])[] = [
  [8, ['if x:']],
  [8, ['if TYPE_CHECKING:']],
  [8, ['if sys.version_info >= (3, 9):  # new', 'elif hasattr(os, "fork"):', 'else:']],
  [8, ['if f(x):', 'else:']],
  [8, ['try:', 'except (ValueError, TypeError) as e:']],
  [8, ['try:', 'except ImportError:', 'else:', 'finally:  # at last']],
  [8, ['for i in x:', 'else:']],
  [8, ['while x:', 'else:']],
  [8, ['with x as y, z:']],
  [11, ['try:', 'except* ValueError as e:']],
]

/** Statements and definitions below each other; at any depth. */
export function block(minor: number): fc.Arbitrary<Lines> {
  return fc.letrec<{ block: Lines; item: Lines; owner: Lines; compound: Lines }>((tie) => ({
    item: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      definition(minor),
      statement(minor),
      tie('owner'),
      tie('compound'),
    ),
    block: fc
      .array(fc.tuple(blank, tie('item')), { minLength: 1, maxLength: 4 })
      .map((items) => items.flatMap(([gap, lines]) => [...gap, ...lines])),
    owner: fc
      .tuple(
        comment,
        decorators,
        name,
        typeParameters(minor),
        fc.constantFrom('', '()', '(object, metaclass=type)'),
        fc.constantFrom<Lines>([], ['"""Doc."""'], ['"""Doc', '"""', '', '']),
        tie('block'),
      )
      .map(([above, decorated, one, types, bases, doc, inner]) => [
        ...above,
        ...decorated,
        `class ${one}${types}${bases}:  # head`,
        ...indented([...doc, ...inner]),
      ]),
    compound: fc
      .constantFrom(...compounds.filter(([since]) => since <= minor).map(([, heads]) => heads))
      .chain((heads) =>
        fc
          .tuple(...heads.map(() => tie('block')))
          .map((blocks) => heads.flatMap((head, index) => [head, ...indented(blocks[index] ?? [])])),
      ),
  })).block
}
