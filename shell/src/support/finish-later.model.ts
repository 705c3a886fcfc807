import { attach, combine, createEvent, createStore, sample } from 'effector'
import type { SupportKit } from './kit.ts'

/** The link to finish later (API-45, DEC-186). */
export function createFinishLater({ client: { sendLaterLinkFx }, flow: { $completion, $session, sessionCleared }, publishFailures }: SupportKit) {
  /** The renter asks for a link. */
  const requested = createEvent()
  const sendFx = attach({ effect: sendLaterLinkFx, mapParams: () => ({}) as never })
  /** Whom the server would send one: who proved a code, until check-in is complete. */
  const $isOffered = combine($session, $completion, (session, completion) => session?.kind === 'code' && completion === null)
  /** A link is on its way; until another one is asked for. */
  const $isSent = createStore(false).on(sendFx.done, () => true).on(sendFx, () => false).reset(sessionCleared)

  sample({ clock: requested, source: sendFx.pending, filter: (pending) => !pending, fn: () => undefined, target: sendFx })
  publishFailures('sendLaterLink', sendFx.failData)

  return { $isOffered, $isSent, $isSending: sendFx.pending, requested }
}
