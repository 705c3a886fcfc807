import { failurePublisher } from '@checkin/async/failures'
import { appStarted } from '@checkin/flow'
import { $completion, $mode, problemOccurred, questionRaised, sessionCleared, sessionRefused, storedFields } from '@checkin/flow/publish/shell'
import { combine, createEffect, createEvent, createStore, sample, type StoreWritable } from 'effector'
import * as z from 'zod/mini'
import { alertRaised } from '../feedback/alert.model.ts'
import { isLink, isSignatureReturn } from '../navigation/addresses.ts'
import { clearRequested } from './clear.model.ts'
import { loadReservationFx } from './load-reservation.model.ts'
import { StoredSession } from './stored-session.schema.ts'
import { readSessionFx, takeNoticeFx } from './tab-storage.ts'

/** `failed`: the session is there, the server could not be reached; nothing is lost and the renter may try again. */
export type Restoring = 'pending' | 'done' | 'failed'

/** The renter tries again after `failed`. */
export const restoreRetried = createEvent()

/** Guards wait for `done` (SHELL-39). */
export const $restoring = createStore<Restoring>('pending')

const Notice = z.object({
  key: z.string(),
  state: z.optional(z.enum(['error', 'warning', 'info', 'success'])),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  text: z.optional(z.string()),
})

/** The address that the page came with. */
export const readPathFx = createEffect(() => window.location.pathname)
const $isLink = createStore(false).on(readPathFx.doneData, (_, path) => isLink(path))
const $isSignatureReturn = createStore(false).on(readPathFx.doneData, (_, path) => isSignatureReturn(path))

sample({ clock: appStarted, target: [readPathFx, readSessionFx, takeNoticeFx] })

// DEC-55: the reason of a cleared session is shown after its reload, and stays: nobody need look at the very moment at which a tab is refused.
sample({
  clock: takeNoticeFx.doneData,
  filter: (stored) => z.safeParse(Notice, stored).success,
  fn: (stored) => ({ ...z.parse(Notice, stored), stays: true }),
  target: alertRaised,
})

const storedRead = readSessionFx.doneData.map((stored): StoredSession => z.safeParse(StoredSession, stored).data ?? {})

for (const { name, store } of storedFields.filter((field) => field.persist)) {
  sample({ clock: storedRead.filterMap((stored): unknown => stored[name as keyof StoredSession]), target: store as unknown as StoreWritable<unknown> })
}

sample({ clock: storedRead, filter: (stored) => !stored.session, fn: () => 'done' as const, target: $restoring })
sample({ clock: [storedRead.filter({ fn: (stored) => Boolean(stored.session) }), restoreRetried], fn: () => undefined, target: loadReservationFx })
sample({ clock: restoreRetried, fn: () => 'pending' as const, target: $restoring })

const $isRestoring = $restoring.map((restoring) => restoring === 'pending')
sample({ clock: loadReservationFx.done, filter: $isRestoring, fn: () => 'done' as const, target: $restoring })

const conflict = 409
const $inPrecheckout = $mode.map((mode) => mode === 'precheckout')
// S3.3: a page that is loaded again while pre-checkout was closed goes on in the main flow, with a notice (DEC-111).
const closed = sample({
  clock: loadReservationFx.failData, source: { restoring: $isRestoring, inside: $inPrecheckout },
  filter: ({ restoring, inside }, { code }) => restoring && inside && code === 'NotEligible',
})
sample({ clock: closed, fn: () => ({ key: 'Notice.notEligible', state: 'warning' as const }), target: alertRaised })
$mode.on(closed, () => 'main' as const)
// An effect runs when the stores have changed: the reservation is loaded in the main flow.
const loadInMainFlowFx = createEffect(() => loadReservationFx())
sample({ clock: closed, fn: () => undefined, target: loadInMainFlowFx })

const refused = sample({
  clock: loadReservationFx.failData, source: { restoring: $isRestoring, alone: $isLink, completion: $completion, hasSigned: combine($isSignatureReturn, $inPrecheckout, (isReturn, inside) => isReturn && inside) }, filter: ({ restoring }, { code }) => restoring && code !== 'NotEligible',
  fn: ({ alone, completion, hasSigned }, { answer: { status } }) => {
    if (status !== 401 && status !== 404 && status !== conflict) return { kind: 'unreachable', status } as const
    // A signed agreement is why the reservation is closed now: a reload of the ending shows the ending (DEC-17), and the tab that comes back from
    // the signature may find that the provider has told the company already (S3.49).
    if (status === conflict && (completion === 'ra' || hasSigned)) return { kind: 'finished', status } as const
    return { kind: alone ? 'forgotten' : 'over', status } as const
  },
})

// 401 and 404: the session has ended meanwhile; 409: an agreement exists and nothing can be done online (DEC-56).
sample({
  clock: refused,
  filter: ({ kind }) => kind === 'over',
  fn: ({ status }) => ({ byChoice: false, notice: status === conflict ? { key: 'IsntPossibleChangeThisReservation' } : { key: 'Notice.sessionEnded', state: 'info' as const } }),
  target: clearRequested,
})
// A link, or the way back from the signature, has nothing to do with what this tab had before (DEC-66): that goes without a notice.
sample({ clock: refused, filter: ({ kind }) => kind === 'forgotten', fn: () => ({}), target: sessionCleared })
// Screens open after everybody has handled the failure: what failed while restoring is no news later.
const goOnFx = createEffect(() => undefined)
sample({ clock: refused, filter: ({ kind }) => kind === 'forgotten' || kind === 'finished', fn: () => undefined, target: goOnFx })
sample({ clock: goOnFx.done, fn: () => 'done' as const, target: $restoring })
sample({ clock: refused, filter: ({ kind }) => kind === 'unreachable', fn: () => 'failed' as const, target: $restoring })
sample({ clock: clearRequested, fn: () => 'done' as const, target: $restoring })

// A reload that a step asked for and that failed is shown to the renter; one at the start has its own ways above.
const publishFailures = failurePublisher({ problemOccurred, questionRaised, sessionRefused })
publishFailures('getReservation', sample({ clock: loadReservationFx.failData, source: $restoring, filter: (restoring) => restoring === 'done', fn: (_, failure) => failure }))
