import { pageAt, type ModuleName, type PageFacts, type Route } from '@checkin/routes'
import { createEffect, createEvent, createStore, sample, scopeBind } from 'effector'
import { listenFromStart } from '../page-listeners.ts'
import { reloadPageFx } from '../session/clear.model.ts'
import { leavePath } from '../session/tab-storage.ts'
import { addressChanged, isReleaseEnded, type Navigation } from './history.ts'

/** The document that runs: what it was served as, and the module that its address belongs to. */
export interface PageDocument {
  readonly kind: PageFacts['document']
  readonly module: ModuleName | null
}

/**
 * Whether a screen needs a full page load (SHELL-37): a payment screen never shares a document with the code of another module,
 * neither before nor after; only the module that the payment page belongs to may go on in it.
 */
export const needsPageLoad = (row: Route, { kind, module }: PageDocument): boolean =>
  row.document === 'payment' ? kind === 'plain' || row.module !== module : kind === 'payment' && row.module !== module

/** What the site served for an address: it asks the same table. */
export function servedFor(pathname: string): PageDocument {
  const { document, module } = pageAt(pathname)
  return { kind: document, module }
}

/** Null until the router has said where it is. */
export const $served = createStore<PageDocument | null>(null).on(addressChanged, (served, { pathname }) => served ?? servedFor(pathname))

/** What this document was served as. */
export const $document = $served.map((served): PageDocument => served ?? { kind: 'plain', module: null })

/** Opens an address by a full page load. The browser's own question is taken away first: the renter did answer the screen. */
export const openDocumentFx = createEffect(async ({ to, replace }: Navigation) => {
  await new Promise((done) => { setTimeout(done) })
  if (to === '/') leavePath(window.location.pathname)
  if (replace) window.location.replace(to)
  else window.location.assign(to)
})

/** True from the decision to the end of this document. */
export const $isLeavingDocument = createStore(false).on(openDocumentFx, () => true)

/** How a document came, where the browser says it. */
interface Delivered extends PerformanceEntry {
  readonly deliveryType?: string
}

/** Whether this document was asked for ahead and versions of it were withdrawn since: the site takes its cookie away with every page that it sends when one is gone to. */
const isOutdated = (): boolean => isReleaseEnded() && (performance.getEntriesByType('navigation')[0] as Delivered | undefined)?.deliveryType === 'navigational-prefetch'

/** The page came out of the browser's memory: as it was left, where what the tab keeps is newer, or as it was asked for ahead, before its versions were withdrawn. */
export const pageRestored = createEvent()
listenFromStart(() => {
  const restored = scopeBind(pageRestored, { safe: true })
  if (isOutdated()) restored()
  window.addEventListener('pageshow', ({ persisted }) => { if (persisted) restored() })
})
sample({ clock: pageRestored, target: reloadPageFx })
