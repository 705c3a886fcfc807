import type { WholeRow } from './rows.ts'

/** What stopped a row, what was seen, and after how long; `canary`: the middle of simulated rollouts with what was seen. */
export interface WholeResult {
  readonly row: WholeRow
  readonly gate: string
  readonly said: string
  readonly seconds: number
  readonly canary: { readonly minutes: number; readonly hurt: number } | null
}

const heading = '\n## In the whole product\n'

/** docs/sabotage.md with this part anew, after what `shell/test/sabotage` writes. */
export function wholePage(before: string, results: readonly WholeResult[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return `${before.split(heading)[0] ?? ''}${heading}${[
    'Real modules with one thing broken, built from their sources, which publish and conform. The release matrix test walks a renter\'s check-in with each; what passes that is visited by renters who choose an extra, three with it and three with the version beside it, and how much worse they fared is what the canary analysis is then simulated with, as above. Renters are hurt by the canary only: those who get the version until it is rolled back.',
    '',
    line(['broken', 'found as', 'module', 'earliest gate', 'seen', 'stopped after', 'renters hurt']),
    '|---|---|---|---|---|---|---|',
    ...results.map(({ row, gate, said, seconds, canary }) => line([row.what, row.finding ?? '', row.module, gate === 'unnoticed' ? '**unnoticed**' : gate, said, canary ? `${canary.minutes.toFixed(1)} min` : `${seconds} s`, String(canary?.hurt ?? 0)])),
  ].join('\n')}\n`
}
