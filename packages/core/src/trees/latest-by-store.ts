import type { TreeStore } from '../contracts/tree-store.ts'

/**
 * Remembers the latest answer of each store, for questions in JSON values: the candidates of one snapshot come one after
 * the other and all ask the same of its tree. A failed answer is asked for again.
 */
export function latestByStore<Question extends readonly unknown[], Answer>(
  ask: (trees: TreeStore, ...question: Question) => Promise<Answer>,
): (trees: TreeStore, ...question: Question) => Promise<Answer> {
  const latest = new WeakMap<TreeStore, { key: string; answer: Promise<Answer> }>()
  return (trees, ...question) => {
    const key = JSON.stringify(question)
    const before = latest.get(trees)
    if (before?.key === key) return before.answer
    const answer = ask(trees, ...question)
    latest.set(trees, { key, answer })
    answer.catch(() => latest.delete(trees))
    return answer
  }
}
