import type { BlobHash, TreeHash } from '../artifacts/common.ts'

export type FileMode = '100644' | '100755' | '120000'

/** One file (or symbolic link, whose blob is the link's text) of a tree. */
export interface TreeEntry {
  /** Relative to the top, '/' between parts, sorted by bytes in every listing. */
  readonly path: string
  readonly mode: FileMode
  readonly blob: BlobHash
}

export type ApplyResult =
  | {
      readonly kind: 'applied'
      readonly tree: TreeHash
      readonly paths: readonly string[]
      readonly how: 'plain' | 'recount'
    }
  | { readonly kind: 'empty' }
  | { readonly kind: 'malformed'; readonly message: string }
  | { readonly kind: 'conflict'; readonly message: string }

/** Trees, byte for byte, in one bare git repository. Attributes, filters and ignore rules play no part. */
export interface TreeStore {
  writeBlob(bytes: Uint8Array): Promise<BlobHash>
  /** @throws BugError when there is no such blob. */
  readBlob(blob: BlobHash): Promise<Uint8Array>
  /** Writes many blobs at once, in order; much faster than one by one. */
  writeBlobs(contents: readonly Uint8Array[]): Promise<BlobHash[]>
  readBlobs(blobs: readonly BlobHash[]): Promise<Uint8Array[]>
  /**
   * Makes a tree of the entries, in any order.
   * @throws UserError `tree-has-git-directory` when a path has a `.git` component.
   */
  writeTree(entries: readonly TreeEntry[]): Promise<TreeHash>
  list(tree: TreeHash): Promise<readonly TreeEntry[]>
  /** The bytes of one file, or null when the tree has no such file. */
  readFile(tree: TreeHash, path: string): Promise<Uint8Array | null>
  /** The same tree with files written (bytes; mode kept, else 100644) or removed (null). */
  withFiles(tree: TreeHash, changes: ReadonlyMap<string, Uint8Array | null>): Promise<TreeHash>
  /** Lays `upper` over `lower`: an entry of upper wins. */
  overlay(lower: TreeHash, upper: TreeHash): Promise<TreeHash>
  /** Takes in a directory of the file system, links as links. `select` decides per relative path; '.git' at the top is left out by the caller. */
  importDirectory(
    directory: string,
    select?: (path: string) => boolean,
  ): Promise<{ tree: TreeHash; emptyDirectories: readonly string[] }>
  /** Writes the tree below an existing directory. */
  exportTo(tree: TreeHash, directory: string): Promise<void>
  /** Binary-safe git patch that turns `from` into `to`; empty when they are equal. */
  diff(from: TreeHash, to: TreeHash): Promise<Uint8Array>
  /** Applies a patch at the top of the tree; whole or not at all. */
  apply(tree: TreeHash, patch: Uint8Array): Promise<ApplyResult>
  /** Gives each object a ref `refs/quarry/<its name>`, so that git never drops it. */
  keep(objects: Readonly<Record<string, TreeHash | BlobHash>>): Promise<void>
  /** The object that was kept under the name, or null. */
  kept(name: string): Promise<TreeHash | BlobHash | null>
  /** Ends the git processes that serve this store. */
  close(): Promise<void>
}
