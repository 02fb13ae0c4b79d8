import { type Ini, iniList, iniTable } from './ini.ts'
import { shortLicence } from './licence.ts'
import type { Metadata } from './metadata.ts'
import { pythonText } from './python-literals.ts'

/** Reads `[metadata]` of setup.cfg. A version that is worked out by a build is null. */
export function readSetupCfg(ini: Ini): Metadata {
  const section = ini.get('metadata')
  const version = section?.get('version') ?? null
  const licence = section?.get('license') ?? section?.get('license_expression') ?? null
  const home = section?.get('url') ?? section?.get('home_page')
  return {
    name: section?.get('name') ?? null,
    version: version === null || /^(attr|file):/.test(version) ? null : version,
    licence: shortLicence(null, licence, iniList(section?.get('classifiers') ?? section?.get('classifier'))),
    urls: [
      ...(home === undefined ? [] : [{ label: 'Homepage', url: home }]),
      ...iniTable(section?.get('project_urls')).map(([label, url]) => ({ label, url })),
    ],
  }
}

/** Reads the plain text arguments of setup() from setup.py, without running it. */
export function readSetupPy(source: string): Metadata {
  const home = pythonText(source, 'url')
  return {
    name: pythonText(source, 'name'),
    version: pythonText(source, 'version'),
    licence: shortLicence(null, pythonText(source, 'license'), []),
    urls: home === null ? [] : [{ label: 'Homepage', url: home }],
  }
}
