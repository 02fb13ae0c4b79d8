import type { FileMode, TreeHash, TreeStore } from '@quarry/core'
import fc from 'fast-check'

/** A file or link by its path. */
export interface PlainFile {
  readonly path: string
  readonly mode: FileMode
  readonly bytes: Uint8Array
}

const awkwardNames = [
  'a',
  'b',
  'with space',
  'ü',
  'u\u0308',
  '"quoted"',
  "it's",
  '-leading-dash',
  'back\\slash',
  'new\nline',
  'carriage\r',
  'tab\t',
  'a.',
  'a-b',
  '.gitattributes',
  '.gitignore',
  'git~1',
  '*',
  ':top',
  '日本語',
]

const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...awkwardNames) },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .filter((text) => !/[/\0]/.test(text) && !/^\.(git|\.?)$/i.test(text) && text.isWellFormed()),
  },
)

const lines = fc
  .tuple(
    fc.array(fc.constantFrom('one', 'two', '', '-- three', '+four', '@@ -1 +1 @@', '\tfive ', 'sechs é')),
    fc.constantFrom('\n', '\r\n'),
    fc.boolean(),
    fc.constantFrom<BufferEncoding>('utf8', 'latin1'),
  )
  .map(([texts, end, ended, encoding]) => Buffer.from(texts.join(end) + (ended ? end : ''), encoding))

const content = fc.oneof({ weight: 3, arbitrary: lines }, { weight: 1, arbitrary: fc.uint8Array() })

const link = fc.constantFrom('a', '../outside', '/nowhere', 'with space').map((text) => Buffer.from(text))

const file = fc
  .tuple(
    fc.array(name, { minLength: 1, maxLength: 3 }),
    fc.oneof(
      fc.record({ mode: fc.constantFrom<FileMode>('100644', '100755'), bytes: content }),
      fc.record({ mode: fc.constant<FileMode>('120000'), bytes: link }),
    ),
  )
  .map(([parts, rest]) => ({ path: parts.join('/'), ...rest }))

/** Files that can stand in one tree, sorted by the bytes of their paths. */
export const randomFiles = fc
  .uniqueArray(file, { selector: ({ path }) => path, maxLength: 12 })
  .map((files) => files.filter(({ path }) => !files.some((other) => other.path.startsWith(`${path}/`))))
  .map((files) =>
    files.toSorted((one, other) => Buffer.compare(Buffer.from(one.path), Buffer.from(other.path))),
  )

/** The files as a tree. */
export async function treeOf(store: TreeStore, files: readonly PlainFile[]): Promise<TreeHash> {
  const blobs = await store.writeBlobs(files.map(({ bytes }) => bytes))
  return store.writeTree(files.map(({ path, mode }, index) => ({ path, mode, blob: blobs[index] ?? '' })))
}

/** The files of a tree, as they were before. */
export async function filesOf(store: TreeStore, tree: TreeHash): Promise<PlainFile[]> {
  const entries = await store.list(tree)
  const contents = await store.readBlobs(entries.map(({ blob }) => blob))
  return entries.map(({ path, mode }, index) => ({ path, mode, bytes: contents[index] ?? new Uint8Array() }))
}

/** Equal whatever the kind of byte array. */
export function asText(files: readonly PlainFile[]) {
  return files.map(({ path, mode, bytes }) => ({ path, mode, bytes: Buffer.from(bytes).toString('latin1') }))
}
