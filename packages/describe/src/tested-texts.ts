import { parsePython, type PythonModule, type Span, type SyntaxNode } from '@quarry/syntax'
import type { RemovedBody } from './removed-code.ts'

/** Below this a text is found by chance. */
const shortestPart = 8
const shortestWhole = 4
/** Longer ones are a test's data, not a message. */
const longest = 200

/**
 * Texts that hidden tests hold and that only removed code could produce: words of messages, names of keys. A test that
 * checks them cannot be passed without being told. Of a text and the part that both share, the part is given. Sorted.
 *
 * @param known everything that an agent can read: the remaining source, the interfaces
 */
export function testedTexts(
  hiddenTests: readonly PythonModule[],
  bodies: readonly RemovedBody[],
  known: string,
): string[] {
  const tested = hiddenTests.flatMap((module) =>
    stringsBelow(parsePython(module.source.text).root, module.source.text).flatMap(partsOfPattern),
  )
  const byModule = Map.groupBy(bodies, (body) => body.module)
  const removed = new Set(
    [...byModule].flatMap(([module, ofModule]) =>
      stringsWithin(
        module,
        ofModule.flatMap((body) => body.spans),
      ),
    ),
  )
  const shared = [...new Set(tested)].flatMap((text) =>
    [...removed].flatMap((literal) => sharedText(text, literal)),
  )
  const telling = [...new Set(shared)].filter((text) => !known.includes(text)).toSorted()
  return telling.filter((text) => !telling.some((other) => other !== text && other.includes(text)))
}

function sharedText(tested: string, literal: string): string[] {
  const part =
    tested === literal && tested.length >= shortestWhole
      ? tested
      : literal.includes(tested) && tested.length >= shortestPart
        ? tested
        : tested.includes(literal) && literal.length >= shortestPart
          ? literal
          : ''
  return /\p{L}/u.test(part) && part.length <= longest ? [part] : []
}

function stringsWithin({ source: { text } }: PythonModule, spans: readonly Span[]): string[] {
  const { root } = parsePython(text)
  return spans.flatMap(({ start, end }) =>
    stringsBelow(root, text, (node) => node.start < end && node.end > start),
  )
}

/** Constant text of every string below, in pieces: line ends, escapes and the fields of f-strings lie between. */
function stringsBelow(
  node: SyntaxNode,
  text: string,
  within: (node: SyntaxNode) => boolean = () => true,
): string[] {
  if (!within(node)) return []
  if (node.type !== 'string_content')
    return node.children.flatMap((child) => stringsBelow(child, text, within))
  const cuts = node.children.flatMap((child) => [child.start, child.end])
  const edges = [node.start, ...cuts, node.end]
  return edges
    .flatMap((edge, index) => (index % 2 === 0 ? text.slice(edge, edges[index + 1]).split('\n') : []))
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
}

/** A text, and for one that may be a regular expression also what it says literally. */
function partsOfPattern(text: string): string[] {
  const unescaped = text.replace(/\\(\W)/g, '$1')
  return [text, unescaped, ...text.split(/\\.|[.^$*+?()[\]{}|]+/).map((part) => part.trim())]
}
