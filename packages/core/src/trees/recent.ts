/** Remembers the latest answers of a function whose answer never changes; a failed one is asked again. */
export function recent<T>(size: number, ask: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>()
  return (name) => {
    const answer = answers.get(name) ?? ask(name)
    answers.delete(name)
    answers.set(name, answer)
    answer.catch(() => answers.delete(name))
    const [oldest] = answers.keys()
    if (answers.size > size && oldest !== undefined) answers.delete(oldest)
    return answer
  }
}
