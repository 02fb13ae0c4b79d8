import { expect, test } from 'vitest'
import { carveText } from './carving.ts'

const f = 'def f(): return 1'

test.each<[string, readonly string[], readonly string[]]>([
  ['an if that holds nothing else', ['if x:', `    ${f}`, 'y = 1'], ['y = 1']],
  ['its comment goes too', ['y = 1', '', '# Only where there is x.', 'if x:', `    ${f}`], ['y = 1']],
  [
    'all of its branches',
    ['if x == 1:', `    ${f}`, 'elif hasattr(x, "y"):', `    ${f}`, 'else: pass', 'y = 1'],
    ['y = 1'],
  ],
  ['not where asking may do something', ['if x():', `    ${f}`, 'y = 1'], ['if x():', '    pass', 'y = 1']],
  ['nor where it binds', ['if (z := x):', `    ${f}`], ['if (z := x):', '    pass']],
  ['else', ['if x:', '    y = 1', 'else:', `    ${f}`, 'z = 1'], ['if x:', '    y = 1', 'z = 1']],
  ['else on one line', ['if x: y = 1', `else: z = 2`, ''], ['if x: y = 1', 'else: z = 2', '']],
  ['the last elif', ['if x:', '    y = 1', 'elif y:', `    ${f}`, 'z = 1'], ['if x:', '    y = 1', 'z = 1']],
  [
    'not an elif before one that is asked',
    ['if x:', '    y = 1', 'elif y:', `    ${f}`, 'elif z():', `    ${f}`],
    ['if x:', '    y = 1', 'elif y:', '    pass', 'elif z():', '    pass'],
  ],
  [
    'the first branch has to stay for the second',
    ['if x:', `    ${f}`, 'else:', '    y = 1'],
    ['if x:', '    pass', 'else:', '    y = 1'],
  ],
  ['try with all it has', ['try:', `    ${f}`, 'except E: pass', 'finally:', `    ${f}`, 'y = 1'], ['y = 1']],
  [
    'else and finally of a try that stays',
    ['try:', '    y = 1', 'except E:', '    y = 2', 'else:', `    ${f}`, 'finally:', `    ${f}`],
    ['try:', '    y = 1', 'except E:', '    y = 2'],
  ],
  [
    'finally, where nothing else follows the try',
    ['try:', '    y = 1', 'finally:', `    ${f}`],
    ['try:', '    y = 1', 'finally:', '    pass'],
  ],
  [
    'a handler keeps what it is for',
    ['try:', '    y = 1', 'except E:', `    ${f}`],
    ['try:', '    y = 1', 'except E:', '    pass'],
  ],
  ['else of a loop', ['for x in y:', '    z = 1', 'else:', `    ${f}`], ['for x in y:', '    z = 1']],
  [
    'one in another',
    ['if x:', '    if y:', '        try:', `            ${f}`, '        except E: pass', 'z = 1'],
    ['z = 1'],
  ],
])('%s', (_name, before, after) => {
  const text = `${before.join('\n')}\n`
  const cut = text.includes('def f') ? { delete: ['f'] } : {}
  expect(carveText(text, cut)).toBe(`${after.join('\n')}\n`)
})
