import { onCLS, onINP, onLCP, type MetricWithAttribution } from 'web-vitals/attribution'
import type { SendReport, VitalsReport } from '../remotes/report.ts'
import { watchBlocks } from './blocks.ts'
import { loadMeasure, type LoadDetail } from './load-measure.ts'
import { watchStacks } from './stacks.ts'

type Whose = Pick<VitalsReport, 'module' | 'version' | 'step'>

/** Named when it is observed: until it is reported the element may be gone. */
const markOf = (node: Node | null): string => {
  const shown = (node instanceof Element ? node : node?.parentElement)?.closest<HTMLElement>('[data-module-version]')
  const { module, moduleVersion: version, screen: step } = shown?.dataset ?? {}
  return module && version ? JSON.stringify({ module, version, ...(step && { step }) }) : ''
}

const whereOf = (metric: MetricWithAttribution): string | undefined => {
  if (metric.name === 'LCP') return metric.attribution.target
  if (metric.name === 'CLS') return metric.attribution.largestShiftTarget
  return metric.name === 'INP' ? metric.attribution.interactionTarget : undefined
}

const names = { LCP: 'lcp', INP: 'inp', CLS: 'cls' } as const

/** The largest paint that the browser has kept, taken at once; null where there is none, or none while the page could be seen. */
function keptPaint(): { readonly value: number; readonly mark: string } | null {
  if (document.visibilityState === 'hidden') return null
  const observer = new PerformanceObserver(() => undefined)
  observer.observe({ type: 'largest-contentful-paint', buffered: true })
  const paint = observer.takeRecords().at(-1) as LargestContentfulPaint | undefined
  observer.disconnect()
  return paint ? { value: paint.startTime, mark: markOf(paint.element) } : null
}

/**
 * Measures this page as its renter meets it: the largest paint, the slowest answer to a touch, layout shift, times without an answer, and how long each
 * module took to come. A value belongs to the module version whose screen it happened in, else to the shell. Each is reported once
 * per page, at the latest when the page is hidden; an address or a text is never part of it.
 */
export function watchVitals(report: SendReport, shellVersion: string): void {
  watchBlocks(report)
  watchStacks(report)
  const reported = new Set<string>()
  const shell: Whose = { module: 'shell', version: shellVersion }
  const reportOnce = (name: keyof typeof names, value: number, mark: string | undefined): void => {
    // A page that is hidden again measures further under the same name; counting it twice would weigh long visits double.
    if (reported.has(name)) return
    reported.add(name)
    // Layout shift has no unit and is counted in thousandths.
    report({ ...(mark ? JSON.parse(mark) as Whose : shell), phase: 'vitals', values: { [names[name]]: Math.round(name === 'CLS' ? value * 1000 : value) } })
  }
  const heard = (metric: MetricWithAttribution): void => {
    if (metric.name === 'LCP' || metric.name === 'INP' || metric.name === 'CLS') reportOnce(metric.name, metric.value, whereOf(metric))
  }
  const paint = keptPaint()
  for (const watch of [onLCP, onINP, onCLS]) watch(heard, { generateTarget: markOf })
  // The library hears of paints before its time only a moment later, and forgets them when the page is left within that moment.
  if (paint) {
    addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden') reportOnce('LCP', paint.value, paint.mark) }, { capture: true })
  }
  new PerformanceObserver((list) => {
    for (const { detail, duration } of list.getEntriesByName(loadMeasure) as PerformanceMeasure[]) {
      const { module, version } = detail as LoadDetail
      report({ module, version, phase: 'vitals', values: { load: Math.round(duration) } })
    }
  }).observe({ type: 'measure', buffered: true })
}
