import type { ExtractedObject } from '@quarry/core'

/**
 * The extracted objects that a failing test's log points at: named in an error about a missing name, attribute, import
 * or argument, or standing in the traceback as the function that is not implemented.
 */
export function blameObjects(extracted: readonly ExtractedObject[], log: string): string[] {
  const named = new Set([...namesInErrors(log), ...hollowFrames(log)])
  return extracted
    .map((object) => object.id)
    .filter((id) => named.has(lastName(id)))
    .toSorted()
}

/** Names quoted in the errors that Python raises when something is gone. */
function namesInErrors(log: string): string[] {
  const lines = log
    .split('\n')
    .filter((line) => /\b(NameError|AttributeError|ImportError|TypeError)\b/.test(line))
  return lines.flatMap((line) =>
    [...line.matchAll(/['"`]?([A-Za-z_][A-Za-z0-9_]*)['"`]?(?=['"`(]|$)/g)].map((m) => m[1] ?? ''),
  )
}

/** Functions whose frame stands right above a NotImplementedError. */
function hollowFrames(log: string): string[] {
  return [
    ...log.matchAll(/def ([A-Za-z_][A-Za-z0-9_]*)\((?:(?!\ndef )[\s\S]){0,2000}?raise NotImplementedError/g),
  ].map((match) => match[1] ?? '')
}

function lastName(id: string): string {
  const qualname = id.split('::')[1] ?? ''
  return qualname.slice(qualname.lastIndexOf('.') + 1)
}
