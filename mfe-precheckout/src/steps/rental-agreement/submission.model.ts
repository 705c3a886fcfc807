import { hasAgreement, isUnanswered } from '@checkin/async/failures'
import { endsSession } from '@checkin/async/session-end'
import { createPolling } from '@checkin/async/polling'
import { $offerDraft, $reservation, $session, questionAnswered } from '@checkin/flow'
import { agreementChoicesStored, questionRaised, signatureOpened } from '@checkin/flow/publish/precheckout'
import { idempotencyKey, type ApiFailure, type FullReservation } from '@checkin/api'
import { updateOf, writeOnNewest, type Written } from '@checkin/rental-summary'
import { attach, createEffect, createEvent, createStore, merge, sample, type Effect, type Unit } from 'effector'
import type { Figures } from '../../figures/figures.model.ts'
import { getFullReservationFx, hasNewFigures, lacksSomething, needsCode, publishFailures, submitPrecheckoutFx, updateReservationFx } from '../../api.ts'
import { contextOf, outcomeKey, statusOf, type PreauthContext, type SubmissionStatus } from '../../domain/preauth-outcome.ts'

/** One press of Proceed: the card's token and the name of the intention, the same over all its tries (DEC-48). */
export interface Attempt {
  readonly authorization: string
  readonly idempotencyKey: string
}

/** `checking`: how it stands is not known, so it is asked for again by the same key; `bank`: the bank asks the renter; `leaving`: the signature's page opens. */
export type Phase = 'idle' | 'updating' | 'submitting' | 'checking' | 'bank' | 'leaving'

/** Milliseconds between the tries of an attempt whose end is not known; after the last one the renter decides. */
export const retryDelays = [2_000, 3_000, 5_000, 8_000, 15_000, 30_000] as const
/** Milliseconds between questions while the bank asks the renter; its page normally reports the end, this covers the case that it does not. */
const bankDelay = 5_000

const updateFailed = 'preauth-submit-reservation'

/** Stores the reservation as it is to be signed, here or at the counter, on the version that the renter saw (DEC-127); the server says what is missing for that (API-15, S3.53, S3.54). */
export const createUpdateFx = ({ $stored, $rowVersion }: Pick<Figures, '$stored' | '$rowVersion'>) => attach({
  source: { loaded: $reservation, summary: $stored, seen: $rowVersion, draft: $offerDraft, session: $session },
  effect: ({ loaded, summary, seen, draft, session }) => {
    if (loaded === null) throw new TypeError('an agreement needs a reservation')
    return writeOnNewest({
      rowVersion: seen.version, seen: summary, changes: draft.extras,
      write: async (rowVersion) => (await updateReservationFx({ body: { ...updateOf(loaded.reservation, summary?.extras ?? null, draft, false, rowVersion), forAgreement: true } })).data,
      load: async () => (await getFullReservationFx({ params: { guid: session?.guid ?? '' } })).data,
    })
  },
}) as unknown as Effect<void, Written<FullReservation>, ApiFailure>

/** What became of such an update: stored, or nothing was, because somebody else changed the reservation. */
export const outcomesOf = (updateFx: ReturnType<typeof createUpdateFx>) => ({
  stored: updateFx.doneData.filterMap((result) => (result.kind === 'stored' ? result.answer : undefined)),
  outdated: updateFx.doneData.filterMap((result) => (result.kind === 'changed' ? result : undefined)),
})

/** Publishes why the reservation could not be stored: nothing was charged (PRECHK-16, ERR-22); a session that is over, or an agreement that exists, says so. */
export function publishUpdateFailures(failed: Unit<ApiFailure>): void {
  publishFailures('updateReservation', sample({ clock: failed, filter: (failure) => endsSession('updateReservation', failure) || lacksSomething(failure) }))
  publishFailures('submitPrecheckout', sample({ clock: failed, filter: hasAgreement }))
  sample({
    clock: failed, filter: (failure) => !hasAgreement(failure) && !endsSession('updateReservation', failure) && !lacksSomething(failure),
    fn: () => ({ type: 'cancel' as const, keys: [updateFailed], state: 'error' as const }), target: questionRaised,
  })
}

/**
 * From a card's token to the signature (PRECHK-14): the reservation is stored, the deposit held, the agreement made. What is not
 * known is asked for again with the same key, never begun a second time.
 */
