/** What the rest of the page looks like, and how long it did not answer. */
export interface PageWatch {
  /** Puts what a page has around a screen beside the screen, and remembers how it looks. */
  readonly begin: () => void
  /** What of it looks otherwise now, or is covered. */
  readonly differing: () => readonly string[]
  /** The longest time in milliseconds in which the page answered nothing since this was last asked. */
  readonly longest: () => number
}

/**
 * Runs in the page before everything else. It is sent to the browser as text, so it uses nothing from outside of itself.
 */
export function watchPage(): void {
  let longest = 0
  const count = (tasks: PerformanceEntryList): void => { for (const { duration } of tasks) longest = Math.max(longest, duration) }
  const observer = new PerformanceObserver((list) => { count(list.getEntries()) })
  observer.observe({ type: 'longtask', buffered: true })
  const tags = ['header', 'h1', 'p', 'a', 'button', 'footer']
  const outside: HTMLElement[] = []
  // Where something stands depends on scroll bars; how it looks does not.
  const telling = ['display', 'visibility', 'opacity', 'color', 'background-color', 'font-family', 'font-size', 'position', 'pointer-events', 'transform', 'filter', 'border-top-width', 'margin-top', 'padding-top', 'line-height', 'z-index']
  const looks = (element: Element): string => {
    const style = getComputedStyle(element)
    return telling.map((name) => style.getPropertyValue(name)).join('; ')
  }
  const before: string[] = []
  const beside = [() => document.documentElement, () => document.body]
  const ofPage = (): readonly string[] => beside.map((find) => { const { display, visibility, opacity, backgroundColor, color } = getComputedStyle(find()); return [display, visibility, opacity, backgroundColor, color].join(' ') })
  let pageBefore: readonly string[] = []
  Object.assign(window, {
    pageWatch: {
      begin: () => {
        if (outside.length > 0) return
        for (const tag of tags) {
          const element = document.createElement(tag)
          element.textContent = tag
          document.body.prepend(element)
          outside.push(element)
        }
        before.push(...outside.map(looks))
        pageBefore = ofPage()
      },
      differing: () => [
        ...outside.flatMap((element, at) => (looks(element) === before[at] ? [] : [`<${element.tagName.toLowerCase()}>`])),
        ...ofPage().flatMap((each, at) => (each === pageBefore[at] ? [] : [at === 0 ? '<html>' : '<body>'])),
        ...outside.flatMap((element) => {
          const { left, top, width, height } = element.getBoundingClientRect()
          if (width === 0 || height === 0) return []
          const found = document.elementFromPoint(left + Math.min(width / 2, 20), top + height / 2)
          return found === null || found === element ? [] : [`<${element.tagName.toLowerCase()}> is covered`]
        }),
      ],
      longest: () => {
        count(observer.takeRecords())
        const block = longest
        longest = 0
        return block
      },
    } satisfies PageWatch,
  })
}
