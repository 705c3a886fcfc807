import { $offerDraft, $reservation, questionAnswered } from '@checkin/flow'
import { agreementChoicesStored, questionRaised, signatureOpened } from '@checkin/flow/publish/precheckout'
import type { ApiFailure } from '@checkin/api'
import { attach, combine, createEffect, createEvent, createStore, merge, sample, type Unit } from 'effector'
import { submitPrecheckoutFx, updateReservationFx } from '../../api.ts'
import { updateBeforeAgreement } from '../../domain/draft-choice.ts'
import { contextOf, outcomeKey, type PreauthContext } from '../../domain/preauth-outcome.ts'
import { endsSession, hasAgreement, isUnanswered, needsCode, tellFailures } from '../../failures.ts'
import { createPatience } from './patience.model.ts'

/** One press of Proceed: the card's token and the name of the intention, the same over all its tries (DEC-48). */
export interface Attempt {
  readonly authorization: string
  readonly idempotencyKey: string
}

/** `checking`: the answer is not known, so it is asked for again by the same key; `leaving`: the signature's page opens. */
export type Phase = 'idle' | 'updating' | 'submitting' | 'checking' | 'leaving'

const updateFailed = 'preauth-submit-reservation'

/** Stores the reservation as it is to be signed (API-15). */
const updateBody = { source: { loaded: $reservation, draft: $offerDraft }, effect: updateReservationFx } as const
export const createUpdateFx = () => attach({
  ...updateBody,
  mapParams: (_: void, { loaded, draft }) => {
    if (loaded === null) throw new TypeError('an agreement needs a reservation')
    return { body: updateBeforeAgreement(loaded.reservation, draft) }
  },
})

/** Tells why the reservation could not be stored: nothing was charged (PRECHK-16, ERR-22); a session that is over, or an agreement that exists, says so. */
export function tellUpdateFailures(failed: Unit<ApiFailure>): void {
  tellFailures('updateReservation', sample({ clock: failed, filter: (failure) => endsSession('updateReservation', failure) }))
  tellFailures('submitPrecheckout', sample({ clock: failed, filter: hasAgreement }))
  sample({
    clock: failed, filter: (failure) => !hasAgreement(failure) && !endsSession('updateReservation', failure),
    fn: () => ({ type: 'cancel' as const, keys: [updateFailed], state: 'error' as const }), target: questionRaised,
  })
}

/**
 * From a card's token to the signature (PRECHK-14): the reservation is stored, the deposit held, the agreement made. What is not
 * known is asked for again with the same key, never begun a second time.
 */
