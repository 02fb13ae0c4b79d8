import type { Forge } from './forge.ts'
import type { ProjectUrl } from './metadata.ts'

/** Labels of pages that show code or its description. Trackers, chats and funding pages hold no answers. */
const telling = /home|source|repo|code|git|doc|download|web|api|reference/i

/** Where a solver could find the answer: home page, repository, documentation and index page. Sorted. */
export function forbiddenUrls(
  urls: readonly ProjectUrl[],
  forge: Forge | null,
  cloneUrl: string | null,
  project: string | null,
): string[] {
  const told = urls.filter(({ label, url }) => telling.test(label) && /^https?:\/\//.test(url))
  const all = [
    ...told.map(({ url }) => url),
    ...(forge === null ? [] : [forge.url]),
    ...(cloneUrl === null || !/^https?:\/\//.test(cloneUrl) ? [] : [cloneUrl]),
    ...(project === null ? [] : [`https://pypi.org/project/${project}/`]),
  ]
  return [...new Set(all)].toSorted()
}
