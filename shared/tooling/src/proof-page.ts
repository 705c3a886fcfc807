import { anchorsIn } from './spec.ts'
import type { CitingTest } from './proof-titles.ts'

/** A file of docs/spec whose rows have to be asserted by tests. */
export interface ProvedFile {
  /** Its name, such as `payment.md`. */
  readonly name: string
  readonly text: string
}

/** Files of docs/spec in which each row is something to assert; traps only point to rows. */
export const provedFiles = [
  'flow.md', 'verification.md', 'driver.md', 'offers.md', 'payment.md', 'precheckout.md', 'pricing.md', 'api.md', 'data.md', 'errors.md', 'constants.md', 'texts.md',
  'states.md', 'payment-scenarios.md', 'decisions.md',
] as const

/**
 * Rows that are ruled and not built yet: transitions that say so, and rulings that no source names (docs/spec/decisions.md).
 * `sources` are the texts of the code, its tests included.
 */
export function notBuilt(transitions: readonly { readonly id: string; readonly built?: boolean | undefined }[], decisions: string, sources: readonly string[]): ReadonlySet<string> {
  const [, rulings = ''] = decisions.split('## Rulings')
  const ahead = anchorsIn(rulings).filter((id) => !sources.some((text) => new RegExp(`\\b${id}\\b`).test(text)))
  return new Set([...transitions.filter(({ built }) => built === false).map(({ id }) => id), ...ahead])
}

/** The built rows that no test names, in the order of the specification. */
export const unproved = (files: readonly ProvedFile[], tests: readonly CitingTest[], unbuilt: ReadonlySet<string>): readonly string[] => {
  const cited = new Set(tests.flatMap((test) => test.cited))
  return files.flatMap(({ text }) => anchorsIn(text)).filter((id) => !cited.has(id) && !unbuilt.has(id))
}

const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;')

/** The tests of one row, file by file. */
function proofOf(tests: readonly CitingTest[]): string {
  const byFile = Map.groupBy(tests, ({ path }) => path)
  return [...byFile].map(([path, own]) => `\`${path}\`: ${[...new Set(own.map(({ title }) => cell(title)))].join('; ')}`).join('<br>')
}

/** The tests of each row by its id, as a table has them; '' for a row without. Files stand in a fixed order, so that a page changes only where tests do. */
export function testsByRow(tests: readonly CitingTest[]): (id: string) => string {
  const byRow = new Map<string, CitingTest[]>()
  const sorted = [...tests].sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0))
  for (const test of sorted) for (const id of test.cited) byRow.set(id, [...byRow.get(id) ?? [], test])
  return (id) => proofOf(byRow.get(id) ?? [])
}

/**
 * The text of docs/spec/proof.md: each row with the tests that say they assert it. `unbuilt` are rows that are ruled and not built yet.
 */
export function proofPage(files: readonly ProvedFile[], tests: readonly CitingTest[], unbuilt: ReadonlySet<string>): string {
  const proof = testsByRow(tests)
  const missing = unproved(files, tests, unbuilt)
  const rows = files.flatMap(({ text }) => anchorsIn(text))
  const tables = files.map(({ name, text }) => {
    const [, heading = name] = /^# (.+)$/m.exec(text) ?? []
    const lines = anchorsIn(text).map((id) => `| [${id}](${name}#${id}) | ${unbuilt.has(id) ? 'not built yet' : proof(id) || '**no test**'} |`)
    return [`## ${heading.split(':')[0]}`, '', '| row | asserted by |', '|---|---|', ...lines].join('\n')
  })
  return `${[
    '# Proof by row', '',
    'Each row of the specification with the tests that assert it: those that name it in their title, in the table of their cases, in the title of their group or in the doc',
    'comment before them. "The walk" is a step of [the state table, walked](walked.md), which reads state, event and target from the row itself. Made by',
    '`npm run check -- --write`; `npm run check` fails when the page is behind.', '',
    '| rows | number |', '|---|---|', `| of the specification | ${rows.length} |`, `| ruled and not built yet | ${rows.filter((id) => unbuilt.has(id)).length} |`,
    `| without a test | ${missing.length} |`, '',
    ...(missing.length === 0 ? [] : [`Without a test: ${missing.join(', ')}.`, '']),
    tables.join('\n\n'),
  ].join('\n')}\n`
}
