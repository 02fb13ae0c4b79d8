import type { Observation, PackedTestFile } from '../artifacts/observation.ts'
import { BugError } from '../errors/errors.ts'
import type { Indexes, UnpackedObservation, TestFileObservation } from './unpacked-observation.ts'
import { unpackNumbers } from './packed-numbers.ts'

type Packed = Pick<Observation, 'objects' | 'modules' | 'edges' | 'sets' | 'test_code' | 'test_files'>

/** Every candidate of a repository asks for the same one. */
const unpacked = new WeakMap<Packed, UnpackedObservation>()

/** The form to work with; equal sets are one array. */
export function unpackObservation(observation: Packed): UnpackedObservation {
  const suite = unpacked.get(observation) ?? unpackSuite(observation)
  unpacked.set(observation, suite)
  return suite
}

function unpackSuite({ objects, modules, edges, sets, test_code, test_files }: Packed): UnpackedObservation {
  const arrays = sets.map((text) => unpackNumbers(text))
  const setAt = (number: number): Indexes => {
    const found = arrays[number]
    if (found === undefined)
      throw new BugError(`the observation has no set ${number}`, { code: 'no-such-set' })
    return found
  }
  return {
    objects,
    edges,
    test_code,
    test_files: test_files.map((file) => unpackFile(file, { modules, edges, setAt })),
  }
}

function unpackFile(
  file: PackedTestFile,
  { modules, edges, setAt }: Pick<Packed, 'modules' | 'edges'> & { setAt: (number: number) => Indexes },
): TestFileObservation {
  const ran = ({ executed, calls }: { executed: number; calls: number }) => ({
    executed: setAt(executed),
    calls: setAt(calls),
  })
  const points = file.points.map((point) => ({ ...point, ...ran(point) }))
  const imports = file.imports.map(({ module, ...place }) => ({
    module: module === null ? null : (modules[module] ?? null),
    ...ran(place),
  }))
  const between = ran(file.between)
  return {
    path: file.path,
    status: file.status,
    message: file.message,
    points,
    imports,
    imported: union(imports.map((place) => place.executed)),
    between: between.executed,
    between_calls: between.calls,
    calls: union([...points.map((point) => point.calls), between.calls]).flatMap((number) => {
      const edge = edges[number]
      return edge === undefined ? [] : [edge]
    }),
    loaded: setAt(file.loaded).flatMap((number) => modules[number] ?? []),
    called_from_file: setAt(file.called_from_file),
    called_from_helpers: setAt(file.called_from_helpers),
    incomplete: file.incomplete,
  }
}

function union(sets: readonly Indexes[]): Indexes {
  const distinct = new Set(sets)
  const all = new Set<number>()
  for (const set of distinct) for (const number of set) all.add(number)
  return [...all].toSorted((a, b) => a - b)
}
