/**
 * Stands in the page before React does, so that React tells it about itself: the module that is served refreshes its views by it.
 * The browser's developer tools for React bring one of their own.
 */
interface Hook {
  readonly renderers: Map<number, unknown>
  readonly supportsFiber: true
  readonly inject: (renderer: unknown) => number
  readonly onCommitFiberRoot: () => void
  readonly onCommitFiberUnmount: () => void
  readonly onScheduleFiberRoot: () => void
}

const nothing = (): void => undefined
const renderers = new Map<number, unknown>()
const hook: Hook = {
  renderers,
  supportsFiber: true,
  inject: (renderer) => {
    const id = renderers.size + 1
    renderers.set(id, renderer)
    return id
  },
  onCommitFiberRoot: nothing,
  onCommitFiberUnmount: nothing,
  onScheduleFiberRoot: nothing,
}

const name = '__REACT_DEVTOOLS_GLOBAL_HOOK__'
if (!(name in globalThis)) Object.assign(globalThis, { [name]: hook })

export {}
