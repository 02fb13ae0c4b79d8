/** What one error says about something that is missing. */
export interface Hint {
  /** Name of what is missing; null: a special method of `owner`. */
  readonly name: string | null
  readonly owner: string | null
  /** Dotted name or path of the module that should have it. */
  readonly module: string | null
}

type Reading = readonly [pattern: RegExp, hints: (...groups: string[]) => readonly Hint[]]

/** In the words that Python 3.8 and later use. */
const readings: readonly Reading[] = [
  [/NameError: (?:free variable )?(?:name )?'(\w+)'/g, (name) => [missing(name)]],
  [/UnboundLocalError: .*?'(\w+)'/g, (name) => [missing(name)]],
  [/KeyError: '([^'\n]+)'/g, (name) => [missing(name)]],
  [
    /cannot import name '(\w+)' from (?:partially initialized module )?'([\w.]+)'(?: \(([^)\n]*?)\))?/g,
    (name, module, path = '') => [{ name, owner: null, module: path.endsWith('.py') ? path : module }],
  ],
  [/module '([\w.]+)' has no attribute '(\w+)'/g, (module, name) => [{ name, owner: null, module }]],
  [
    /<module '([\w.]+)' from [^>]*> does not have the attribute '(\w+)'/g,
    (module, name) => [{ name, owner: null, module }],
  ],
  [
    /<class '(?:[\w.]+\.)?(\w+)'> does not have the attribute '(\w+)'/g,
    (owner, name) => [missing(name, owner)],
  ],
  [/(?:type object )?'(\w+)'(?: object)? has no attribute '(\w+)'/g, (owner, name) => [missing(name, owner)]],
  [/'super' object has no attribute '(\w+)'/g, (name) => [missing(name)]],
  [
    /instantiate abstract class (\w+) (?:with|without an implementation for) abstract methods? ([\w', ]+)/g,
    (owner, names) => (names.match(/\w+/g) ?? []).map((name) => missing(name, owner)),
  ],
  [/TypeError: (\w+)\(\) takes no (?:arguments|keyword arguments)/g, (owner) => constructors(owner)],
  [
    /TypeError: (?:object\.__init__|object\.__new__|(\w+)\.__init__)\(\) takes exactly one argument/g,
    (owner) => constructors(owner),
  ],
  [
    /TypeError: (?:argument of type |object of type )?'(\w+)' object (?:is not|does not support|has no|can't be)/g,
    (owner) => [special(owner)],
  ],
  [/TypeError: object of type '(\w+)' has no/g, (owner) => [special(owner)]],
  [/TypeError: argument of type '(\w+)' is not/g, (owner) => [special(owner)]],
  [
    /unsupported operand type\(s\) for .+?: '(\w+)' and '(\w+)'/g,
    (left, right) => [special(left), special(right)],
  ],
  [
    /not supported between instances of '(\w+)' and '(\w+)'/g,
    (left, right) => [special(left), special(right)],
  ],
  [/bad operand type for .+?: '(\w+)'/g, (owner) => [special(owner)]],
]

function missing(name: string, owner: string | null = null): Hint {
  return { name, owner, module: null }
}

function special(owner: string): Hint {
  return { name: null, owner, module: null }
}

function constructors(owner: string): Hint[] {
  return ['__init__', '__new__'].map((name) => missing(name, owner))
}

/** What the errors of a pytest log say is missing, in any of its traceback styles. */
export function errorHints(log: string): Hint[] {
  const read = readings.flatMap(([pattern, hints]) =>
    [...log.matchAll(pattern)].flatMap((match) => hints(...match.slice(1).map((group) => group ?? ''))),
  )
  return [...read, ...hollowFrames(log)]
}

/** Functions whose frame stands right above a NotImplementedError: in long tracebacks, and in short and native ones. */
function hollowFrames(log: string): Hint[] {
  const long =
    /def (\w+)\((?:(?!\n {0,8}def )[^]){0,4000}?\n> +raise NotImplementedError\nE +NotImplementedError\n\n(\S+?\.py):\d+: /g
  const brief =
    /(?:^|\n)(?: *File ")?([^\s"]+?\.py)(?:", line \d+,|:\d+:) in (\w+)\n\s+raise NotImplementedError/g
  return [
    ...[...log.matchAll(long)].map(([, name = '', path = '']) => ({ name, owner: null, module: path })),
    ...[...log.matchAll(brief)].map(([, path = '', name = '']) => ({ name, owner: null, module: path })),
  ]
}
