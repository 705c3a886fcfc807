import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PageData, PageModule } from '@checkin/releases'
import { culpritOf, lastReached, problemOf, reportUnhandled, sendReport } from './report.ts'
import type { ModuleReport, PageReport } from './report.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a report about a module', () => {
  it('leaves as a beacon to the site’s own address, as text', () => {
    const sent: { address: string; body: string }[] = []
    vi.stubGlobal('navigator', { sendBeacon: (address: string, body: string) => sent.push({ address, body }) })
    const report: ModuleReport = { module: 'mfe-driver', version: '1.1.0', phase: 'load', outcome: 'ok' }
    sendReport(report)
    expect(sent.map(({ address }) => address)).toEqual(['/beacon'])
    expect(JSON.parse(sent[0]!.body)).toEqual(report)
  })

  it('leaves behind which screen was opened last, by whose code, for what breaks the page later (DEC-297)', () => {
    vi.stubGlobal('navigator', { sendBeacon: () => true })
    const opened = { module: 'mfe-driver', version: '1.1.0', step: 'driver-contact', phase: 'step' } as const
    sendReport({ ...opened, outcome: 'reached' })
    sendReport({ ...opened, outcome: 'left' })
    sendReport({ module: 'mfe-offers', version: '2.0.0', phase: 'load', outcome: 'ok' })
    expect(lastReached).toEqual({ ...opened, outcome: 'reached' })
  })

  it.each([
    [new Error('RUNTIME-008 ... ScriptNetworkError: Failed to load script'), 'unreachable'],
    [new Error('RUNTIME-008 ... ScriptNetworkError: Script "x" timed out.'), 'too-slow'],
    [Object.assign(new Error('Loading chunk 5 failed.'), { name: 'ChunkLoadError' }), 'unreachable'],
    [Object.assign(new Error('Loading chunk 5 failed.\n(timeout: /a.js)'), { name: 'ChunkLoadError' }), 'too-slow'],
    [new Error('RUNTIME-008 ... ScriptExecutionError: Script "x" loaded but threw'), 'threw'],
    [new TypeError('undefined is not a function'), 'threw'],
    ['anything', 'threw'],
  ] as const)('names the problem %s: %s', (error, problem) => {
    expect(problemOf(error)).toBe(problem)
  })
})

describe('an error that nobody caught', () => {
  const module = (version: string, lastGood?: PageModule): PageModule => ({
    name: 'mfe-driver', version, uniqueName: 'x', base: `/assets/mfe-driver/${version}/`, entry: '', integrity: {}, steps: [], ...(lastGood ? { lastGood } : {}),
  })
  const page = { release: { setId: 1, shellVersion: '1.0.0' }, modules: { 'mfe-driver': module('1.1.0', module('1.0.0')) } } as unknown as PageData

  function heard(stack: string) {
    const reports: PageReport[] = []
    const target = new EventTarget()
    reportUnhandled(page, (report) => reports.push(report), target)
    target.dispatchEvent(Object.assign(new ErrorEvent('error', { error: Object.assign(new Error('Silva, maria@example.com'), { stack }) })))
    return reports
  }

  it.each([
    ['at https://x/assets/mfe-driver/1.1.0/remote.js:1:1', 'mfe-driver', '1.1.0'],
    ['at https://x/assets/mfe-driver/1.0.0/remote.js:1:1', 'mfe-driver', '1.0.0'],
    ['at https://x/assets/shell/1.0.0/main.js:1:1', 'shell', '1.0.0'],
  ])('is booked to the version whose file it names: %s', (stack, name, version) => {
    expect(heard(stack)).toEqual([{ module: name, version, phase: 'unhandled', outcome: 'failed', reason: 'threw' }])
  })

  it('of an extension or of the browser is nobody’s', () => {
    expect(heard('at chrome-extension://abc/content.js:1:1')).toEqual([])
    expect(culpritOf(page, '')).toBeUndefined()
  })

  it('never sends its message, which may quote the renter', () => {
    expect(JSON.stringify(heard('at https://x/assets/mfe-driver/1.1.0/remote.js:1:1'))).not.toMatch(/Silva|maria/)
  })
})
