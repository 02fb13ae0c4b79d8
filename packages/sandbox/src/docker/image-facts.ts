import type { Interpreter } from '@quarry/core'
import { imageLabels } from './image-names.ts'
import type { TestUser } from './test-user.ts'

/** The interpreter of an image, and who runs it. */
export interface ImageInterpreter {
  readonly interpreter: Interpreter
  readonly user: TestUser
}

/** As labels: plain words, because engines differ in what they make of quotes. */
export function interpreterLabels({ interpreter, user }: ImageInterpreter): Record<string, string> {
  const { implementation, version, executable } = interpreter
  return {
    [imageLabels.interpreter]: `${implementation} ${version} ${executable}`,
    [imageLabels.user]: `${user.name} ${user.uid} ${user.gid}`,
  }
}

/** Null for an image that has no such labels. */
export function readInterpreter(labels: Readonly<Record<string, string>>): ImageInterpreter | null {
  const [implementation, version, ...path] = (labels[imageLabels.interpreter] ?? '').split(' ')
  const [name, uid, gid] = (labels[imageLabels.user] ?? '').split(' ')
  if (implementation === undefined || version === undefined || name === undefined || gid === undefined)
    return null
  const executable = path.join(' ')
  return {
    interpreter: { version, implementation, executable, checkedAs: name },
    user: { name, uid: Number(uid), gid: Number(gid) },
  }
}
