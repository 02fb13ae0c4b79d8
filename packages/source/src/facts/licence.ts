const longestShortText = 100

/** The SPDX expression, else the licence text if it is a short one, else what the classifiers say, else null. */
export function shortLicence(
  expression: string | null,
  text: string | null,
  classifiers: readonly string[],
): string | null {
  if (expression !== null) return expression
  if (text !== null && text.length <= longestShortText && !text.includes('\n')) return text
  const named = classifiers
    .filter((classifier) => classifier.startsWith('License ::'))
    .map((classifier) => classifier.split('::').at(-1)?.trim() ?? '')
  return named.length > 0 ? named.join(', ') : null
}
