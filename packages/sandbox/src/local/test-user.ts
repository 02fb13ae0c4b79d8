import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { InfrastructureError } from '@quarry/core'

/** The ordinary user that foreign code runs as. */
export interface TestUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
  /** How a command becomes this user; `none` where Quarry itself runs as this user and the kernel gives no namespaces. */
  readonly change: 'setuid' | 'user-namespace' | 'none'
}

/** `quarry` or else `nobody` when Quarry runs as root; otherwise the user who runs Quarry. */
export async function findTestUser(): Promise<TestUser> {
  const own = userInfo()
  if (own.uid !== 0) {
    return { name: own.username, uid: own.uid, gid: own.gid, change: 'user-namespace' }
  }
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of ['quarry', 'nobody']) {
    const account = accounts.find((fields) => fields[0] === name)
    const [uid, gid] = [Number(account?.[2]), Number(account?.[3])]
    if (account !== undefined && uid > 0 && gid > 0) return { name, uid, gid, change: 'setuid' }
  }
  throw new InfrastructureError(
    'Quarry runs as root and finds no ordinary user for foreign code: /etc/passwd has neither `quarry` nor `nobody`. Add one (useradd --system quarry), or run Quarry as an ordinary user.',
    { code: 'no-test-user' },
  )
}
