import { longestBlockMs } from '@checkin/telemetry'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PageReport } from '../remotes/report.ts'
import { watchBlocks } from './blocks.ts'

let reports: PageReport[] = []
let hears: (frames: readonly object[]) => void = () => undefined

/** A browser that describes long frames, or one that does not. */
function browser(knows: readonly string[]): void {
  vi.stubGlobal('PerformanceObserver', class {
    static readonly supportedEntryTypes = knows
    constructor(seen: (list: { getEntries: () => readonly object[] }) => void) { hears = (frames) => { seen({ getEntries: () => frames }) } }
    observe(): void { /* Entries are handed over by the tests. */ }
  })
  watchBlocks((report) => { reports.push(report) })
}
const frame = (blockingDuration: number, ...scripts: readonly (readonly [sourceURL: string, duration: number])[]) => ({ blockingDuration, scripts: scripts.map(([sourceURL, duration]) => ({ sourceURL, duration })) })
const shell = 'https://x.example/assets/shell/1.0.0/react.js'

beforeEach(() => {
  reports = []
  vi.useFakeTimers()
  document.body.innerHTML = '<main><div data-screen="verify-driver" data-module="mfe-driver" data-module-version="1.1.0"></div></main>'
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

describe('a page that answers nothing for a while', () => {
  it('reports the version whose own file ran, whatever is shown, and each once (DEC-297, ROL-2)', () => {
    browser(['long-animation-frame'])
    for (let time = 0; time < 2; time += 1) hears([frame(longestBlockMs + 1, [shell, 300], ['https://x.example/assets/mfe-offers/2.0.1/extras.js', 1900])])
    expect(reports).toEqual([{ module: 'mfe-offers', version: '2.0.1', phase: 'step', outcome: 'failed', reason: 'blocked' }])
  })

  it('reports the screen that is shown where a file of the frame rendered it, or nothing is known of the files (DEC-297)', () => {
    browser(['long-animation-frame'])
    hears([frame(longestBlockMs + 1, [shell, 2500])])
    expect(reports).toEqual([{ module: 'mfe-driver', version: '1.1.0', step: 'verify-driver', phase: 'step', outcome: 'failed', reason: 'blocked' }])
    document.body.replaceChildren()
    hears([frame(longestBlockMs + 1)])
    expect(reports).toHaveLength(1)
  })

  it('reports nothing of shorter ones (DEC-297)', () => {
    browser(['long-animation-frame'])
    hears([frame(longestBlockMs, [shell, 2000])])
    expect(reports).toEqual([])
  })
})

describe('a browser that describes no frames', () => {
  /** Milliseconds that went by without a timer. */
  let asleep = 0
  const blocks = (milliseconds: number): void => { asleep += milliseconds }
  beforeEach(() => { vi.spyOn(performance, 'now').mockImplementation(() => Date.now() + asleep) })
  afterEach(() => { vi.restoreAllMocks() })

  it('is asked by a beat that came late (DEC-297)', () => {
    browser([])
    vi.advanceTimersByTime(5000)
    expect(reports).toEqual([])
    blocks(longestBlockMs + 100)
    vi.advanceTimersByTime(500)
    expect(reports).toMatchObject([{ module: 'mfe-driver', reason: 'blocked' }])
  })

  it('and not where the page was hidden meanwhile, or the device slept (DEC-297)', () => {
    browser([])
    vi.advanceTimersByTime(500)
    document.dispatchEvent(new Event('visibilitychange'))
    blocks(longestBlockMs + 100)
    vi.advanceTimersByTime(500)
    blocks(120_000)
    vi.advanceTimersByTime(500)
    expect(reports).toEqual([])
  })
})