export function createSubmission({ opened, closed }: { readonly opened: Unit<unknown>; readonly closed: Unit<void> }) {
  const started = createEvent<{ readonly authorization: string }>()
  /** The renter asks for the state of an unanswered attempt. */
  const checkPressed = createEvent()

  const nameFx = createEffect(({ authorization }: { readonly authorization: string }): Attempt =>
    ({ authorization, idempotencyKey: Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('') }))
  const updateFx = createUpdateFx()
  const submitFx = attach({
    source: $reservation, effect: submitPrecheckoutFx,
    mapParams: ({ authorization, idempotencyKey }: Attempt, loaded) =>
      ({ body: { documentId: loaded?.reservation.reservation ?? '', authorization, isRecurring: true, validated: true }, idempotencyKey }),
  })

  const $attempt = createStore<Attempt | null>(null)
  const $phase = createStore<Phase>('idle')
  sample({ clock: started, target: nameFx })
  sample({ clock: nameFx.doneData, target: $attempt })
  sample({ clock: nameFx.done, fn: () => undefined, target: updateFx })
  const current = sample({ clock: updateFx.done, source: $attempt }).filterMap((attempt) => attempt ?? undefined)
  sample({ clock: current, target: submitFx })

  tellUpdateFailures(updateFx.failData)

  // Only the first answer of the attempt that is still open counts; a late one of another try says nothing new.
  const isOpen = (attempt: Attempt | null, { idempotencyKey }: Attempt): boolean => attempt?.idempotencyKey === idempotencyKey
  const answered = sample({ clock: submitFx.done, source: $attempt, filter: (attempt, { params }) => isOpen(attempt, params), fn: (_, { result }) => result.data })
  const failed = sample({ clock: submitFx.fail, source: $attempt, filter: (attempt, { params }) => isOpen(attempt, params), fn: (_, { error }) => error })

  const going = answered.filterMap(({ signatureURL, errors }) => (signatureURL === null ? undefined : { url: signatureURL, said: errors && errors.length > 0 ? contextOf({ errors }) : undefined }))
  const stopped = answered.filterMap(({ signatureURL, errors }) => (signatureURL === null && errors && errors.length > 0 ? contextOf({ errors }) : undefined))
  // No address and no reason: the provider has not said yet.
  const unknown = merge([answered.filterMap(({ signatureURL, errors }) => (signatureURL === null && !(errors && errors.length > 0) ? true : undefined)), failed.filterMap((failure) => (isUnanswered(failure) ? true : undefined))])
  const refusals = sample({ clock: failed, filter: (failure) => !isUnanswered(failure) })
  const plainRefusal = (failure: ApiFailure): boolean => endsSession('submitPrecheckout', failure) || hasAgreement(failure)
  const codeNeeded = sample({ clock: refusals, filter: needsCode })
  const refused = merge([stopped, refusals.filterMap((failure) => (plainRefusal(failure) || needsCode(failure) ? undefined : { context: contextOf(failure.answer.error.data) })).map(({ context }) => context)])

  /** The last refusal, kept on the page after its modal is closed; undefined for none. */
  const $outcome = createStore<{ readonly context: PreauthContext | null } | null>(null).on(refused, (_, context) => ({ context })).reset(opened, started)
  const tell = (state: 'error' | 'info') => (context: PreauthContext | null) => ({ type: 'cancel' as const, keys: [outcomeKey(context)], state })
  // ERR-21, PRECHK-15, PRECHK-17
  sample({ clock: refused, fn: tell('error'), target: questionRaised })
  tellFailures('submitPrecheckout', sample({ clock: refusals, filter: plainRefusal }))

  // The way to the signature; what has to be said first stands until it is read (DEC-63, ERR-38, ERR-39).
  const $address = createStore<string | null>(null).on(going, (_, { url }) => url).reset(opened, started)
  const $saysFirst = createStore(false).on(going, (_, { said }) => said !== undefined).reset(opened)
  sample({ clock: going.filterMap(({ said }) => said), fn: tell('info'), target: questionRaised })
  const read = sample({ clock: questionAnswered, source: { first: $saysFirst, url: $address, phase: $phase }, filter: ({ first, url, phase }) => first && url !== null && phase === 'leaving' })
  $saysFirst.reset(read)
  sample({ clock: [going.filterMap(({ url, said }) => (said === undefined ? url : undefined)), read.filterMap(({ url }) => url ?? undefined)], fn: (url) => ({ url }), target: signatureOpened })

  const patience = createPatience({ opened: merge([opened, closed]), asked: submitFx, unknown, ended: merge([going, refused, refusals]), checkPressed })
  sample({ clock: patience.again, source: $attempt, filter: (attempt) => attempt !== null, fn: (attempt) => attempt as Attempt, target: submitFx })

  $attempt.reset(going, refused, refusals, updateFx.fail, opened)
  $phase
    .on(started, () => 'updating')
    .on(updateFx.done, () => 'submitting')
    .on(unknown, () => 'checking')
    .on(going, () => 'leaving')
    .reset(refused, refusals, updateFx.fail, opened)

  // The draft is part of the reservation now: it is loaded again, so that nothing is taken for a change any more.
  const $hasStored = createStore(false).on(updateFx.done, () => true).reset(opened, started)
  sample({
    clock: [refused, refusals], source: { stored: $hasStored, draft: $offerDraft }, filter: ({ stored, draft }) => stored && draft.extras.length > 0,
    fn: () => ({}), target: agreementChoicesStored,
  })
  return { started, checkPressed, codeNeeded, $phase, $address, $outcome, $isSlow: patience.$isSlow, $isStuck: patience.$isStuck, updateFx, submitFx, $isBusy: combine($phase, (phase) => phase !== 'idle') }
}
export type Submission = ReturnType<typeof createSubmission>
