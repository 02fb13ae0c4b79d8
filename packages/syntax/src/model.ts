/** Offsets into the decoded text of a module, in UTF-16 code units; `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A file's bytes as text, with what is needed to get the very same bytes back. */
export interface DecodedSource {
  /** As Python reads it: a lone carriage return ends a line, so it is a `\n` here. */
  readonly text: string
  /** As it is written: the same but for lone carriage returns, so every offset is the same. */
  readonly written: string
  /** Label of the encoding by BOM or coding cookie (PEP 263); default `utf-8`. */
  readonly encoding: string
  readonly bom: boolean
}

/** A function, method or class that is an object in the sense of the design: not nested in a function. */
export interface Definition {
  /** `path::qualname::line` */
  readonly id: string
  readonly path: string
  readonly kind: 'function' | 'method' | 'class'
  readonly name: string
  /** Dotted through classes, as in `Environment.from_string`. */
  readonly qualname: string
  /** First line of the whole definition, decorators included; from 1. */
  readonly line: number
  /** Line of the `def`, `async` or `class` keyword. */
  readonly keywordLine: number
  /** Last line that holds a token of the definition (as in Python's ast: trailing comments are not part of it). */
  readonly endLine: number
  /** From the first decorator (or keyword) to the end of the last token. */
  readonly span: Span
  /** From the keyword to the colon that ends the header, colon included. */
  readonly header: Span
  /** From just behind the header's colon to the end of `span`. */
  readonly body: Span
  /** The docstring expression with its quotes, or null. */
  readonly docstring: Span | null
  readonly isAsync: boolean
  /** True when the body is on the header's own line, which may be continued by a backslash. */
  readonly oneLine: boolean
  readonly decorators: readonly { readonly text: string; readonly span: Span }[]
  /** Text of each base or keyword of a class head, in order; empty for functions. */
  readonly bases: readonly string[]
  /** Id of the enclosing class, or null. */
  readonly parent: string | null
  /** Column of the keyword, as the indentation text of its line. */
  readonly indent: string
}

/** One name bound by an import statement. */
export interface ImportBinding {
  /** Dotted module as written, without leading dots; '' for `from . import x`. */
  readonly module: string
  /** Number of leading dots. */
  readonly level: number
  /** Imported name for `from m import name`; '*' for a star; null for `import m`. */
  readonly name: string | null
  readonly alias: string | null
  /** The name that it binds here. */
  readonly bound: string
  readonly line: number
  /** The `name` or `name as alias` part. */
  readonly span: Span
  /** The whole statement. */
  readonly statement: Span
  /** Innermost object that contains it, or null at module level. */
  readonly within: string | null
}

/** One use of a name, anywhere in the text but at the place that binds it. */
export interface NameUse {
  readonly name: string
  /**
   * `name`: a plain identifier that is read; `attribute`: the part behind a dot; `string`: a string constant that is an
   * identifier or a dotted path, or a dotted path in one that holds code (its last part is `name`); `keyword`: a keyword
   * argument's name.
   */
  readonly kind: 'name' | 'attribute' | 'string' | 'keyword'
  /** For `attribute`: the text before the dot when it is a plain (dotted) name, else null. For `string`: the whole constant, or the path in its code. */
  readonly qualifier: string | null
  /**
   * What becomes of it: it is `called`; it is `written`, assigned to or deleted; it stands in an `annotation`. A string may
   * be an `index`, or a `key` of a dict display or one side of a comparison. Else it is `read`.
   */
  readonly role: 'read' | 'called' | 'written' | 'annotation' | 'key' | 'index'
  /** A function around it binds the name, or what the qualifier starts with: as a parameter, by assignment, import … */
  readonly local: boolean
  readonly line: number
  readonly span: Span
  /** Innermost object that contains it, or null at module level. */
  readonly within: string | null
  /** Which part of that object: what stays when it is hollowed is `decorator` and `signature` (a class: `signature` is its head). */
  readonly part: 'decorator' | 'signature' | 'body'
}

/** One entry of `__all__` (assignment, `+=`, `.append`, `.extend`) that is a plain string. */
export interface ExportEntry {
  readonly name: string
  readonly line: number
  /** The string constant with its quotes. */
  readonly span: Span
}

/** A Python file, parsed. Everything is in source order. */
export interface PythonModule {
  readonly path: string
  readonly source: DecodedSource
  readonly definitions: readonly Definition[]
  readonly imports: readonly ImportBinding[]
  readonly uses: readonly NameUse[]
  readonly exports: readonly ExportEntry[]
  /** Names bound at module level by assignment, with the line. */
  readonly assignments: readonly { readonly name: string; readonly line: number }[]
}

export type ParseResult =
  | { readonly kind: 'parsed'; readonly module: PythonModule }
  /** Not edited: a coding that is not known, a null character, an error node. `line` from 1 where it is known. */
  | {
      readonly kind: 'unparsed'
      readonly path: string
      readonly reason: string
      readonly line: number | null
    }
