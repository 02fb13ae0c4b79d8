/**
 * Lines of Python without indentation or line ends; deeper ones begin with `>` for each step. A line that begins with `<`
 * keeps its column whatever is around it: the inside of brackets and strings, comments at the margin.
 */
export type Lines = readonly string[]

const keepsColumn = /^(?:<|\f?$|[ \t]+$)/

export function indented(lines: Lines): Lines {
  return lines.map((line) => (keepsColumn.test(line) ? line : `>${line}`))
}

/** The lines as they are written, without line ends. */
export function written(lines: Lines, step: string): Lines {
  return lines.map((line) => {
    const [, steps = '', rest = ''] = /^(?:<|(>*))(.*)$/s.exec(line) ?? []
    // A form feed at the start of a line counts for nothing, its indentation follows.
    const feed = rest.startsWith('\f') && rest !== '\f' ? '\f' : ''
    return feed + step.repeat(steps.length) + rest.slice(feed.length)
  })
}
