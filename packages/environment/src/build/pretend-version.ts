/** Makes back ends that ask git for the version take this one: there is no history where they run. */
export function pretendVersion(version: string, distribution: string | null): Record<string, string> {
  const suffix = distribution?.replace(/[-_.]+/g, '_').toUpperCase()
  return {
    SETUPTOOLS_SCM_PRETEND_VERSION: version,
    ...(suffix === undefined ? {} : { [`SETUPTOOLS_SCM_PRETEND_VERSION_FOR_${suffix}`]: version }),
    PBR_VERSION: version,
    PDM_BUILD_SCM_VERSION: version,
    POETRY_DYNAMIC_VERSIONING_BYPASS: version,
    UV_DYNAMIC_VERSIONING_BYPASS: version,
  }
}
