import { existsSync, readFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { logFile } from './addresses.ts'

/** What a service wrote of one moment; a call has a status. */
interface LogLine {
  readonly level: number
  readonly time: number
  readonly status?: number
}

/** Lines that are printed of one failure at most, the last ones. */
const mostLines = 60

/** Level of a warning (pino). */
const warning = 40

function parsed(text: string): LogLine | null {
  try {
    return JSON.parse(text) as LogLine
  } catch {
    return null
  }
}

/** What the services warned of or refused between two moments, in milliseconds since 1970. */
export function troubleIn(log: string, from: number, to: number): readonly string[] {
  return log.split('\n').filter((text) => {
    const line = text.startsWith('{') ? parsed(text) : null
    return line !== null && line.time >= from && line.time <= to && (line.level >= warning || (line.status ?? 0) >= 400)
  })
}

/** The pages in an error context of Playwright, each as its accessibility tree. */
export const pagesIn = (context: string): readonly string[] => [...context.matchAll(/^```yaml\n([\s\S]*?)\n```$/gm)].map(([, tree = '']) => tree)

/**
 * Prints of a failed journey what its page showed at the end, and what the services refused or warned of meanwhile: of a run in a clean clone on another
 * machine nothing is left but what it printed.
 */
export default class FailureReport implements Reporter {
  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus || result.status === 'skipped') return
    const from = result.startTime.getTime()
    const log = existsSync(logFile) ? troubleIn(readFileSync(logFile, 'utf8'), from, from + result.duration) : []
    const pages = result.attachments.filter(({ name, path }) => name === 'error-context' && path !== undefined && existsSync(path)).flatMap(({ path }) => pagesIn(readFileSync(path ?? '', 'utf8')))
    console.log([`\n--- ${test.title}: the page at the end`, ...pages, '--- what services refused or warned of meanwhile', ...log.slice(-mostLines), '---\n'].join('\n'))
  }

  printsToStdio(): boolean {
    return false
  }
}
