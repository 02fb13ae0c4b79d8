import { execa } from 'execa'
import type { TestUser } from './test-user.ts'

/** Makes the test user the owner of everything below a directory; nothing to do where Quarry runs as that user. */
export async function giveTo(user: TestUser, directory: string): Promise<void> {
  if (user.change !== 'setuid') return
  await execa('chown', ['-hR', `${user.uid}:${user.gid}`, '--', directory])
}

/** Takes everything below a directory out of the test user's hands: to be read, not to be written. */
export async function takeFrom(user: TestUser, directory: string): Promise<void> {
  if (user.change === 'setuid') await execa('chown', ['-hR', '0:0', '--', directory])
  await execa('chmod', ['-R', 'a+rX,a-w', '--', directory])
}
