const mostSteps = 400

/**
 * Whether following a link stays in the tree, also through other links on the way. What it leads to need not exist.
 * `links` holds every link of the tree with its text.
 */
export function staysInside(path: string, links: ReadonlyMap<string, string>): boolean {
  const at = path.split('/').slice(0, -1)
  const todo = (links.get(path) ?? '').split('/')
  if (isAbsolute(links.get(path) ?? '')) return false
  for (let steps = 0; todo.length > 0; steps++) {
    if (steps > mostSteps) return false
    const part = todo.shift() ?? ''
    if (part === '' || part === '.') continue
    if (part === '..') {
      if (at.pop() === undefined) return false
      continue
    }
    at.push(part)
    const target = links.get(at.join('/'))
    if (target === undefined) continue
    if (isAbsolute(target)) return false
    at.pop()
    todo.unshift(...target.split('/'))
  }
  return true
}

function isAbsolute(target: string): boolean {
  return target.startsWith('/')
}