export function createSubmission({ opened, closed, figures }: { readonly opened: Unit<unknown>; readonly closed: Unit<void>; readonly figures: Figures }) {
  const started = createEvent<{ readonly authorization: string }>()
  /** The renter asks for the state of an unanswered attempt. */
  const checkPressed = createEvent()
  /** The bank's page says that it is done. */
  const bankFinished = createEvent()
  /** The renter does not want to stay at the bank: the page goes back to the cards and asks for nothing more. Our server never holds twice (decision 0065). */
  const bankCancelled = createEvent()

  const nameFx = createEffect(({ authorization }: { readonly authorization: string }): Attempt => ({ authorization, idempotencyKey: idempotencyKey() }))
  const updateFx = createUpdateFx(figures)
  const { stored, outdated } = outcomesOf(updateFx)
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

  publishUpdateFailures(updateFx.failData)

  // Only the first answer of the attempt that is still open counts; a late one of another try says nothing new.
  const isOpen = (attempt: Attempt | null, { idempotencyKey }: Attempt): boolean => attempt?.idempotencyKey === idempotencyKey
  const answered = sample({ clock: submitFx.done, source: $attempt, filter: (attempt, { params }) => isOpen(attempt, params), fn: (_, { result }) => result.data })
  const failed = sample({ clock: submitFx.fail, source: $attempt, filter: (attempt, { params }) => isOpen(attempt, params), fn: (_, { error }) => error })

  const read = answered.map(statusOf)
  const failedSilently = failed.filterMap((failure) => (isUnanswered(failure) ? ({ kind: 'unknown' } as const) : undefined))
  const status = merge([read, failedSilently])
  const only = <Kind extends SubmissionStatus['kind']>(kind: Kind) => status.filterMap((each) => (each.kind === kind ? (each as Extract<SubmissionStatus, { kind: Kind }>) : undefined))
  const going = only('ready')
  const bank = only('bank')
  const unknown = only('unknown')
  const refusals = sample({ clock: failed, filter: (failure) => !isUnanswered(failure) })
  const plainRefusal = (failure: ApiFailure): boolean => endsSession('submitPrecheckout', failure) || hasAgreement(failure) || lacksSomething(failure)
  const codeNeeded = sample({ clock: refusals, filter: needsCode })
  const figuresChanged = sample({ clock: refusals, filter: hasNewFigures, fn: () => undefined })
  const refused = merge([
    only('refused').map(({ context }) => context),
    refusals.filterMap((failure) => (plainRefusal(failure) || needsCode(failure) || hasNewFigures(failure) ? undefined : contextOf(failure.answer.error.data))),
  ])

  /** The last refusal, kept on the page after its modal is closed; undefined for none. */
  const $outcome = createStore<{ readonly context: PreauthContext | null } | null>(null).on(refused, (_, context) => ({ context })).reset(opened, started)
  /** A fee was added to the bill: nothing is held, and the renter decides by the new figures (DEC-96). */
  const $hasNewFigures = createStore(false).on(figuresChanged, () => true).reset(opened, started)
  const questionOf = (state: 'error' | 'info') => (context: PreauthContext | null) => ({ type: 'cancel' as const, keys: [outcomeKey(context)], state })
  // ERR-21, PRECHK-15, PRECHK-17
  sample({ clock: refused, fn: questionOf('error'), target: questionRaised })
  publishFailures('submitPrecheckout', sample({ clock: refusals, filter: plainRefusal }))

  // The way to the signature; a notice stands until it is read (DEC-63, ERR-38, ERR-39).
  const $address = createStore<string | null>(null).on(going, (_, { url }) => url).reset(opened, started)
  const $hasNotice = createStore(false).on(going, (_, { notice }) => notice !== null).reset(opened)
  sample({ clock: going.filterMap(({ notice }) => notice ?? undefined), fn: questionOf('info'), target: questionRaised })
  const noticed = sample({ clock: questionAnswered, source: { first: $hasNotice, url: $address, phase: $phase }, filter: ({ first, url, phase }) => first && url !== null && phase === 'leaving' })
  $hasNotice.reset(noticed)
  sample({ clock: [going.filterMap(({ url, notice }) => (notice === null ? url : undefined)), noticed.filterMap(({ url }) => url ?? undefined)], fn: (url) => ({ url }), target: signatureOpened })

  // The first try and every further one: a call that takes money is never left without an end (DEC-48).
  const polling = createPolling({ pauses: retryDelays, isEndless: false })
  sample({ clock: [stored, checkPressed, bankFinished], fn: () => undefined, target: polling.begin })
  sample({ clock: sample({ clock: polling.ask, source: $attempt }).filterMap((attempt) => attempt ?? undefined), target: submitFx })
  sample({ clock: unknown, fn: () => undefined, target: polling.undecided })
  sample({ clock: bank, fn: () => bankDelay, target: polling.postponed })
  const bankLeft = sample({ clock: bankCancelled, source: $phase, filter: (phase) => phase === 'bank', fn: () => undefined })
  /** Until the next press: what leaving the bank's page means (DEC-172). */
  const $hasLeftBank = createStore(false).on(bankLeft, () => true).reset(opened, started)
  sample({ clock: [going, refused, refusals, bankLeft, opened, closed], fn: () => undefined, target: polling.end })

  $attempt.reset(going, refused, refusals, bankLeft, updateFx.fail, outdated, opened, closed)
  $phase
    .on(started, () => 'updating')
    .on(stored, () => 'submitting')
    .on(unknown, () => 'checking')
    .on(bank, () => 'bank')
    .on(going, () => 'leaving')
    .reset(refused, refusals, bankLeft, updateFx.fail, outdated, opened, closed)

  const $bankAddress = createStore<string | null>(null).on(bank, (_, { url }) => url).reset(opened, started)

  // The draft is part of the reservation now: it is loaded again, so that nothing is taken for a change any more.
  const $hasStored = createStore(false).on(stored, () => true).reset(opened, started)
  sample({
    clock: [refused, bankLeft, refusals.filter({ fn: (failure) => !hasNewFigures(failure) })], source: { stored: $hasStored, draft: $offerDraft },
    filter: ({ stored, draft }) => stored && draft.extras.length > 0, fn: () => ({}), target: agreementChoicesStored,
  })
  sample({ clock: figuresChanged, fn: () => ({}), target: agreementChoicesStored })
  return {
    started, checkPressed, bankFinished, bankCancelled, codeNeeded, outdated, $phase, $address, $bankAddress, $outcome, $hasNewFigures, $hasLeftBank, $isStuck: polling.$isExhausted, updateFx, submitFx,
    $isBusy: $phase.map((phase) => phase !== 'idle'),
  }
}
export type Submission = ReturnType<typeof createSubmission>
