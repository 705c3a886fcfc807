/**
 * Runs in the page before everything else: counts timers that wait, listeners of window and document, styles, and elements beside
 * the screen. It is sent to the browser as text, so it uses nothing from outside of itself.
 */
export function countLeftovers(): void {
  const waiting = new Set<number>()
  const [setTimeoutOf, setIntervalOf, clearOf] = [window.setTimeout.bind(window), window.setInterval.bind(window), window.clearTimeout.bind(window)]
  const clear = (id?: number): void => {
    if (id !== undefined) waiting.delete(id)
    clearOf(id)
  }
  Object.assign(window, {
    setTimeout: (work: (...given: unknown[]) => void, after?: number, ...given: unknown[]) => {
      const id = setTimeoutOf(() => {
        waiting.delete(id)
        work(...given)
      }, after)
      waiting.add(id)
      return id
    },
    setInterval: (work: (...given: unknown[]) => void, every?: number, ...given: unknown[]) => {
      const id = setIntervalOf(() => { work(...given) }, every)
      waiting.add(id)
      return id
    },
    clearTimeout: clear, clearInterval: clear,
  })

  const keys = new WeakMap<object, number>()
  let lastKey = 0
  const keyOf = (listener: object): number => {
    const key = keys.get(listener) ?? (lastKey += 1)
    keys.set(listener, key)
    return key
  }
  const listeners = new Set<string>()
  for (const target of [window, document]) {
    const [add, remove] = [target.addEventListener.bind(target), target.removeEventListener.bind(target)]
    const nameOf = (type: string, listener: object, options?: boolean | AddEventListenerOptions): string =>
      `${target === window ? 'window' : 'document'} ${type} ${keyOf(listener)} ${String(typeof options === 'object' ? options.capture === true : options === true)}`
    Object.assign(target, {
      addEventListener: (type: string, listener: EventListener, options?: boolean | AddEventListenerOptions) => {
        add(type, listener, options)
        if (typeof options === 'object' && options.once === true) return
        const name = nameOf(type, listener, options)
        listeners.add(name)
        if (typeof options === 'object') options.signal?.addEventListener('abort', () => { listeners.delete(name) })
      },
      removeEventListener: (type: string, listener: EventListener, options?: boolean | EventListenerOptions) => {
        remove(type, listener, options)
        listeners.delete(nameOf(type, listener, options))
      },
    })
  }
  Object.assign(window, {
    leftovers: () => ({ timers: waiting.size, listeners: listeners.size, styles: document.querySelectorAll('style, link[rel=stylesheet]').length, elements: document.body.children.length }),
  })
}
