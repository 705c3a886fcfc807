import { attach, createEffect, createEvent, createStore, sample } from 'effector'

/** Where the router is. */
export interface Address {
  readonly pathname: string
  readonly search: string
  /** Place in the tab's history: grows with each new entry. */
  readonly index: number
  /** The shell itself went there: its screen is decided already. */
  readonly own: boolean
}

export interface Navigation {
  readonly to: string
  /** The entry left behind is not to be come back to: link entries, loaders, what completion ends. */
  readonly replace: boolean
}

/** react-router's `navigate`, as far as it is used. */
export type Navigate = (to: string, options: { readonly replace: boolean; readonly state: { readonly own: true } }) => unknown

/** The router is there; again whenever its function changes. */
export const routerReady = createEvent<Navigate>()
/** The router is somewhere else than before, or for the first time somewhere. */
export const addressChanged = createEvent<Address>()

const $navigate = createStore<{ readonly call: Navigate } | null>(null).on(routerReady, (_, call) => ({ call }))

/** Place of the current entry in the tab's history, as the router counts. */
export function historyIndex(): number {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : 0
}

/** The site sets this cookie when versions of this page were withdrawn: the next step needs a full page load. */
export const isReleaseEnded = (): boolean => typeof document !== 'undefined' && /(^|; )(__Host-)?release-ended=1/.test(document.cookie)

/** Loads a page instead of changing the address in place: drafts and the session are kept, the code is new. */
function loadPage(to: string, replace: boolean): void {
  // The renter goes on and leaves nothing: the browser is not to ask whether to stay.
  window.addEventListener('beforeunload', (event) => { event.stopImmediatePropagation() }, { capture: true, once: true })
  if (replace) window.location.replace(to)
  else window.location.assign(to)
}

/** Changes the address; the screen is changed by whoever asks for this. */
export const goFx = attach({
  source: $navigate,
  effect: (navigate, { to, replace }: Navigation) => {
    if (isReleaseEnded()) loadPage(to, replace)
    else navigate?.call(to, { replace, state: { own: true } })
  },
})

/** Walks the tab's history: takes a refused move back. */
export const walkHistoryFx = createEffect((delta: number) => {
  window.history.go(delta)
})

/** CONST-26. */
export const scrollDelay = 10
export const scrollToTopFx = createEffect(() => new Promise<void>((done) => {
  setTimeout(() => {
    window.scrollTo(0, 0)
    done()
  }, scrollDelay)
}))

/** The last place in history that the shell agreed to be at. */
export const $historyIndex = createStore<number | null>(null)
sample({ clock: addressChanged, filter: ({ own }) => own, fn: ({ index }) => index, target: $historyIndex })
