import { expect, test } from 'vitest'
import { cutFixture } from './run-isolate.ts'

const f2p = ['tests/test_feature.py']

test('a class goes whole, or is hollowed with its methods, or stays', async () => {
  const executed = [
    'Order',
    'Order.__init__',
    'Order.total',
    'Order.Line',
    'Order.Line.total',
    'Invoice',
    'Invoice.__init__',
    'Invoice.pay',
    'Marker',
    'Recorded',
    'Recorded.run',
    'Made',
    'Made.run',
    'Parent',
    'Parent.greet',
    'Used',
    'Used.one',
    'Used.two',
  ]
  const cut = await cutFixture('classes', {
    f2p,
    topLevel: executed,
    files: {
      'tests/test_feature.py': { points: [executed] },
      'tests/test_other.py': { points: [['is_special', 'Child']] },
      'tests/test_third.py': { points: [['Used.one']] },
    },
    settings: { p2pFiles: 1 },
  })
  const decided = cut.extracted.map(({ id, mode, reason }) => [id.split('::')[1], `${mode}: ${reason}`])
  const deleted = 'delete: nothing that stays refers to it'
  const dunder = 'hollow: special method of a class that stays'
  expect(Object.fromEntries(decided)).toEqual({
    Order: deleted,
    Invoice: 'hollow: referenced by src/shop/orders.py:75',
    'Invoice.__init__': dunder,
    'Invoice.pay': deleted,
    Recorded: 'hollow: derives from Plugin, whose __init_subclass__ may list it',
    'Recorded.run': deleted,
    Made: deleted,
    'Parent.greet': deleted,
    Used: deleted,
  })
  expect(cut.remained).toEqual([
    {
      id: 'src/shop/orders.py::Marker::36',
      because:
        'no method of it can be taken out, and it cannot be deleted: referenced by src/shop/orders.py:75',
    },
  ])
  expect(cut.hidden_test_files).toEqual([
    { path: 'tests/test_feature.py', reason: 'F2P file' },
    { path: 'tests/test_third.py', reason: 'needs src/shop/orders.py::Used::66' },
  ])
  expect(cut.lines).toBe(34)
})

test('one method of a class that stays does not lead to the others', async () => {
  const cut = await cutFixture('classes', {
    f2p,
    topLevel: ['Used.one'],
    files: {
      'tests/test_feature.py': { points: [['Used', 'Used.one', 'Used.two']] },
      'tests/test_other.py': { points: [['Used']] },
    },
  })
  expect(cut.extracted.map(({ id }) => id)).toEqual(['src/shop/orders.py::Used.one::67'])
})
