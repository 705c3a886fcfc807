import { stateRows, type StateRow } from '@checkin/testing/states'
import { allResults, type Result } from './results.ts'
import { knownFailures } from './known-failures.ts'
import { routeCells, sessionStates } from './route-table.ts'

const failed = (results: readonly Result[]): Result | undefined => results.find(({ outcome }) => outcome === 'failed')
const byId = (results: readonly Result[], part: Result['part'], id: string): readonly Result[] => results.filter((each) => each.part === part && each.id === id)

function markOf(results: readonly Result[]): string {
  if (results.length === 0) return 'not executed'
  const fault = failed(results)
  return fault ? 'fails' : [...new Set(results.map(({ device }) => device))].sort().join(', ')
}

const ruled = (rows: readonly StateRow[]): readonly StateRow[] => rows.filter(({ built }) => built === false)

/** What the last run of `npm run walk` showed, as a page of docs/spec. */
export function reportOf(rows: readonly StateRow[], results: readonly Result[] = allResults()): string {
  const marks = stateRows.map((row) => ({ row, mark: markOf(byId(results, 'row', row.id)) }))
  const executed = marks.filter(({ mark }) => mark !== 'not executed')
  const failing = marks.filter(({ mark }) => mark === 'fails')
  const cells = routeCells.map((cell) => ({ cell, mark: markOf(byId(results, 'route', `${cell.path} × ${cell.state}`)) }))
  const others = [...new Set(results.filter(({ part }) => part === 'buttons' || part === 'tabs').map(({ part, id }) => `${part} ${id}`))]
  const othersFailing = results.filter(({ part, outcome }) => (part === 'buttons' || part === 'tabs') && outcome === 'failed')
  const random = results.filter(({ part }) => part === 'random')
  const lines = [
    '# The state table, walked', '',
    '`npm run walk` takes every row of [states.json](states.json) that is built in a real browser against the running product, on a desktop and on a phone, types every',
    'address in every state of a session, and presses Back, Forward and reload at every screen. This page is what its last run showed.', '',
    '| what | number |', '|---|---|',
    `| rows of the table | ${rows.length} |`, `| not built yet | ${ruled(rows).length} |`, `| executed | ${executed.length} of ${stateRows.length} |`,
    `| executed on both devices | ${marks.filter(({ mark }) => mark === 'desktop, phone').length} |`, `| failing | ${failing.length} |`,
    `| addresses × states of a session | ${cells.filter(({ mark }) => mark !== 'not executed').length} of ${cells.length}, ${cells.filter(({ mark }) => mark === 'fails').length} failing |`,
    `| screens with reload, Back and Forward; tabs, devices, ends of a session | ${others.length}, ${othersFailing.length} failing |`,
    `| random walks | ${random.length}, ${random.filter(({ outcome }) => outcome === 'failed').length} failing |`, '',
    '## Rows', '', '| row | executed on |', '|---|---|',
    ...marks.map(({ row, mark }) => `| [${row.id}](states.md#${row.id}) | ${mark} |`),
    ...ruled(rows).map(({ id, ruling }) => `| [${id}](states.md#${id}) | not built (${ruling}) |`), '',
    '## Addresses', '', `| path | ${sessionStates.join(' | ')} |`, `|---|${sessionStates.map(() => '---').join('|')}|`,
    ...[...new Set(routeCells.map(({ path }) => path))].map((path) => `| \`${path}\` | ${cells.filter(({ cell }) => cell.path === path).map(({ cell, mark }) => (mark === 'desktop' || mark === 'phone' || mark === 'desktop, phone' ? cell.leadsTo : `${cell.leadsTo}: ${mark}`)).join(' | ')} |`), '',
    '## What fails', '',
    ...(Object.keys(knownFailures).length === 0 ? ['Nothing is known to fail.'] : ['| id | cause |', '|---|---|', ...Object.entries(knownFailures).map(([id, cause]) => `| ${id} | ${cause} |`)]), '',
  ]
  return lines.join('\n')
}
