import { Environment, type Refs, UserError } from '@quarry/core'
import type { Archive } from '../archive.ts'
import { readRecords } from '../ledger.ts'

/** Shorter ones are too easily mistyped. */
const shortestTag = 6

/**
 * The tag of an environment that is asked for by a tag or the beginning of one, by a repository (as mined last) or by an
 * instance.
 *
 * @param tags those on the engine
 * @throws UserError `no-such-environment`, `ambiguous-tag`, `environment-without-image`
 */
export async function findTag(archive: Archive, tags: readonly string[], subject: string): Promise<string> {
  if (tags.includes(subject)) return subject
  const refs = await refsOf(archive, subject)
  if (refs !== null) return tagOf(archive, refs, subject)
  const begun = subject.length < shortestTag ? [] : tags.filter((tag) => tag.startsWith(subject))
  const [tag] = begun
  if (tag !== undefined && begun.length === 1) return tag
  if (tag !== undefined)
    throw new UserError(`Several environments begin with ${subject}: ${begun.join(', ')}. Give more of it.`, {
      code: 'ambiguous-tag',
    })
  throw new UserError(
    `${subject} is no tag of an image on the engine, and neither a repository nor an instance below ${archive.out}. quarry images list shows the images; name another folder of results with --out.`,
    { code: 'no-such-environment' },
  )
}

async function refsOf({ out }: Archive, subject: string): Promise<Refs | null> {
  const records = await readRecords(out)
  const repository = records.find((record) => record.repository === subject)
  const candidate = records
    .flatMap(({ candidates }) => candidates)
    .find(({ outcome }) => outcome.kind === 'instance' && outcome.instance_id === subject)
  return repository?.refs ?? candidate?.refs ?? null
}

async function tagOf({ store }: Archive, { environment: key }: Refs, subject: string): Promise<string> {
  const stored = key === undefined ? null : await store.read('environment', key, Environment)
  if (stored?.kind === 'produced' && stored.artifact.sandbox === 'docker') return stored.artifact.tag
  const why =
    stored?.kind === 'produced' ? 'it was mined in the local sandbox' : 'mining it got no further than that'
  throw new UserError(
    `${subject} has no image: ${why}. Mine it with --sandbox docker; quarry explain says more about it.`,
    { code: 'environment-without-image' },
  )
}
