import { allStateRows, type StateRow } from '@checkin/testing/states'
import { knownFailures } from './known-failures.ts'
import { allResults, lastOf, type Result } from './results.ts'
import { routeCells, sessionStates, type RouteCell } from './route-table.ts'

type Part = Result['part']

const hasFailed = ({ outcome }: Result): boolean => outcome === 'failed'

function markOf(results: readonly Result[]): string {
  if (results.length === 0) return 'not executed'
  return results.some(hasFailed) ? 'fails' : [...new Set(results.map(({ device }) => device))].sort().join(', ')
}

/** The calls whose answers were injected, where the row was walked in no other way. */
const injectedIn = (results: readonly Result[]): string =>
  (results.every(({ injected }) => injected !== undefined) ? [...new Set(results.map(({ injected }) => `\`${injected}\``))].join(', ') : '')

/** `2026-11-22 20:54` of an ISO time. */
const minuteOf = (time: string): string => time.slice(0, 16).replace('T', ' ')

function whenWalked(results: readonly Result[]): string {
  const runs = [...new Set(results.map(({ run }) => run))].sort()
  const [first, last] = [runs[0], runs.at(-1)]
  if (first === undefined || last === undefined) return 'Nothing has been walked yet.'
  if (first === last) return `It shows one run, begun on ${minuteOf(first)} (UTC).`
  return `It shows ${runs.length} runs of parts, one after the other, the first begun on ${minuteOf(first)}, the last on ${minuteOf(last)} (UTC). What was tried in several runs is shown as the last of them found it.`
}

const cellName = ({ path, state }: RouteCell): string => `${path} × ${state}`
const countOf = (items: readonly { readonly mark: string }[], isCounted: (mark: string) => boolean): number => items.filter(({ mark }) => isCounted(mark)).length
const isExecuted = (mark: string): boolean => mark !== 'not executed'
const fails = (mark: string): boolean => mark === 'fails'

function failures(results: readonly Result[]): readonly string[] {
  const found = new Map(results.filter(hasFailed).map(({ id, reason = '' }) => [id, knownFailures[id] ?? reason]))
  if (found.size === 0) return ['Nothing failed.']
  return ['| id | cause |', '|---|---|', ...[...found].map(([id, cause]) => `| ${id} | ${cause.replaceAll('|', '\\|')} |`)]
}

/** What `npm run walk` showed, as a page of docs/spec. */
export function reportOf(tried: readonly Result[] = allResults(), rows: readonly StateRow[] = allStateRows): string {
  const results = lastOf(tried)
  const of = (part: Part, id?: string): readonly Result[] => results.filter((each) => each.part === part && (id === undefined || each.id === id))
  const walked = rows.map((row) => ({ row, mark: row.built === false ? `not built (${row.ruling})` : markOf(of('row', row.id)), injected: injectedIn(of('row', row.id)) }))
  const built = walked.filter(({ row }) => row.built !== false)
  const cells = routeCells.map((cell) => ({ cell, mark: markOf(of('route', cellName(cell))) }))
  const others = [...of('buttons'), ...of('tabs')]
  const executed = built.filter(({ mark }) => isExecuted(mark))
  const lines = [
    '# The state table, walked', '',
    '`npm run walk` takes the rows of [states.json](states.json) in Chromium against the running product, as a renter does, and compares screen, address, the tab\'s',
    'session and what the company holds with the row after each step. It types every address in every state of a session, presses reload, Back and Forward at every',
    'screen, opens tabs and devices beside each other, and lets renters take random ways that the table allows. It makes this page from its results.', '',
    whenWalked(results), '',
    'Where a row names an injected answer, that one answer of the API was replaced in the browser, because the server gives it only while something is broken;',
    'everything before and after it was the product\'s own.', '',
    '| what | number |', '|---|---|',
    `| rows of the table | ${rows.length} |`, `| not built yet | ${rows.length - built.length} |`, `| executed | ${executed.length} of ${built.length} |`,
    `| executed on a desktop and on a phone | ${countOf(built, (mark) => mark === 'desktop, phone')} |`, `| executed with an injected answer only | ${executed.filter(({ injected }) => injected !== '').length} |`, `| failing | ${countOf(built, fails)} |`,
    `| addresses × states of a session | ${countOf(cells, isExecuted)} of ${cells.length}, ${countOf(cells, fails)} failing |`,
    `| screens with reload, Back and Forward; tabs, devices, ends of a session | ${new Set(others.map(({ part, id }) => `${part} ${id}`)).size}, ${others.filter(hasFailed).length} failing |`,
    `| random walks | ${of('random').length} of ${new Set(of('random').map(({ id }) => id.replace(/:.*/, ''))).size} seeds, ${of('random').filter(hasFailed).length} failing |`, '',
    '## Rows', '', '| row | executed on | injected answer |', '|---|---|---|',
    ...walked.map(({ row: { id }, mark, injected }) => `| [${id}](states.md#${id}) | ${mark} | ${isExecuted(mark) ? injected : ''} |`), '',
    '## Addresses', '', `| path | ${sessionStates.join(' | ')} |`, `|---|${sessionStates.map(() => '---').join('|')}|`,
    ...[...new Set(routeCells.map(({ path }) => path))].map((path) => `| \`${path}\` | ${cells.filter(({ cell }) => cell.path === path).map(({ cell, mark }) => (isExecuted(mark) && !fails(mark) ? cell.leadsTo : `${cell.leadsTo}: ${mark}`)).join(' | ')} |`), '',
    '## What fails', '', ...failures(results), '',
  ]
  return lines.join('\n')
}
