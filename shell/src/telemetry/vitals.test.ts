import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AttributionReportOpts } from 'web-vitals/attribution'
import type { PageReport } from '../remotes/report.ts'
import { loadMeasure, measured } from './load-measure.ts'

type Heard = (metric: object) => void
const watched: Record<string, { heard: Heard; options: AttributionReportOpts }> = {}
vi.mock('web-vitals/attribution', () => Object.fromEntries(['onLCP', 'onINP', 'onCLS'].map((name) => [name, (heard: Heard, options: AttributionReportOpts) => { watched[name] = { heard, options } }])))
const { watchVitals } = await import('./vitals.ts')

/** What the browser kept of the time before it was asked: an observer may take it at once. */
let kept: object[] = []
let measures: (list: { getEntriesByName: (name: string) => object[] }) => void = () => undefined
let reports: PageReport[] = []

beforeEach(() => {
  reports = []
  vi.stubGlobal('PerformanceObserver', class {
    static readonly supportedEntryTypes = ['long-animation-frame']
    readonly #seen: typeof measures
    #type = ''
    constructor(seen: typeof measures) { this.#seen = seen }
    observe({ type }: { type: string }): void {
      this.#type = type
      // Entries of measures are handed over by the tests.
      if (type === 'measure') measures = this.#seen
    }
    takeRecords(): object[] { return this.#type === 'largest-contentful-paint' ? kept : [] }
    disconnect(): void { /* Nothing is observed any more. */ }
  })
  document.body.innerHTML = '<main><div data-screen="verify-driver" data-module="mfe-driver" data-module-version="1.1.0"><input name="surname" value="Silva"></div></main>'
  kept = []
  watchVitals((report) => reports.push(report), '1.0.0')
})
afterEach(() => { vi.unstubAllGlobals() })

const markFor = (selector: string): string | undefined => watched['onLCP']?.options.generateTarget?.(document.querySelector(selector))

describe('what the browser measures', () => {
  it.each([
    ['onLCP', 'LCP', 'target', 1234.6, { lcp: 1235 }],
    ['onINP', 'INP', 'interactionTarget', 96.4, { inp: 96 }],
    ['onCLS', 'CLS', 'largestShiftTarget', 0.0213, { cls: 21 }],
  ])('by %s is told for the version whose screen it happened in, once per page', (on, name, place, value, values) => {
    for (let time = 0; time < 2; time += 1) watched[on]?.heard({ name, value, attribution: { [place]: markFor('input') } })
    expect(reports).toEqual([{ module: 'mfe-driver', version: '1.1.0', step: 'verify-driver', phase: 'vitals', values }])
  })

  it('outside of every module, or in an element that nobody knows any more, is the shell’s', () => {
    watched['onLCP']?.heard({ name: 'LCP', value: 10, attribution: { target: markFor('main') } })
    watched['onINP']?.heard({ name: 'INP', value: 20, attribution: {} })
    expect(reports).toEqual([{ module: 'shell', version: '1.0.0', phase: 'vitals', values: { lcp: 10 } }, { module: 'shell', version: '1.0.0', phase: 'vitals', values: { inp: 20 } }])
  })

  it('never carries a text, a name of a field or an address', () => {
    watched['onLCP']?.heard({ name: 'LCP', value: 10, navigationURL: 'https://x.example/overview/guid-1', attribution: { target: markFor('input'), url: 'https://x.example/guid-1' } })
    expect(JSON.stringify(reports)).not.toMatch(/Silva|surname|guid-1|example/)
  })
})

describe('the largest paint of a page that is left as soon as its measuring began', () => {
  const hide = (state: string): void => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state as DocumentVisibilityState)
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }
  afterEach(() => { vi.restoreAllMocks() })
  const begin = (): void => {
    kept = [{ startTime: 300, element: document.querySelector('main') }, { startTime: 811.6, element: document.querySelector('input') }]
    watchVitals((report) => reports.push(report), '1.0.0')
  }
  const paint = { module: 'mfe-driver', version: '1.1.0', step: 'verify-driver', phase: 'vitals', values: { lcp: 812 } }

  it('is told as the browser had kept it, though nothing was heard of it yet', () => {
    begin()
    hide('hidden')
    hide('visible')
    hide('hidden')
    expect(reports).toEqual([paint])
  })

  it('is told once where it had been heard in time', () => {
    begin()
    watched['onLCP']?.heard({ name: 'LCP', value: 811.6, attribution: { target: markFor('input') } })
    hide('hidden')
    expect(reports).toEqual([paint])
  })

  it('is none where the browser knows none', () => {
    hide('hidden')
    expect(reports).toEqual([])
  })
})

describe('how long a module takes to come', () => {
  it('is told from the measure that its load left', async () => {
    performance.clearMeasures()
    await expect(measured({ module: 'mfe-driver', version: '1.1.0' }, () => Promise.resolve('loaded'))).resolves.toBe('loaded')
    await expect(measured({ module: 'mfe-driver', version: '1.2.0' }, () => Promise.reject(new Error('unreachable')))).rejects.toThrow('unreachable')
    const left = performance.getEntriesByName(loadMeasure)
    measures({ getEntriesByName: () => left })
    expect(reports).toEqual([{ module: 'mfe-driver', version: '1.1.0', phase: 'vitals', values: { load: expect.any(Number) as number } }])
  })
})
