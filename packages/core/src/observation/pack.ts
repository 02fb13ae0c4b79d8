import type { Observation, PackedTestFile } from '../artifacts/observation.ts'
import type { Draft } from '../artifacts/common.ts'
import type { SeparateTestFile, UnpackedObservation } from './unpacked-observation.ts'
import { type SetTable, setTable } from './set-table.ts'

export interface SuiteToPack extends Omit<UnpackedObservation, 'test_files'> {
  readonly test_files: readonly SeparateTestFile[]
}

/** The stored form of a suite: a few megabytes where the same as plain lists takes a hundred. */
export function packObservation(suite: SuiteToPack): Omit<Draft<Observation>, 'measured'> {
  const modules = [...new Set(suite.test_files.flatMap((file) => file.loaded))].toSorted()
  const moduleNumbers = new Map(modules.map((path, number) => [path, number]))
  const table = setTable()
  const test_files = suite.test_files.map((file) => packFile(file, table, moduleNumbers))
  return {
    objects: [...suite.objects],
    modules,
    edges: suite.edges.map(([caller, callee]) => [caller, callee]),
    sets: [...table.sets],
    test_code: suite.test_code,
    test_files,
  }
}

function packFile(
  file: SeparateTestFile,
  table: SetTable,
  modules: ReadonlyMap<string, number>,
): PackedTestFile {
  const { path, status, message, incomplete } = file
  const ran = ({ executed, calls }: { executed: readonly number[]; calls: readonly number[] }) => ({
    executed: table.numberOf(executed),
    calls: table.numberOf(calls),
  })
  return {
    path,
    status,
    message,
    points: file.points.map((point) => ({ ...point, ...ran(point) })),
    imports: file.imports.map((place) => ({
      module: place.module === null ? null : (modules.get(place.module) ?? null),
      ...ran(place),
    })),
    between: ran({ executed: file.between, calls: file.between_calls }),
    loaded: table.numberOf(file.loaded.flatMap((module) => modules.get(module) ?? [])),
    called_from_file: table.numberOf(file.called_from_file),
    called_from_helpers: table.numberOf(file.called_from_helpers),
    incomplete,
  }
}
