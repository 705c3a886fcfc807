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
}

const folder = join(root, '.cache', 'walk')

/** Forgets the results of an earlier run. */
export function forgetResults(): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

export function record(result: Result): void {
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(result)}\n`)
}

export const allResults = (): readonly Result[] =>
  readdirSync(folder).filter((name) => name.endsWith('.jsonl')).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line) as Result))

/** The first line of an error without its colours. */
export const reasonOf = (error: unknown): string =>
   
  (error instanceof Error ? error.message : String(error)).replace(/\u001b\[[0-9;]*m/g, '').split('\n').filter((line) => line.trim() !== '').slice(0, 4).join(' | ').slice(0, 400)
