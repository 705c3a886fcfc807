import { appStarted } from '@checkin/flow'
import { createEffect, createEvent, createStore, sample, scopeBind } from 'effector'
import { reloadPageFx } from '../session/clear.model.ts'
import { visitOf } from './addresses.ts'
import { addressChanged, type Going } from './navigation.ts'
import { documentKindOf, type PageDocument } from './page-documents.ts'
import { routeOf } from './route-table.ts'

// The address decides what the site served; which of two screens on it is shown makes no difference for that.
export const servedFor = (pathname: string): PageDocument => {
  const visit = visitOf(pathname, '', { mode: 'main', completion: 'complete' })
  if (visit === null) return { kind: 'plain', module: null }
  const row = routeOf(visit.name)
  return { kind: documentKindOf(row), module: row.module }
}

/** Null until the router has said where it is. */
export const $served = createStore<PageDocument | null>(null).on(addressChanged, (served, { pathname }) => served ?? servedFor(pathname))

/** What this document was served as. */
export const $document = $served.map((served): PageDocument => served ?? { kind: 'plain', module: null })

/** Opens an address by a full page load. The browser's own question is taken away first: the renter did answer the screen. */
export const openDocumentFx = createEffect(async ({ to, replace }: Going) => {
  await new Promise((done) => setTimeout(done))
  if (replace) window.location.replace(to)
  else window.location.assign(to)
})

/** True from the decision to the end of this document. */
export const $isLeavingDocument = createStore(false).on(openDocumentFx, () => true)

/** The page came out of the browser's memory as it was left; what the tab keeps is newer. */
export const pageRestored = createEvent()
const listenFx = createEffect(() => {
  const restored = scopeBind(pageRestored, { safe: true })
  window.addEventListener('pageshow', ({ persisted }) => { if (persisted) restored() })
})
sample({ clock: appStarted, target: listenFx })
sample({ clock: pageRestored, target: reloadPageFx })
