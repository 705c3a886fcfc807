import type { Page } from '@playwright/test'

/** What happened on a page, in milliseconds since 1970, so that notes of several documents of one tab stand in one row. */
export type Note =
  | { readonly kind: 'press'; readonly at: number }
  /** A screen's heading is there; `answeredAt`: when the last answer of the API had come. */
  | { readonly kind: 'screen'; readonly name: string; readonly at: number; readonly answeredAt: number | null }
  /** An answer to a touch or key, until it was painted; `screen`: what was shown, where anything was. */
  | { readonly kind: 'input'; readonly milliseconds: number; readonly screen?: string }
  | { readonly kind: 'shift'; readonly value: number; readonly screen?: string }

/** Runs in every document of the page, before its own code. */
function takeNotes(): void {
  const { noteOfBench: send } = window as unknown as { noteOfBench: (note: object) => void }
  const at = (time: number): number => performance.timeOrigin + time
  let shown = ''
  addEventListener('click', () => { send({ kind: 'press', at: at(performance.now()) }) }, true)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) if (!entry.hadRecentInput) send({ kind: 'shift', value: entry.value, screen: shown })
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { readonly interactionId: number })[]) if (entry.interactionId > 0) send({ kind: 'input', milliseconds: entry.duration, screen: shown })
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  const look = (): void => {
    const screen = document.querySelector('[data-screen]:has(h1, h2)')
    const name = screen?.getAttribute('data-screen') ?? shown
    if (name === shown) return
    shown = name
    const now = performance.now()
    const answers = performance.getEntriesByType('resource').filter(({ name: address, responseEnd }) => address.includes('/api/') && responseEnd <= now)
    const last = Math.max(...answers.map(({ responseEnd }) => responseEnd))
    send({ kind: 'screen', name, at: at(now), answeredAt: answers.length > 0 ? at(last) : null })
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-screen'] })
}

/** Takes notes of all that happens on a page from now on, in the page itself, so that the tool's own time does not count. */
export async function observePage(page: Page): Promise<readonly Note[]> {
  const notes: Note[] = []
  await page.exposeFunction('noteOfBench', (note: Note) => { notes.push(note) })
  await page.addInitScript(takeNotes)
  return notes
}
