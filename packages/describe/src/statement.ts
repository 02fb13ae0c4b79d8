import type { FeatureCut, Instance, Snapshot } from '@quarry/core'
import type { InterfaceBlock, Presence } from './interface-blocks.ts'
import type { OfferedNames } from './offered-names.ts'

/** What the statement of a level 1 task is made from. */
export interface StatementFacts {
  readonly snapshot: Snapshot
  readonly cut: FeatureCut
  readonly blocks: readonly InterfaceBlock[]
  readonly offered: readonly OfferedNames[]
  /** Texts that the hidden tests check and that nothing else tells. */
  readonly texts: readonly string[]
  readonly python: string
  readonly network: Instance['network']
  readonly limits: Instance['limits']
}

/** The problem statement of a level 1 task (put the feature back into the repository), as Markdown. */
export function levelOneStatement(facts: StatementFacts): string {
  return [
    titleSection(facts),
    taskSection(facts),
    interfacesSection(facts),
    offeredSection(facts),
    textsSection(facts),
    rulesSection(facts),
    forbiddenSection(facts),
  ]
    .filter((section) => section !== '')
    .join('\n\n')
    .concat('\n')
}

function titleSection({ snapshot }: StatementFacts): string {
  const version = snapshot.version === null ? '' : ` ${snapshot.version}`
  return `# Implement a missing feature in ${snapshot.distribution ?? snapshot.repository}${version}`
}

function taskSection({ cut }: StatementFacts): string {
  const files = [...new Set(cut.extracted.map((object) => pathOf(object.id)))].toSorted()
  return [
    '## Task',
    '',
    'The repository in `/testbed` works, but one feature has been taken out of it, helpers included.',
    'Implement the feature so that everything under "Interfaces" exists at the path that is given there, with exactly that name and signature, and behaves as its docstring says and as the rest of the repository expects. Private helpers are yours to design.',
    '',
    `Code was removed from ${files.length === 1 ? 'this file' : 'these files'}; you may change other source files and add new ones:`,
    '',
    ...files.map((file) => `- \`${file}\``),
  ].join('\n')
}

const meanings: Readonly<Record<Presence, string>> = {
  absent: 'is gone altogether',
  stub: 'is there with its signature, and raises `NotImplementedError` where its body was',
  there: 'is there, unchanged',
}

function interfacesSection({ blocks }: StatementFacts): string {
  const meaning = Object.entries(meanings).map(([word, said]) => `- *${word}*: it ${said}`)
  const byPath = Map.groupBy(blocks, (block) => block.path)
  const sections = [...byPath].flatMap(([path, ofPath]) => [`### \`${path}\``, ...ofPath.map(blockSection)])
  const intro = ['Each definition is marked with what there is of it:', '', ...meaning].join('\n')
  return ['## Interfaces', intro, ...sections].join('\n\n')
}

function blockSection({ name, kind, presence, text }: InterfaceBlock): string {
  const fence = '`'.repeat(Math.max(3, longestBackticks(text) + 1))
  return [`\`${name}\`, a ${kind}: ${presence}`, '', `${fence}python`, text.trimEnd(), fence].join('\n')
}

/** A docstring may hold a fence of its own. */
function longestBackticks(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map((match) => match[0].length))
}

function offeredSection({ offered }: StatementFacts): string {
  if (offered.length === 0) return ''
  const lines = offered.flatMap(({ path, imports, exports }) => [
    ...imports.map((statement) => `- \`${path}\`: \`${statement}\``),
    ...(exports.length === 0
      ? []
      : [`- \`${path}\`: in \`__all__\`, ${exports.map((name) => `\`${name}\``).join(', ')}`]),
  ])
  return [
    '## Names that other modules pass on',
    '',
    'These went with the feature, and are needed again:',
    '',
    ...lines,
  ].join('\n')
}

function textsSection({ texts }: StatementFacts): string {
  if (texts.length === 0) return ''
  return [
    '## Texts that tests check',
    '',
    'They are part of messages or results, and stand nowhere else in the repository:',
    '',
    ...texts.map((text) => `- ${inlineCode(text)}`),
  ].join('\n')
}

function inlineCode(text: string): string {
  const ticks = '`'.repeat(longestBackticks(text) + 1)
  return ticks.length === 1 ? `\`${text}\`` : `${ticks} ${text} ${ticks}`
}

const reach: Readonly<Record<Instance['network'], string>> = {
  loopback: 'There is no network but loopback while the tests run.',
  host: 'The tests may reach the network while they run.',
}

function rulesSection({ python, cut, network, limits }: StatementFacts): string {
  const hidden = cut.hidden_test_files.length
  return [
    '## Rules',
    '',
    `- Python ${python} is used; the dependencies are installed, and nothing else may be installed.`,
    `- Your work is judged by pytest with ${hidden === 1 ? 'a test file' : 'test files'} that you do not see. Tests that pass now must go on passing.`,
    '- Changes to test files, to `conftest.py` and to the configuration of pytest are undone before the tests run. So are new top-level modules that take the name of a module of the standard library or of an installed distribution.',
    `- ${reach[network]} One test may take ${limits.point_seconds} seconds, and a test file ${limits.file_seconds}.`,
    '- Do not look for the original code: not in other releases or installed copies of this project, not on the web.',
  ].join('\n')
}

function forbiddenSection({ snapshot }: StatementFacts): string {
  if (snapshot.forbidden_urls.length === 0) return ''
  return ['## Forbidden addresses', '', ...snapshot.forbidden_urls.map((url) => `- <${url}>`)].join('\n')
}

function pathOf(id: string): string {
  return id.slice(0, id.indexOf('::'))
}
