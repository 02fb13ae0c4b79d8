import type { FeatureCut, InterfaceDescription, Snapshot } from '@quarry/core'

/** What the statement of a level 1 task is made from. */
export interface StatementFacts {
  readonly snapshot: Snapshot
  readonly cut: FeatureCut
  readonly interfaces: readonly InterfaceDescription[]
  readonly python: string
}

/** The problem statement of a level 1 task (put the feature back into the repository), as Markdown. */
export function levelOneStatement(facts: StatementFacts): string {
  return [title(facts), task(facts), interfaces(facts), rules(facts), forbidden(facts)]
    .filter((section) => section !== '')
    .join('\n\n')
    .concat('\n')
}

function title({ snapshot }: StatementFacts): string {
  const version = snapshot.version === null ? '' : ` ${snapshot.version}`
  return `# Implement a missing feature in ${snapshot.distribution ?? snapshot.repository}${version}`
}

function task({ cut, interfaces }: StatementFacts): string {
  const files = [...new Set(cut.extracted.map((object) => pathOf(object.id)))].toSorted()
  const hollow = cut.extracted.filter((object) => object.mode === 'hollow').length
  const hollowed =
    hollow === 0
      ? ''
      : ' Functions that other code still refers to are there with their signature, and raise `NotImplementedError`.'
  return [
    '## Task',
    '',
    `The repository in \`/testbed\` works, but one feature has been taken out of it, helpers included.${hollowed}`,
    `Implement the feature so that everything under "Interfaces" exists at the path that is given there, with exactly that name and signature, and behaves as its docstring says and as the rest of the repository expects.`,
    '',
    `Code was removed from ${files.length === 1 ? 'this file' : 'these files'}; you may change other source files and add new ones:`,
    '',
    ...files.map((file) => `- \`${file}\``),
    '',
    `${interfaces.length} ${interfaces.length === 1 ? 'object is' : 'objects are'} described below. Private helpers that they need are yours to design.`,
  ].join('\n')
}

function interfaces({ interfaces, cut }: StatementFacts): string {
  const hollow = new Set(
    cut.extracted.filter((object) => object.mode === 'hollow').map((object) => object.id),
  )
  const byPath = Map.groupBy(interfaces, (description) => description.path)
  const sections = [...byPath].flatMap(([path, descriptions]) => [
    `### \`${path}\``,
    ...descriptions.map((description) => interfaceSection(description, hollow.has(description.object))),
  ])
  return ['## Interfaces', ...sections].join('\n\n')
}

function interfaceSection(description: InterfaceDescription, hollow: boolean): string {
  const state = hollow ? 'present without its body' : 'absent'
  const fence = '`'.repeat(Math.max(3, longestBackticks(description.text) + 1))
  return [
    `\`${description.qualname}\` (${state})`,
    '',
    `${fence}python`,
    description.text.trimEnd(),
    fence,
  ].join('\n')
}

/** A docstring may hold a fence of its own. */
function longestBackticks(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map((match) => match[0].length))
}

function rules({ python, cut }: StatementFacts): string {
  const hidden = cut.hidden_test_files.length
  return [
    '## Rules',
    '',
    `- Python ${python} is used; the dependencies are installed, and nothing else may be installed.`,
    `- Your work is judged by pytest with ${hidden === 1 ? 'a test file' : 'test files'} that you do not see. Tests that pass now must go on passing.`,
    '- Changes to test files, to `conftest.py` and to the configuration of pytest are undone before the tests run.',
    '- There is no network while the tests run.',
    '- Do not look for the original code: not in other releases or installed copies of this project, not on the web.',
  ].join('\n')
}

function forbidden({ snapshot }: StatementFacts): string {
  if (snapshot.forbidden_urls.length === 0) return ''
  return ['## Forbidden addresses', '', ...snapshot.forbidden_urls.map((url) => `- <${url}>`)].join('\n')
}

function pathOf(id: string): string {
  return id.slice(0, id.indexOf('::'))
}
