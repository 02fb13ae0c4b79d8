import { readHatch } from './hatch.ts'
import type { Declarations, Item } from './model.ts'
import { readNox } from './nox.ts'
import { readPoetry } from './poetry.ts'
import type { ProjectFiles } from './project-files.ts'
import { readPyproject } from './pyproject.ts'
import { readRequirementsFiles } from './requirements-file.ts'
import { readSetupCfg } from './setup-cfg.ts'
import { readSetupPy } from './setup-py.ts'
import { readTox } from './tox.ts'

/** Everything that the repository says about what it needs, wherever it says it. `python` such as `3.11`. */
export function readDeclarations(
  files: ProjectFiles,
  distribution: string | null,
  python: string,
): Declarations {
  const found = [
    readPyproject(files, distribution),
    readPoetry(files, distribution),
    readSetupCfg(files, distribution),
    readSetupPy(files, distribution),
    readHatch(files, distribution),
    readTox(files, distribution, python),
    readNox(files, distribution),
    readRequirementsFiles(files, distribution),
  ]
  return {
    groups: found.flatMap((one) => one.groups),
    extras: firstOfEach(found.map((one) => one.extras)),
    dependencyGroups: firstOfEach(found.map((one) => one.dependencyGroups)),
  }
}

/** pyproject.toml's word comes first where several files name the same extra. */
function firstOfEach(maps: readonly (ReadonlyMap<string, readonly Item[]> | undefined)[]) {
  return new Map(maps.flatMap((map) => [...(map ?? [])]).toReversed())
}
