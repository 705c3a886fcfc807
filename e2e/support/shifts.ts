import type { Page } from '@playwright/test'

/** What moved on a page without a touch before it, by the screen that was shown; the value has no unit. */
export interface ShiftOfScreen {
  readonly screen: string
  readonly value: number
  /** The elements, as one would look for them in the source, and from where to where they went (x, y, width, height in CSS pixels). */
  readonly moved: readonly string[]
}

/** Runs in every document, before its own code. Buffered entries alone may be lost with a document that ends. */
function watch(): void {
  const { noteShift } = window as unknown as { noteShift: (shift: object) => void }
  interface Shift extends PerformanceEntry {
    readonly value: number
    readonly hadRecentInput: boolean
    readonly sources: readonly { readonly node: Node | null; readonly previousRect: DOMRectReadOnly; readonly currentRect: DOMRectReadOnly }[]
  }
  const named = (node: Node | null): string => {
    const element = node instanceof Element ? node : node?.parentElement
    return element ? `${element.localName}.${element.className}` : 'no longer there'
  }
  const placed = ({ x, y, width, height }: DOMRectReadOnly): string => [x, y, width, height].map(Math.round).join(' ')
  // The browser counts half a second from a touch as it came; a busy machine answers it later than that. It is answered in the frame after it.
  const answers: { readonly from: number; until: number }[] = []
  const touched = (): void => {
    const answer = { from: performance.now(), until: Infinity }
    answers.push(answer)
    requestAnimationFrame(() => { setTimeout(() => { answer.until = performance.now() + 500 }) })
  }
  for (const type of ['pointerdown', 'pointerup', 'click', 'keydown', 'input', 'change']) addEventListener(type, touched, { capture: true, passive: true })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, startTime, sources } of list.getEntries() as Shift[]) {
      if (answers.some(({ from, until }) => startTime >= from && startTime < until)) continue
      const screen = document.querySelector('[data-screen]')?.getAttribute('data-screen') ?? ''
      if (!hadRecentInput) noteShift({ screen, value, moved: sources.map(({ node, previousRect, currentRect }) => `${named(node)} (${placed(previousRect)} to ${placed(currentRect)})`) })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Watches all documents of a page from now on. A shift is no time: it is the same on a slow machine. */
export async function watchShifts(page: Page): Promise<readonly ShiftOfScreen[]> {
  const shifts: ShiftOfScreen[] = []
  await page.exposeFunction('noteShift', (shift: ShiftOfScreen) => { shifts.push(shift) })
  await page.addInitScript(watch)
  return shifts
}

/** The screens on which more moved than the limit, with how much and what. */
export function movedMoreThan(limit: number, shifts: readonly ShiftOfScreen[]): readonly string[] {
  return [...new Set(shifts.map(({ screen }) => screen))].flatMap((screen) => {
    const own = shifts.filter((shift) => shift.screen === screen)
    const sum = own.reduce((all, { value }) => all + value, 0)
    return sum > limit ? [`${screen}: ${sum.toFixed(3)}, ${[...new Set(own.flatMap(({ moved }) => moved))].join(', ')}`] : []
  })
}
