import { patchSections, withPrefixes } from './patch-sections.ts'

/**
 * Code under test runs in the process that tests it, and could change the test runner from there. Nothing stops that;
 * who reads the result is told where to look.
 */
const reachesForRunner = /^\+.*\b(?:_?pytest|pluggy|quarry_probe|os\._exit)\b/

/** A model's patch as it is going to be applied. */
export interface PreparedPatch {
  readonly patch: Uint8Array
  /** Protected paths that it was about, and that are left out of it. Sorted. */
  readonly protectedPaths: readonly string[]
  /** What was done to it, in plain sentences. */
  readonly notes: readonly string[]
}

/**
 * Takes out of a patch what must not sink the rest: binary changes without data, and changes of protected paths, which
 * are undone in any case and may not even fit (hidden tests are not in the start tree). Names get the `a/` and `b/`
 * that `git diff --no-prefix` leaves out, and lines that all end in CRLF, headers too, their own ends.
 */
export function preparePatch(patch: Uint8Array, isProtected: (path: string) => boolean): PreparedPatch {
  const given = Buffer.from(patch.buffer, patch.byteOffset, patch.byteLength).toString('latin1')
  const crlf = /^(?:diff --git |--- )[^\n]*\r$/m.test(given) && !/[^\r]\n/.test(given)
  const sections = patchSections(crlf ? given.replaceAll('\r\n', '\n') : given)
  const undone = sections.filter(({ paths }) => paths.length > 0 && paths.every(isProtected))
  const free = sections.filter((section) => !undone.includes(section))
  const kept = free.filter((section) => !section.dataless)
  const unprefixed = kept.filter((section) => section.unprefixed)
  const dataless = free.filter((section) => section.dataless)
  const reaching = kept.filter(
    ({ lines, paths }) =>
      paths.some((path) => path.endsWith('.py')) && lines.some((line) => reachesForRunner.test(line)),
  )
  const touched = crlf || kept.length < sections.length || unprefixed.length > 0
  const lines = kept.flatMap((section) => (section.unprefixed ? withPrefixes(section) : section.lines))
  return {
    patch: touched ? Buffer.from(lines.join('\n'), 'latin1') : patch,
    protectedPaths: [...new Set(undone.flatMap(({ paths }) => paths))].toSorted(),
    notes: [
      ...dataless.map(({ paths }) => `left out: ${paths.join(', ')}, a binary change without its data`),
      ...reaching.map(
        ({ paths }) => `read it before you trust it: ${paths.join(', ')} names the test runner`,
      ),
      ...(unprefixed.length > 0 ? ['its paths had no a/ and b/ before them'] : []),
      ...(crlf ? ['its line ends were CRLF throughout'] : []),
    ],
  }
}
