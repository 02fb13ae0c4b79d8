import { UserError } from '@quarry/core'
import type { Greeting } from './protocol.ts'

/** The ordinary user of an image, who runs foreign code. */
export interface TestUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** `quarry`, or else `nobody`, as where Quarry runs as root without containers: outcomes should not depend on which it is. */
export function findTestUser(greeting: Greeting, image: string): TestUser {
  for (const wanted of ['quarry', 'nobody']) {
    const found = greeting.users.find(([name, uid, gid]) => name === wanted && uid > 0 && gid > 0)
    if (found !== undefined) return { name: found[0], uid: found[1], gid: found[2] }
  }
  throw new UserError(
    `The image ${image} has no ordinary user for foreign code: its /etc/passwd has neither quarry nor nobody. Use an image that has one.`,
    { code: 'no-test-user' },
  )
}
