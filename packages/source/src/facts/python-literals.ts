const text = String.raw`(?:"([^"\\\n]*)"|'([^'\\\n]*)')`

/** The value of a keyword argument or assignment `name=…` that is one plain string. */
export function pythonText(source: string, name: string): string | null {
  const found = new RegExp(String.raw`(?<![\w.])${name}\s*(?::\s*\w+\s*)?=\s*${text}`).exec(source)
  return found?.[1] ?? found?.[2] ?? null
}

/** The plain strings of a list or tuple `name=[…]`; null when there is none. */
export function pythonTexts(source: string, name: string): string[] | null {
  const list = new RegExp(String.raw`(?<![\w.])${name}\s*=\s*[[(]([^\])]*)[\])]`).exec(source)?.[1]
  return list === undefined
    ? null
    : [...list.matchAll(new RegExp(text, 'g'))].map((match) => match[1] ?? match[2] ?? '')
}

/** The plain pairs of a dictionary `name={…}`. */
export function pythonPairs(source: string, name: string): [string, string][] {
  const body = new RegExp(String.raw`(?<![\w.])${name}\s*=\s*\{([^}]*)\}`).exec(source)?.[1] ?? ''
  return [...body.matchAll(new RegExp(String.raw`${text}\s*:\s*${text}`, 'g'))].map((match) => [
    match[1] ?? match[2] ?? '',
    match[3] ?? match[4] ?? '',
  ])
}
