import { isUnanswered } from '@checkin/async/failures'
import { agreementSigned, precheckoutFinished, signatureUnconfirmed } from '@checkin/flow/publish/precheckout'
import { OutdatedAgreement } from '@checkin/api'
import type { StepVisit } from '@checkin/remote'
import { attach, createEvent, createStore, sample } from 'effector'
import { completePrecheckoutFx, publishFailures } from '../../api.ts'

/** The screen is shown; the shell calls it once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const retryPressed = createEvent()
export const homePressed = createEvent()

/**
 * `unreachable`: nobody answered, so nothing is known and nothing is claimed; `refused`: the signature did not count;
 * `outdated`: the rental changed before anybody signed (DEC-108).
 */
export type Confirming = 'asking' | 'unreachable' | 'refused' | 'outdated'

/** Asks our server whether the provider has the signature; a repetition of a confirmed one is fine (API-33). */
export const confirmFx = attach({
  effect: completePrecheckoutFx,
  mapParams: (returned: { readonly guid: string; readonly signatureId: string }) => ({ body: returned }),
})

const $returned = createStore({ guid: '', signatureId: '' }).on(opened, (_, { params }) => ({ guid: params['guid'] ?? '', signatureId: params['id'] ?? '' }))
export const $confirming = createStore<Confirming>('asking')
  .on(confirmFx.failData, (_, failure) => (isUnanswered(failure) ? 'unreachable' : failure.code === 'AgreementOutdated' ? 'outdated' : 'refused'))
  .reset(opened, confirmFx)

/** Where the agreement is signed that took an outdated one's place; null for none. */
export const $newAddress = createStore<string | null>(null)
  .on(confirmFx.failData, (_, { answer }) => OutdatedAgreement.safeParse(answer.error.data).data?.signatureURL ?? null)
  .reset(opened, confirmFx)

sample({ clock: [opened, retryPressed], source: { returned: $returned, busy: confirmFx.pending }, filter: ({ busy }) => !busy, fn: ({ returned }) => returned, target: confirmFx })

// STATES S3.49: success is said only after the server's yes.
sample({ clock: confirmFx.done, fn: () => ({}), target: agreementSigned })

// STATES S3.50, ERR-37: never a false success.
const refused = sample({ clock: confirmFx.failData, filter: (failure) => !isUnanswered(failure) })
publishFailures('completePrecheckout', refused)
sample({ clock: refused, fn: () => ({}), target: signatureUnconfirmed })

sample({ clock: homePressed, fn: () => ({}), target: precheckoutFinished })
