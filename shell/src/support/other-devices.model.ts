import type { ApiFailure, Data, Success } from '@checkin/api'
import type { OtherSession, OtherSessionsContract } from '@checkin/api/other-sessions'
import { declareOtherSessions } from '@checkin/api/other-sessions-declared'
import { createEffect, createEvent, createStore, sample } from 'effector'
import type { SupportKit } from './kit.ts'

/** At which other devices the reservation is open, for who proved a code, and the way to close it there (API-95, API-100, DEC-304). */
export function createOtherDevices({ client: { request }, declaring, flow: { $session, sessionCleared }, publishFailures }: SupportKit) {
  const { calls } = declareOtherSessions(declaring)
  const effectOf = <Name extends keyof OtherSessionsContract>(name: Name) =>
    createEffect<void, Success<Data<OtherSessionsContract[Name]>>, ApiFailure>({ name: `${name}Fx`, handler: () => request(calls[name], {} as never) })
  const listFx = effectOf('listOtherSessions')
  const endFx = effectOf('endOtherSessions')
  /** The place where they stand is open. */
  const looked = createEvent()
  /** The renter wants the reservation open here alone. */
  const closed = createEvent()

  /** Null until the server said, and for who did not prove a code. */
  const $others = createStore<readonly OtherSession[] | null>(null).on([listFx.doneData, endFx.doneData], (_, { data }) => data.sessions).reset(sessionCleared)
  /** They were closed, and nothing was opened since. */
  const $isClosed = createStore(false).on(endFx.doneData, () => true).on(listFx.doneData, (isClosed, { data }) => isClosed && data.sessions.length === 0).reset(sessionCleared)

  sample({ clock: looked, source: $session, filter: (session) => session?.kind === 'code', fn: () => undefined, target: listFx })
  sample({ clock: closed, source: endFx.pending, filter: (pending) => !pending, fn: () => undefined, target: endFx })
  // Refused as any call of a session is: the table has no row of its own for it.
  publishFailures('prolongSession', endFx.failData)

  return { $others, $isClosed, $isClosing: endFx.pending, looked, closed }
}
export type OtherDevices = ReturnType<typeof createOtherDevices>
