import { appStarted } from '@checkin/flow'
import { storedFields } from '@checkin/flow/publish/shell'
import { createEvent, createStore, sample, type StoreWritable } from 'effector'
import * as z from 'zod/mini'
import { alertRaised } from '../feedback/alert.model.ts'
import { clearAsked } from './clear.model.ts'
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

sample({ clock: appStarted, target: [readSessionFx, takeNoticeFx] })

// DEC-55: the reason of a cleared session is told after its reload.
sample({
  clock: takeNoticeFx.doneData,
  filter: (stored) => z.safeParse(Notice, stored).success,
  fn: (stored) => z.parse(Notice, stored),
  target: alertRaised,
})

const storedRead = readSessionFx.doneData.map((stored): StoredSession => z.safeParse(StoredSession, stored).data ?? {})

for (const { name, store } of storedFields.filter((field) => field.persist)) {
  sample({
    clock: storedRead,
    filter: (stored) => stored[name as keyof StoredSession] !== undefined,
    fn: (stored) => stored[name as keyof StoredSession] as unknown,
    target: store as unknown as StoreWritable<unknown>,
  })
}

sample({ clock: storedRead, filter: (stored) => !stored.session, fn: () => 'done' as const, target: $restoring })
sample({ clock: [storedRead.filter({ fn: (stored) => Boolean(stored.session) }), restoreRetried], fn: () => undefined, target: loadReservationFx })
sample({ clock: restoreRetried, fn: () => 'pending' as const, target: $restoring })

const $isRestoring = $restoring.map((restoring) => restoring === 'pending')
sample({ clock: loadReservationFx.done, filter: $isRestoring, fn: () => 'done' as const, target: $restoring })

const refused = sample({ clock: loadReservationFx.failData, filter: $isRestoring, fn: ({ answer }) => answer.status })

// 401 and 404: the session has ended meanwhile; 409: an agreement exists and nothing can be done online (DEC-56).
sample({
  clock: refused,
  filter: (status) => status === 401 || status === 404 || status === 409,
  fn: (status) => ({ byChoice: false, notice: status === 409 ? { key: 'IsntPossibleChangeThisReservation' } : { key: 'Notice.sessionEnded', state: 'info' as const } }),
  target: clearAsked,
})
sample({ clock: refused, filter: (status) => status !== 401 && status !== 404 && status !== 409, fn: () => 'failed' as const, target: $restoring })
sample({ clock: clearAsked, fn: () => 'done' as const, target: $restoring })
