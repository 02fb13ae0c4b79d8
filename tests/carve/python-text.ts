import fc from 'fast-check'

const names = ['alpha', 'beta', 'gamma', 'delta', 'Größe', 'π']
const name = fc.constantFrom(...names)

/** Lines of Python without indentation or line ends; deeper lines begin with `>` for each step. */
type Lines = readonly string[]

const blank = fc.constantFrom<Lines>([], [''], ['', ''], ['', '', ''], ['\f'])
const comment = fc.constantFrom<Lines>(
  [],
  ['# about this'],
  ['# one', '# two'],
  ['# a section', ''],
  ['# é 😀 # """'],
)

function indented(lines: Lines): Lines {
  return lines.map((line) => (line === '' || line === '\f' ? line : `>${line}`))
}

const statement: fc.Arbitrary<Lines> = fc.oneof(
  name.map((one) => [`${one} = 1`]),
  fc.constant(['x = "a\\', 'b" \\', '  "c"']),
  fc.constant(['x = 1; y = 2  # both']),
  fc.constant(['x = (1,', '  2,', ')']),
  fc.constant(['pass']),
)

const body: fc.Arbitrary<Lines> = fc
  .tuple(
    comment,
    fc.constantFrom<Lines>([], ['"""Doc."""'], ['"""Doc', '', 'with lines."""']),
    fc.array(statement, { minLength: 1, maxLength: 3 }),
    fc.constantFrom<Lines>([], ['# trailing'], ['', '# trailing 😀']),
  )
  .map(([before, doc, statements, after]) =>
    indented([...before.filter((line) => line !== ''), ...doc, ...statements.flat(), ...after]),
  )

const decorators = fc.constantFrom<Lines>(
  [],
  ['@print'],
  ['@(', '    print)', '# between', '@print'],
  ['@print  # why'],
)

const fn: fc.Arbitrary<Lines> = fc.oneof(
  fc
    .tuple(
      comment,
      decorators,
      fc.boolean(),
      name,
      fc.constantFrom('(self)', '(a, /, b: int = 1, *c, k="x:y", **m) -> "int"'),
      body,
    )
    .map(([above, decorated, isAsync, one, parameters, inner]) => [
      ...above,
      ...decorated,
      `${isAsync ? 'async ' : ''}def ${one}${parameters}:`,
      ...inner,
    ]),
  fc
    .tuple(
      comment,
      name,
      fc.constantFrom('return 1', 'x = 1; return x', '"""Doc."""; return 1  # how', '...'),
    )
    .map(([above, one, inner]) => [...above, `def ${one}(self): ${inner}`]),
)

const { block } = fc.letrec<{ block: Lines; item: Lines; owner: Lines; compound: Lines }>((tie) => ({
  item: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fn, statement, tie('owner'), tie('compound')),
  block: fc
    .array(fc.tuple(blank, tie('item')), { minLength: 1, maxLength: 4 })
    .map((items) => items.flatMap(([gap, lines]) => [...gap, ...lines])),
  owner: fc
    .tuple(
      comment,
      decorators,
      name,
      fc.constantFrom('', '(object)', '(object, metaclass=type)'),
      fc.constantFrom<Lines>([], ['"""Doc."""']),
      tie('block'),
    )
    .map(([above, decorated, one, bases, doc, inner]) => [
      ...above,
      ...decorated,
      `class ${one}${bases}:  # head`,
      ...indented([...doc, ...inner]),
    ]),
  compound: fc.oneof(
    tie('block').map((inner) => ['if x:', ...indented(inner)]),
    fc
      .tuple(tie('block'), tie('block'))
      .map(([one, two]) => [
        'try:',
        ...indented(one),
        'except (ValueError, TypeError) as e:',
        ...indented(two),
      ]),
    fc
      .tuple(tie('block'), tie('block'))
      .map(([one, two]) => ['for i in x:', ...indented(one), 'else:', ...indented(two)]),
    tie('block').map((inner) => ['with x as y:', ...indented(inner)]),
  ),
}))

/** A Python module that compiles: definitions in classes and blocks, comments, blank lines, tabs, any line ends. */
export const pythonText: fc.Arbitrary<string> = fc
  .tuple(block, fc.constantFrom('    ', '  ', '\t'), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, step, newline, finalNewline]) => {
    const written = lines.map((line) => line.replace(/^>+/, (steps) => step.repeat(steps.length)))
    return written.join(newline) + (finalNewline ? newline : '')
  })
