import { wholeRows, type WholeRow } from './rows.ts'

/** What stopped a row, what was seen, and after how long. `canary`: the rollout, from the first renter; with `visits` browsers visited it, else it is the middle of simulated ones with what was seen. */
export interface WholeResult {
  readonly row: WholeRow
  readonly gate: string
  readonly said: string
  readonly seconds: number
  readonly canary: { readonly seconds: number; readonly hurt: number; readonly visits?: number } | null
}

/** In the place of a gate: the row was not tried to its end, so nothing is known of it. The product did not start, a build failed, a browser went away. */
export const couldNotRun = 'could not run'

const heading = '\n## In the whole product\n'

/** docs/sabotage.md with this part anew, after what `shell/test/sabotage` writes. Rows that were not tried this time, or could not be, stay as they were. */
export function wholePage(before: string, results: readonly WholeResult[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const [page = '', known = ''] = before.split(heading)
  const lineOf = ({ what }: WholeRow): readonly string[] => {
    const tried = results.find(({ row, gate }) => row.what === what && gate !== couldNotRun)
    const former = known.split('\n').find((each) => each.startsWith(`| ${what} |`))
    if (!tried) return former === undefined ? [] : [former]
    const { row, gate, said, seconds, canary } = tried
    return [line([row.what, row.finding ?? '', row.module, gate === 'unnoticed' ? '**unnoticed**' : gate, said, canary ? minutes(canary.seconds) : `${seconds} s`, canary ? hurtOf(canary) : '0'])]
  }
  return `${page}${heading}${[
    'Real modules with one thing broken, built from their sources, which publish and conform. The release matrix test walks a renter\'s check-in with each. What passes that is given to half of the new sessions, and renters in Chromium, each with a reservation of its own, choose an extra and go on, a few at a time, until the registry rolls the version back by what their pages reported; time and renters are counted from the first who got it. Where only completed journeys show it, whose time is 45 minutes, three renters visit it and three the version beside it, and the canary analysis is simulated with how much worse they fared, as above. `npm run sabotage -- waits ten seconds` tries the rows that have these words.',
    '',
    line(['broken', 'found as', 'module', 'earliest gate', 'seen', 'stopped after', 'renters hurt']),
    '|---|---|---|---|---|---|---|',
    ...wholeRows.flatMap(lineOf),
  ].join('\n')}\n`
}

const minutes = (seconds: number): string => `${(seconds / 60).toFixed(1)} min`
const hurtOf = ({ hurt, visits }: NonNullable<WholeResult['canary']>): string => (visits === undefined ? `${hurt}, simulated` : `${hurt} of ${visits} who came`)
