/** The name as indexes compare it (PEP 503). */
export function normaliseProject(name: string): string {
  return name.replace(/[-_.]+/g, '-').toLowerCase()
}
