import { isRefused, isUnanswered } from '@checkin/async/failures'
import { agreementSigned, precheckoutFinished, signatureOpened, signatureUnconfirmed } from '@checkin/flow/publish/precheckout'
import { OutdatedAgreement, type ApiFailure } from '@checkin/api'
import type { StepVisit } from '@checkin/remote'
import { attach, createEvent, createStore, sample } from 'effector'
import { completePrecheckoutFx, publishFailures } from '../../api.ts'

/** The screen is shown; the shell calls it once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const retryPressed = createEvent()
export const homePressed = createEvent()
/** The renter who refused thinks again, or whose signature was rejected tries again. */
export const againPressed = createEvent()

/**
 * `unreachable`: nobody answered, so nothing is known and nothing is claimed; `refused`: the signature did not count;
 * `outdated`: the rental changed before anybody signed (DEC-108); `declined`: the renter did not want to sign, and may think again (DEC-130);
 * `rejected`: what was signed was not accepted, and may be signed again; `unasked`: nobody knows whether that request was made, and asking for it
 * again makes no other one (DEC-141).
 */
export type Confirming = 'asking' | 'unreachable' | 'refused' | 'outdated' | 'declined' | 'rejected' | 'unasked'

interface Returned {
  readonly guid: string
  readonly signatureId: string
  readonly again?: true
}

const notSigned: Readonly<Partial<Record<string, Confirming>>> = { SignatureRefused: 'declined', SignatureRejected: 'rejected' }

function outcomeOf(failure: ApiFailure, { again }: Returned): Confirming {
  if (again && !isRefused(failure)) return 'unasked'
  if (isUnanswered(failure)) return 'unreachable'
  if (failure.code === 'AgreementOutdated') return 'outdated'
  // A new request was wanted and could not be made: only the counter is left.
  return again && addressIn(failure) === null ? 'refused' : notSigned[failure.code ?? ''] ?? 'refused'
}

/** Where it is signed now; null for nowhere. */
const addressIn = ({ answer }: ApiFailure): string | null => OutdatedAgreement.safeParse(answer.error.data).data?.signatureURL ?? null

/** Asks our server whether the provider has the signature; a repetition of a confirmed one is fine (API-33). */
export const confirmFx = attach({
  effect: completePrecheckoutFx,
  mapParams: (returned: Returned) => ({ body: returned }),
})

const $returned = createStore<Returned>({ guid: '', signatureId: '' })
  .on(opened, (_, { params }) => ({ guid: params['guid'] ?? '', signatureId: params['id'] ?? '' }))
  .on(againPressed, (returned) => ({ ...returned, again: true as const }))
export const $confirming = createStore<Confirming>('asking')
  .on(confirmFx.fail, (_, { params, error }) => outcomeOf(error, params))
  .reset(opened, confirmFx)

/** Where the agreement is signed that took an outdated one's place; null for none. */
export const $newAddress = createStore<string | null>(null)
  .on(confirmFx.failData, (_, failure) => addressIn(failure))
  .reset(opened, confirmFx)

// `againPressed` asks for a new request of the same agreement; a retry repeats what was asked last.
sample({ clock: [opened, retryPressed, againPressed], source: { returned: $returned, busy: confirmFx.pending }, filter: ({ busy }) => !busy, fn: ({ returned }) => returned, target: confirmFx })

// To the page of the new request (STATES S3.57).
sample({ clock: confirmFx.fail.filterMap(({ params, error }) => (params.again ? addressIn(error) ?? undefined : undefined)), fn: (url) => ({ url }), target: signatureOpened })

// STATES S3.49: success is said only after the server's yes.
sample({ clock: confirmFx.done, fn: () => ({}), target: agreementSigned })

// STATES S3.50, ERR-37: never a false success.
const isUndecidedYet = (outcome: Confirming): boolean => outcome === 'unreachable' || outcome === 'unasked'
const refused = confirmFx.fail.filterMap(({ params, error }) => (isUndecidedYet(outcomeOf(error, params)) || (params.again && addressIn(error) !== null) ? undefined : error))
publishFailures('completePrecheckout', refused)
sample({ clock: refused, fn: () => ({}), target: signatureUnconfirmed })

sample({ clock: homePressed, fn: () => ({}), target: precheckoutFinished })
