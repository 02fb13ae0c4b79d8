import { type ByteQueue, byteQueue } from './byte-queue.ts'

/** Takes what `git cat-file --batch` prints, in pieces of any size, and gives out the answers that are complete. */
export interface AnswerReader {
  /** The bytes of each blob; null where git has no such object, or one that is no blob. */
  read(piece: Buffer): Generator<Buffer | null>
}

/** The line before the bytes. Without a size no bytes follow. */
interface Header {
  readonly type: string
  readonly size: number | null
}

export function answerReader(): AnswerReader {
  const queue = byteQueue()
  let header: Header | null = null
  return {
    *read(piece) {
      queue.push(piece)
      while ((header ??= takeHeader(queue)) !== null) {
        const bytes = header.size === null ? null : takeBlock(queue, header.size)
        if (header.size !== null && bytes === null) return
        yield header.type === 'blob' ? bytes : null
        header = null
      }
    },
  }
}

function takeHeader(queue: ByteQueue): Header | null {
  const line = queue.takeLine()?.toString('latin1')
  if (line === undefined) return null
  const [, type = '', size] = line.split(' ')
  return { type, size: size === undefined ? null : Number(size) }
}

/** The bytes, without the newline that git sets after them. */
function takeBlock(queue: ByteQueue, size: number): Buffer | null {
  return queue.take(size + 1)?.subarray(0, size) ?? null
}
