/** The part of a patch that is about one file; one character per byte, so that any encoding passes unharmed. */
export interface PatchSection {
  readonly lines: readonly string[]
  /** How many of the lines stand before the first hunk or binary data. */
  readonly headerLength: number
  /** Paths that it reads or writes, relative to the repository. */
  readonly paths: readonly string[]
  /** Made with `--no-prefix`: its paths have no `a/` and `b/`. */
  readonly unprefixed: boolean
  /** A binary change without its data. */
  readonly dataless: boolean
}

/** Splits a patch into its sections. What stands before the first one is no part of the patch. */
export function patchSections(patch: string): PatchSection[] {
  const lines = patch.split('\n')
  const starts = lines.flatMap((line, index) => (startsSection(lines, index, line) ? [index] : []))
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? lines.length
    return describeSection(lines.slice(start, end))
  })
}

/** Lines of hunks begin with a space, `+`, `-` or a backslash, so `diff --git` can't be one of them. */
function startsSection(lines: readonly string[], index: number, line: string): boolean {
  if (line.startsWith('diff --git ')) return true
  if (!line.startsWith('--- ') || !lines[index + 1]?.startsWith('+++ ')) return false
  if (!lines[index + 2]?.startsWith('@@ ')) return false
  return !inHeaderOfGit(lines, index)
}

function inHeaderOfGit(lines: readonly string[], index: number): boolean {
  for (let at = index - 1; at >= 0; at -= 1) {
    const line = lines[at] ?? ''
    if (line.startsWith('diff --git ')) return true
    if (!extendedHeader.test(line)) return false
  }
  return false
}

const extendedHeader =
  /^(?:old mode|new mode|new file mode|deleted file mode|similarity index|dissimilarity index|rename from|rename to|copy from|copy to|index) /

function describeSection(lines: readonly string[]): PatchSection {
  const body = lines.findIndex((line) => line.startsWith('@@ ') || line.startsWith('GIT binary patch'))
  const headerLength = body < 0 ? lines.length : body
  const header = lines.slice(0, headerLength).map((line) => line.replace(/\r$/, ''))
  const { unprefixed, paths } = namesOf(header)
  const dataless = header.some((line) => /^(?:Binary files|Files) .* differ$/.test(line))
  return { lines, headerLength, paths, unprefixed, dataless }
}

function namesOf(header: readonly string[]): { unprefixed: boolean; paths: string[] } {
  const after = (start: string) =>
    header.flatMap((line) => (line.startsWith(start) ? [line.slice(start.length)] : []))
  const moved = ['rename from ', 'rename to ', 'copy from ', 'copy to '].flatMap(after).map(unquote)
  const pair = after('diff --git ').flatMap((names) => gitNames(names) ?? [])
  const marked = ['--- ', '+++ ']
    .flatMap(after)
    .map((name) => unquote(name.replace(/\t.*$/, '')))
    .filter((name) => name !== '/dev/null')
  const given = pair.length > 0 ? pair : marked
  const unprefixed =
    given.length > 1
      ? given[0] === given[1] || (moved.length > 0 && given.every((name) => moved.includes(name)))
      : given.every((name) => !/^[ab]\//.test(name))
  const plain = [...pair, ...marked].map((name) => (unprefixed ? name : withoutPrefix(name)))
  return { unprefixed, paths: [...new Set([...plain, ...moved])] }
}

/** The two names behind `diff --git`; null when only other lines can tell where the first one ends. */
function gitNames(names: string): [string, string] | null {
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(names)
  if (quoted !== null) return [unquote(quoted[1] ?? ''), unquote(quoted[2] ?? '')]
  const middle = (names.length - 1) / 2
  const [left, right] = [names.slice(0, middle), names.slice(middle + 1)]
  return names[middle] === ' ' && withoutPrefix(left) === withoutPrefix(right) ? [left, right] : null
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf('/') + 1)
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
}

/** A name as git quotes it: C escapes, octal ones for bytes. Decoded as UTF-8. */
function unquote(name: string): string {
  const inner = /^"(.*)"$/.exec(name)?.[1]
  const bytes =
    inner === undefined
      ? name
      : inner.replace(/\\([0-7]{3}|.)/g, (_, code: string) =>
          code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (escapes[code] ?? code),
        )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** The section with `a/` and `b/` before the names of its header. */
export function withPrefixes({ lines, headerLength }: PatchSection): readonly string[] {
  return lines.map((line, index) => {
    if (index >= headerLength) return line
    if (line.startsWith('--- ')) return `--- ${prefixed(line.slice(4), 'a/')}`
    if (line.startsWith('+++ ')) return `+++ ${prefixed(line.slice(4), 'b/')}`
    if (!line.startsWith('diff --git ')) return line
    const rest = line.slice('diff --git '.length)
    const end = rest.startsWith('"') ? rest.indexOf('" ') + 1 : middleOf(rest)
    return `diff --git ${prefixed(rest.slice(0, end), 'a/')} ${prefixed(rest.slice(end + 1), 'b/')}`
  })
}

function middleOf(names: string): number {
  const text = names.replace(/\r$/, '')
  const middle = (text.length - 1) / 2
  return text.slice(0, middle) === text.slice(middle + 1) ? middle : names.indexOf(' ')
}

function prefixed(name: string, prefix: string): string {
  if (name.startsWith('/dev/null')) return name
  return name.startsWith('"') ? `"${prefix}${name.slice(1)}` : `${prefix}${name}`
}
