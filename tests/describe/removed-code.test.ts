import type { FeatureCut } from '@quarry/core'
import { removedBodies, shownBodyLines } from '@quarry/describe'
import { expect, test } from 'vitest'
import { parsed } from '../syntax/parsed.ts'

const module = parsed(
  [
    'class Box(Base, key=lambda box: sorted(box.contents)):',
    '    table = {',
    '        "each attribute line is shown": 1,',
    '    }',
    '',
    '    def fill(self, contents=tuple(range(100, 200))):',
    '        """Recipe::',
    '',
    '            self.contents = [*self.contents, *contents]',
    '        """',
    '        self.contents = [*self.contents, *contents]',
    '        total_of_all_contents = sum(self.contents)',
    '        return total',
    '',
  ].join('\n'),
)
const cut = {
  extracted: module.definitions.map(({ id }) => ({ id, mode: 'delete', reason: '', depth: 0 })),
} as unknown as FeatureCut
const bodies = removedBodies(cut.extracted, new Map([[module.path, module]]))

test.each([
  ['a line of a body', 'x total_of_all_contents = sum(self.contents) x'],
  ['the whole module', module.source.text],
])('%s is told', (_, statement) => {
  expect(shownBodyLines(statement, bodies, [])).toEqual(['total_of_all_contents = sum(self.contents)'])
})

test.each([
  [
    'a class body, a header',
    'class Box(Base, key=lambda box: sorted(box.contents)):\n"each attribute line is shown": 1,',
  ],
  ['a docstring that says the same', 'self.contents = [*self.contents, *contents]'],
  ['a short line', 'return total'],
])('%s is no removed code', (_, statement) => {
  expect(shownBodyLines(statement, bodies, [])).toEqual([])
})

test('what is allowed to be shown is not told', () => {
  const line = 'total_of_all_contents = sum(self.contents)'
  expect(shownBodyLines(line, bodies, [line])).toEqual([])
})
