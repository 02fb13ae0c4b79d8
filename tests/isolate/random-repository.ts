import fc from 'fast-check'
import type { Ran } from './run-isolate.ts'

/** A function of a generated repository: what it calls, and how else it is tied to the others. */
interface RandomFunction {
  readonly module: number
  readonly calls: readonly number[]
  readonly usesDefault: number | null
  readonly inTable: boolean
  readonly nameInString: boolean
}

export interface RandomRepository {
  readonly functions: readonly RandomFunction[]
  /** What the tests of each file call; the first file is the candidate's. */
  readonly tests: readonly { readonly calls: readonly number[]; readonly imports: readonly number[] }[]
}

const modules = 3
const functions = 9
const anyFunction = fc.nat(functions - 1)

export const randomRepository: fc.Arbitrary<RandomRepository> = fc.record({
  functions: fc.array(
    fc.record({
      module: fc.nat(modules - 1),
      calls: fc.uniqueArray(anyFunction, { maxLength: 3 }),
      usesDefault: fc.option(anyFunction, { freq: 6 }),
      inTable: fc.nat(5).map((roll) => roll === 0),
      nameInString: fc.nat(7).map((roll) => roll === 0),
    }),
    { minLength: functions, maxLength: functions },
  ),
  tests: fc.array(
    fc.record({
      calls: fc.uniqueArray(anyFunction, { minLength: 1, maxLength: 3 }),
      imports: fc.uniqueArray(anyFunction, { maxLength: 1 }),
    }),
    { minLength: 3, maxLength: 6 },
  ),
})

export const functionName = (index: number) => `f${index}_`
export const testPath = (index: number) => `tests/test_${index}.py`

/** Name of a function as a module calls it: from another module it comes under an alias. */
function localName({ functions: all }: RandomRepository, module: number, index: number): string {
  return all[index]?.module === module ? functionName(index) : `${functionName(index)}alias${module}`
}

/** The files of the repository, by path. Every function has two lines, every import one. */
export function filesOf(repository: RandomRepository): ReadonlyMap<string, string> {
  const files = new Map([['src/pkg/__init__.py', '']])
  for (let module = 0; module < modules; module += 1) {
    files.set(`src/pkg/m${module}.py`, moduleText(repository, module))
  }
  for (const [index, { calls }] of repository.tests.entries()) {
    const imports = calls.map((at) => {
      const module = repository.functions[at]?.module
      return `from pkg.m${module} import ${functionName(at)}`
    })
    const body = calls.map((at) => `    ${functionName(at)}()`)
    files.set(testPath(index), [...imports, 'def test():', ...body, ''].join('\n'))
  }
  return files
}

function moduleText(repository: RandomRepository, module: number): string {
  const own = repository.functions.flatMap((one, index) => (one.module === module ? [{ ...one, index }] : []))
  const foreign = new Set(own.flatMap(({ calls, usesDefault }) => [...calls, usesDefault ?? []].flat()))
  const imports = [...foreign]
    .filter((index) => repository.functions[index]?.module !== module)
    .map(
      (index) =>
        `from .m${repository.functions[index]?.module} import ${functionName(index)} as ${localName(repository, module, index)}`,
    )
  const definitions = own.flatMap(({ index, calls, usesDefault }) => [
    `def ${functionName(index)}(${usesDefault === null ? '' : `key=${localName(repository, module, usesDefault)}`}):`,
    `    return [${calls.map((callee) => `${localName(repository, module, callee)}()`).join(', ')}]`,
  ])
  const table = own.filter((one) => one.inTable).map((one) => functionName(one.index))
  const strings = own
    .filter((one) => one.nameInString)
    .map((one) => `"pkg.m${module}.${functionName(one.index)}"`)
  return [
    ...imports,
    ...definitions,
    `TABLE = [${table.join(', ')}]`,
    `NAMES = [${strings.join(', ')}]`,
    '',
  ].join('\n')
}

/** What the tests would be seen to do. */
export function observedRuns(repository: RandomRepository): Readonly<Record<string, Ran>> {
  return Object.fromEntries(
    repository.tests.map(({ calls, imports }, index) => {
      const executed = closure(repository, calls)
      const edges = executed.flatMap((caller) =>
        (repository.functions[caller]?.calls ?? []).map(
          (callee) => [functionName(caller), functionName(callee)] as const,
        ),
      )
      return [
        testPath(index),
        {
          points: [executed.map(functionName)],
          imported: closure(repository, imports).map(functionName),
          calls: edges,
        },
      ]
    }),
  )
}

/** The functions and all that they lead to. */
function closure(repository: RandomRepository, start: readonly number[]): number[] {
  const all = new Set(start)
  // A set hands out what is added while it is walked.
  for (const index of all) for (const callee of repository.functions[index]?.calls ?? []) all.add(callee)
  return [...all]
}
