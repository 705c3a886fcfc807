import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PageReport } from '../remotes/report.ts'
import { stackIn, watchStacks } from './stacks.ts'

const own = `${location.origin}/assets/mfe-driver/1.1.0`
const shell = `${location.origin}/assets/shell/1.0.0/main.js:1:9`
const thrown = (stack: string): Error => Object.assign(new Error('Silva, maria@example.com'), { stack })

afterEach(() => { vi.restoreAllMocks() })

describe('where an error was thrown (DEC-314, ECO-6)', () => {
  it('is told by the places in one version’s own files, the innermost first, and by nothing else of its stack', () => {
    const stack = `TypeError: Silva, maria@example.com\n    at React (${shell})\n    at saveMaria (${own}/late/838.a1b2.js:1:2045)\n    at https://evil.example/assets/mfe-driver/1.1.0/x.js:1:1\n    at chrome-extension://abc/content.js:1:1\nrun@${own}/remote.js:2:7`
    expect(stackIn(stack)).toEqual({ module: 'mfe-driver', version: '1.1.0', frames: [{ file: '838.a1b2.js', line: 1, column: 2045 }, { file: 'remote.js', line: 2, column: 7 }] })
    expect(stackIn(Array.from({ length: 30 }, () => `at ${own}/remote.js:1:1`).join('\n'))?.frames).toHaveLength(8)
  })

  it.each([
    ['in the shell alone is the shell’s', `at ${shell}`, { module: 'shell', version: '1.0.0', frames: [{ file: 'main.js', line: 1, column: 9 }] }],
    ['in an extension or the browser is nobody’s', 'at chrome-extension://abc/content.js:1:1', null],
    ['elsewhere is nobody’s', 'at https://evil.example/assets/shell/1.0.0/main.js:1:1', null],
  ])('%s', (_case, stack, expected) => { expect(stackIn(stack)).toEqual(expected) })

  it.each([
    ['nobody caught', (error: Error) => new ErrorEvent('error', { error })],
    ['a promise was refused with', (reason: Error) => Object.assign(new Event('unhandledrejection'), { reason })],
    ['ended a view', (detail: Error) => new CustomEvent('checkin-view-broke', { detail })],
  ])('is reported of one that %s', (_case, event) => {
    const reports: PageReport[] = []
    watchStacks((report) => reports.push(report))
    dispatchEvent(event(thrown(`at ${own}/remote.js:2:7`)))
    expect(reports.at(-1)).toEqual({ module: 'mfe-driver', version: '1.1.0', phase: 'stack', frames: [{ file: 'remote.js', line: 2, column: 7 }] })
    expect(JSON.stringify(reports)).not.toMatch(/Silva|maria/)
  })
})
