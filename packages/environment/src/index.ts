export { environment } from './stage.ts'
export type { EnvironmentSettings } from './settings.ts'
export { restoreEnvironment } from './restore-environment.ts'

export type { DeclaredGroup, Declarations, Item, Purpose } from './derive/model.ts'
export { loadProjectFiles, type ProjectFiles, projectFiles } from './derive/project-files.ts'
export { readDeclarations } from './derive/declarations.ts'
export { type Derived, deriveRequirements } from './derive/derive-requirements.ts'
export { poetryMarker, poetrySpecifier } from './derive/poetry-versions.ts'
export { parseRequirement, type Requirement, withMarker, withoutVersion } from './derive/requirement.ts'

export { type PytestConfiguration, readPytestConfiguration } from './pytest/configuration.ts'
export { pytestOptions } from './pytest/pytest-options.ts'
export { shellJoin, shellSplit } from './pytest/shell-words.ts'

export { missedRequirements } from './build/built-requirements.ts'
export { lockTrouble } from './build/lock-trouble.ts'
export { editableRoots, type EditableRoots } from './build/editable-roots.ts'
export { type Installed, type InstalledDistribution, needlessInstallers } from './build/installed.ts'
export { type TreeChanges, treeChanges } from './build/overlay.ts'

export { middlingFirst, type Proof } from './prove/prove.ts'
export { findRepair, type Repair } from './prove/repairs.ts'
export { isNetworkTrouble } from './build/network-trouble.ts'
