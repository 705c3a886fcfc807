import type { Page } from '@playwright/test'

/** What happened on a page, in milliseconds since 1970, so that notes of several documents of one tab stand in one row. */
export type Note =
  | { readonly kind: 'press'; readonly at: number }
  /** A screen's heading is there; `answeredAt`: when the last answer of the API had come. */
  | { readonly kind: 'screen'; readonly name: string; readonly at: number; readonly answeredAt: number | null }
  /** An answer to a touch or key, until it was painted; `screen`: what was shown when it came, where anything was. */
  | { readonly kind: 'input'; readonly milliseconds: number; readonly at?: number; readonly screen?: string; readonly touch?: Touch }
  /** A frame of more than 50 ms, as the browser tells it (Long Animation Frames), with the scripts that ran in it. */
  | { readonly kind: 'frame'; readonly at: number; readonly milliseconds: number; readonly scripts: readonly string[] }
  | { readonly kind: 'shift'; readonly value: number; readonly screen?: string; readonly moved?: readonly Moved[] }

/** One touch or key: what it was, where, and how its milliseconds were spent: waiting for the page, in its code (of all its events, as pointerdown and click), until the answer was painted. */
export interface Touch {
  readonly event: string
  readonly element: string
  readonly waiting: number
  readonly code: number
  readonly painting: number
}

/** What moved without a touch before it, in pixels of the page's own: `[left, top, width, height]` on the screen, all 0 where it was not in sight. */
export interface Moved {
  /** The element with its parent, as one would look for it in the source. */
  readonly element: string
  readonly from: readonly [number, number, number, number]
  readonly to: readonly [number, number, number, number]
}

/** Runs in every document of the page, before its own code. */
function takeNotes(): void {
  const { noteOfBench: send } = window as unknown as { noteOfBench: (note: object) => void }
  const at = (time: number): number => performance.timeOrigin + time
  let shown = ''
  addEventListener('click', () => { send({ kind: 'press', at: at(performance.now()) }) }, true)
  const named = (element: Element): string => {
    const marks = [...element.attributes].flatMap(({ name, value }) => (/^data-(screen|field|action|step)$/.test(name) ? [`[${name}=${value}]`] : []))
    return `${element.localName}${[...element.classList].map((each) => `.${each}`).join('')}${marks.join('')}`
  }
  const pathTo = (node: Node | null): string => {
    const element = node instanceof Element ? node : node?.parentElement
    return element ? [element.parentElement, element].flatMap((each) => (each ? [named(each)] : [])).join(' > ') : 'no longer there'
  }
  const place = ({ x, y, width, height }: DOMRectReadOnly): readonly number[] => [x, y, width, height].map(Math.round)
  interface Shift extends PerformanceEntry {
    readonly value: number
    readonly hadRecentInput: boolean
    readonly sources: readonly { readonly node: Node | null; readonly previousRect: DOMRectReadOnly; readonly currentRect: DOMRectReadOnly }[]
  }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (!hadRecentInput) send({ kind: 'shift', value, screen: shown, moved: sources.map(({ node, previousRect, currentRect }) => ({ element: pathTo(node), from: place(previousRect), to: place(currentRect) })) })
    }
  }).observe({ type: 'layout-shift', buffered: true })
  /** Where a touch or key went and what was shown, by its time: with the answer both may be gone. */
  const begun = new Map<number, { readonly element: string; readonly screen: string }>()
  for (const kind of ['pointerdown', 'keydown', 'click', 'input'] as const) {
    addEventListener(kind, ({ timeStamp, target }) => { if (!begun.has(timeStamp)) begun.set(timeStamp, { element: pathTo(target as Node | null), screen: shown }) }, true)
  }
  type Timing = PerformanceEventTiming & { readonly interactionId: number }
  new PerformanceObserver((list) => {
    const ofOne = Map.groupBy((list.getEntries() as Timing[]).filter(({ interactionId }) => interactionId !== 0), ({ interactionId }) => interactionId)
    for (const events of ofOne.values()) {
      const [slowest] = [...events].sort((one, other) => other.duration - one.duration)
      if (!slowest) continue
      const { name, startTime, duration, target } = slowest
      const end = startTime + duration
      const own = events.filter((event) => event.startTime < end)
      const first = Math.min(...own.map(({ processingStart }) => processingStart))
      const last = Math.max(...own.map(({ processingEnd }) => processingEnd))
      const [waiting, code] = [Math.round(first - startTime), Math.round(Math.min(last, end) - first)]
      const { element, screen } = begun.get(startTime) ?? { element: pathTo(target), screen: shown }
      send({ kind: 'input', milliseconds: duration, at: at(startTime), screen, touch: { event: name, element, waiting, code, painting: Math.round(duration) - waiting - code } })
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  interface Frame extends PerformanceEntry {
    readonly scripts: readonly { readonly invoker: string; readonly sourceURL: string; readonly duration: number }[]
  }
  new PerformanceObserver((list) => {
    for (const { startTime, duration, scripts } of list.getEntries() as Frame[]) {
      const longest = [...scripts].sort((one, other) => other.duration - one.duration).slice(0, 3)
      send({ kind: 'frame', at: at(startTime), milliseconds: Math.round(duration), scripts: longest.map(({ invoker, sourceURL, duration: own }) => `${Math.round(own)} ms ${invoker.split('/').pop() ?? ''} of ${sourceURL.split('/').pop() ?? ''}`) })
    }
  }).observe({ type: 'long-animation-frame', buffered: true })
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

/** Takes notes of all that happens on a page from now on, in the page itself, so that the tool's own time does not count; `taken` gets each when it comes. */
export async function observePage(page: Page, taken: (note: Note) => void = () => undefined): Promise<readonly Note[]> {
  const notes: Note[] = []
  await page.exposeFunction('noteOfBench', (note: Note) => {
    notes.push(note)
    taken(note)
  })
  await page.addInitScript(takeNotes)
  return notes
}
