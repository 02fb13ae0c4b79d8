import { BugError, type LockedDistribution } from '@quarry/core'
import { z } from 'zod'
import { normaliseName, parseRequirement } from '../derive/requirement.ts'

/**
 * Asks an interpreter what is installed beside it. It is fed through stdin, so that nothing of Quarry's lies in the
 * environment. An argument names another directory to look in.
 */
export const questionOfInstalled = `
import importlib.metadata as metadata, json, sys, sysconfig
site_packages = sys.argv[1] if len(sys.argv) > 1 else sysconfig.get_path("purelib")
found = []
for distribution in metadata.distributions(path=[site_packages]):
    origin = distribution.read_text("direct_url.json")
    found.append({
        "name": distribution.metadata["Name"],
        "version": distribution.version,
        "requires": distribution.requires or [],
        "directory": getattr(distribution, "_path").name,
        "files": [str(path) for path in distribution.files or []],
        "origin": json.loads(origin).get("url") if origin else None,
    })
print(json.dumps({"site_packages": site_packages, "distributions": found}))
`

/** `-I`: neither PYTHONPATH nor the working directory add distributions of their own. */
export const installedArguments = ['-I', '-']

export const InstalledDistribution = z.object({
  name: z.string(),
  version: z.string(),
  /** PEP 508 texts of its metadata. */
  requires: z.array(z.string()),
  /** Name of its dist-info directory. */
  directory: z.string(),
  /** As its RECORD names them, relative to site-packages. */
  files: z.array(z.string()),
  /** Where it was installed from, unless from an index. */
  origin: z.string().nullable(),
})
export type InstalledDistribution = z.infer<typeof InstalledDistribution>

const Installed = z.object({ site_packages: z.string(), distributions: z.array(InstalledDistribution) })
export type Installed = z.infer<typeof Installed>

/** Reads the answer; @throws BugError when it is not one. */
export function readInstalled(stdout: string): Installed {
  try {
    return Installed.parse(JSON.parse(stdout))
  } catch (cause) {
    throw new BugError('the environment did not say what is installed in it', { code: 'no-answer', cause })
  }
}

/** The complete lock, sorted by name. */
export function lockOf({ distributions }: Installed): LockedDistribution[] {
  const byName = new Map(distributions.map(({ name, version }) => [normaliseName(name), version]))
  return [...byName]
    .map(([name, version]) => ({ name, version }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

const installers = ['pip', 'setuptools', 'wheel']

/** pip, setuptools and wheel as far as neither a distribution nor the project needs them at run time. */
export function needlessInstallers({ distributions }: Installed, atRunTime: readonly string[]): string[] {
  const wanted = new Set(
    atRunTime.filter((text) => !text.includes('extra ==')).map((text) => parseRequirement(text)?.name),
  )
  const needed = (name: string) =>
    wanted.has(name) ||
    distributions.some((distribution) => distribution.requires.some((text) => isRunTimeNeed(text, name)))
  const present = new Set(distributions.map((distribution) => normaliseName(distribution.name)))
  return installers.filter((name) => present.has(name) && !needed(name))
}

function isRunTimeNeed(text: string, name: string): boolean {
  const requirement = parseRequirement(text)
  return requirement?.name === name && !(requirement.marker ?? '').includes('extra')
}
