/** A language model, as far as a stage sees it. Nothing in the line needs one. */
export interface Model {
  readonly name: string
  /** Answers with text; the caller asks for JSON in words and validates what comes. */
  complete(request: { system: string; prompt: string; signal: AbortSignal }): Promise<string>
}
