import { appendFileSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/addresses.ts'

/** One thing that was tried in a browser: a row of the table of states, a route in a state of the session, a button of the browser on a screen. */
export interface Result {
  readonly part: 'row' | 'route' | 'buttons' | 'tabs' | 'random'
  readonly id: string
  readonly device: string
  readonly outcome: 'passed' | 'failed'
  /** Why it failed, in one line. */
  readonly reason?: string
  /** The call of the page whose answer was injected in the browser instead of coming from the server. */
  readonly injected?: string
  /** When the run began in which it was tried, ISO 8601 in UTC. */
  readonly run: string
}

const folder = join(root, '.cache', 'walk')

/** Forgets the results of an earlier run. */
export function forgetResults(): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

/** Gives this process and its workers one name for the run; the sample among the journeys has none and leaves no results. */
export function beginRun(): void {
  process.env['CHECKIN_WALK_RUN'] ??= new Date().toISOString()
}

export function record(result: Omit<Result, 'run'>): void {
  const run = process.env['CHECKIN_WALK_RUN']
  if (run === undefined) return
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify({ ...result, run })}\n`)
}

/** Random walks of one seed are one thing: each run finds other ways as soon as a table changes. */
const nameOf = ({ part, id, device }: Result): string => [part, part === 'random' ? id.replace(/:.*/, '') : id, device].join(' ')

/** Of everything that was tried in several runs, what the last of them showed. */
export function lastOf(results: readonly Result[]): readonly Result[] {
  return [...Map.groupBy(results, nameOf).values()].flatMap((same) => {
    const last = same.map(({ run }) => run).sort().at(-1)
    return same.filter(({ run }) => run === last)
  })
}

export const allResults = (): readonly Result[] =>
  readdirSync(folder).filter((name) => name.endsWith('.jsonl')).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line) as Result))

/** The first line of an error without its colours. */
export const reasonOf = (error: unknown): string =>
   
  (error instanceof Error ? error.message : String(error)).replace(/\u001b\[[0-9;]*m/g, '').split('\n').filter((line) => line.trim() !== '').slice(0, 4).join(' | ').slice(0, 400)
