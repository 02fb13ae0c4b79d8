/** Names of the `async def test…` functions in a test file's text: of the module itself, or of a class. */
export function asyncTestNames(text: string): Set<string> {
  const found = text.matchAll(/^(?: {4}|\t)?async def (test\w*)/gm)
  return new Set([...found].map(([, name = '']) => name))
}

/** Name of the function behind a node id: `tests/test_a.py::TestB::test_c[1-2]` is `test_c`. */
export function functionOfPoint(id: string): string {
  const [head = ''] = id.split('[')
  return head.split('::').at(-1) ?? ''
}
