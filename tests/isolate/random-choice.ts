import { type ChoiceProblem, numberSet } from '@quarry/isolate'
import fc from 'fast-check'

/** Objects of a generated problem; every fifth is a class, and the two after it are its methods. */
const objects = 40
const modules = 5

const isClass = (number: number) => number % 5 === 0
const classAround = (number: number) => (number % 5 === 1 || number % 5 === 2 ? number - (number % 5) : -1)

const moduleOf = (number: number) => Math.floor((number * modules) / objects)

const anyObject = fc.nat(objects - 1)
const some = (most: number) => fc.uniqueArray(anyObject, { minLength: 1, maxLength: most })

/** Calls of each object: mostly to near ones, as code is. */
const calls = fc.array(fc.array(fc.integer({ min: -6, max: 9 }), { maxLength: 3 }), {
  minLength: objects,
  maxLength: objects,
})

/** A choice of P2P files among a few, small enough to find the best there is. */
export const randomChoice: fc.Arbitrary<ChoiceProblem> = fc
  .record({
    calls,
    lines: fc.array(fc.integer({ min: 3, max: 60 }), { minLength: objects, maxLength: objects }),
    points: fc.array(some(3), { minLength: 3, maxLength: 20 }),
    files: fc.array(fc.array(some(2), { minLength: 1, maxLength: 4 }), { minLength: 4, maxLength: 14 }),
    wanted: fc.integer({ min: 1, max: 5 }),
    maxCarvedLines: fc.constantFrom(200, 600, 5000),
  })
  .map((parts) => {
    const callees = parts.calls.map((offsets, number) =>
      offsets.map((offset) => (number + offset + objects) % objects).filter((callee) => callee !== number),
    )
    const run = (starts: readonly number[]) => ranBy(callees, starts)
    const points = parts.points.map(run)
    return {
      indexes: [...Array(objects).keys()],
      callees,
      classAround: Int32Array.from({ length: objects }, (_, number) => classAround(number)),
      membersRun: callees.map((_, number) =>
        isClass(number)
          ? [number + 1, number + 2].filter((member) => points.some((ran) => ran.has(member)))
          : [],
      ),
      isClass: callees.map((_, number) => isClass(number)),
      // A class is as long as its methods and a head.
      lines: Int32Array.from(parts.lines, (lines, number) =>
        isClass(number) ? lines + (parts.lines[number + 1] ?? 0) + (parts.lines[number + 2] ?? 0) : lines,
      ),
      moduleOf: Int32Array.from({ length: objects }, (_, number) => moduleOf(number)),
      modules: [...Array(modules).keys()].map((module) => `m${module}.py`),
      topLevel: [...new Set(parts.points.flat())].toSorted((a, b) => a - b),
      fixed: numberSet(objects),
      shells: numberSet(objects),
      f2pFiles: [
        {
          imported: numberSet(objects),
          points: points.map((ran) => ({ runs: numberSet(objects, ran), count: 1 })),
        },
      ],
      f2pPoints: points.length,
      files: parts.files.map((starts, file) => {
        const passes = starts.map(run)
        const inModule = (module: number) =>
          passes.filter((ran) => [...ran].some((number) => moduleOf(number) === module)).length
        return {
          path: `test_${file}.py`,
          needs: numberSet(objects, run(starts.flat())),
          passes: Array.from({ length: modules }, (_, module) => 3 * inModule(module)),
        }
      }),
      wanted: Math.min(parts.wanted, parts.files.length),
      limits: { minCarvedLines: 30, minF2pPoints: 3, maxCarvedLines: parts.maxCarvedLines },
    }
  })

/** What a call leads to, with the classes around it. */
function ranBy(callees: readonly (readonly number[])[], starts: readonly number[]): ReadonlySet<number> {
  const all = new Set(starts)
  // A set hands out what is added while it is walked.
  for (const number of all) {
    for (const callee of callees[number] ?? []) all.add(callee)
    if (classAround(number) !== -1) all.add(classAround(number))
  }
  return all
}
