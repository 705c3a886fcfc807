import type { ApiFailure, EndpointName, Handling, Missing } from '@checkin/api'
import { createEffect, sample, type Event, type EventCallable, type UnitTargetable } from 'effector'

/**
 * What a failed call leaves known about what was asked:
 * - `unanswered`: nobody answered, or not in time (ERR-45);
 * - `undecided`: an answer came that does not say what was done: a fault on the way, or not the contract's form (DEC-48);
 * - `unavailable`: the server declined to serve (429, 503) and has done nothing;
 * - `refused`: the server decided against it.
 */
export type FailureClass = 'unanswered' | 'undecided' | 'unavailable' | 'refused'

const serverFault = 500
const declined: readonly number[] = [429, 503]

/** The class of a failure; pure, and the same for every module. */
export function failureClass({ kind, answer: { status } }: ApiFailure): FailureClass {
  if (status === 0) return 'unanswered'
  if (kind !== 'http') return 'undecided'
  if (declined.includes(status)) return 'unavailable'
  return status >= serverFault ? 'undecided' : 'refused'
}

/** Nobody answered, so nothing is known about what was asked (ERR-45). */
export const isUnanswered = (failure: ApiFailure): boolean => failureClass(failure) === 'unanswered'

/** Nobody can say what a write did: its state is asked for, and it is never sent again blindly (DEC-48). */
export const isUndecided = (failure: ApiFailure): boolean => isUnanswered(failure) || failureClass(failure) === 'undecided'

/** The server decided against what was asked; a check that fails otherwise was not made and holds nobody up (DEC-32, DEC-39). */
export const isRefused = (failure: ApiFailure): boolean => failureClass(failure) === 'refused'

/** Somebody else stored a newer version of the reservation meanwhile (DEC-127); of anything that was thrown. */
export const isConflict = (error: unknown): boolean => (error as Partial<ApiFailure> | null)?.code === 'VersionConflict'

/** The reservation has a rental agreement, so nothing can be changed online (ERR-15). */
export const hasAgreement = (failure: ApiFailure): boolean => failure.code === 'HasRentalAgreement'

/** A failed call with what it means to the renter, and what it lacked first (DEC-95). */
export interface MeantFailure {
  readonly failure: ApiFailure
  readonly meaning: Handling
  readonly missing: Missing | null
}

/** Where not even the contract came, nobody answered: it may be tried again (ERR-45). */
const unknownMeaning: Handling = { kind: 'alert', key: 'SomethingHappened', params: { value: '' } }

interface Failed {
  readonly endpoint: EndpointName
  readonly failure: ApiFailure
}

/** What a failure means, by the contract's table, which the call that failed has loaded (decision 0301). */
async function meaningOf({ endpoint, failure }: Failed): Promise<MeantFailure> {
  const contract = await import('@checkin/api').catch(() => null)
  return contract === null ? { failure, meaning: unknownMeaning, missing: null } : { failure, meaning: contract.handling(endpoint, failure), missing: contract.firstMissing(failure) }
}

/** What failures of calls of `endpoint` mean. */
export function meantFailures(endpoint: EndpointName, failed: Event<ApiFailure>): Event<MeantFailure> {
  const meaningFx = createEffect(meaningOf)
  sample({ clock: failed, fn: (failure) => ({ endpoint, failure }), target: meaningFx })
  return meaningFx.doneData
}

type Params = Record<string, string | number>
type Look = 'error' | 'warning' | 'info' | 'success'

/** The events by which an owner publishes what a failed call means, as in `@checkin/flow/publish/<owner>`; a missing one is not published. */
export interface FailureEvents {
  readonly problemOccurred: UnitTargetable<{ key: string; text?: string | undefined; params?: Params | undefined; state?: Look | undefined }>
  readonly sessionRefused: UnitTargetable<Record<string, never>>
  readonly requirementMissed?: UnitTargetable<{ readonly code: string; readonly step: string }>
  readonly questionRaised?: UnitTargetable<{ type: 'confirm' | 'cancel'; keys: string[]; params?: Params | undefined; state?: Look | undefined }>
}

/** Fields below which a form shows what a server found wrong with them. */
export interface FailureFields<Name extends string, Kind extends string> {
  readonly names: readonly Name[]
  readonly errorFound: EventCallable<{ readonly field: Name; readonly kind: Kind }>
}

/** Publishes what failures of calls of `endpoint` mean to the renter. */
export type PublishFailures = <Name extends string = never, Kind extends string = never>(
  endpoint: EndpointName, failed: Event<ApiFailure>, fields?: FailureFields<Name, Kind>,
) => void

/**
 * Makes an owner's `publishFailures`: by the one table of all calls an alert, a modal, the end of the session or a wrong field
 * (ERR-02, ERR-03, ERR-17, ERR-19, ERR-46), and the screen on which something missing is given (DEC-95). One effect serves all calls of the owner.
 */
export function failurePublisher(events: FailureEvents): PublishFailures {
  const meaningFx = createEffect(({ failed }: { readonly failed: Failed; readonly call: symbol }) => meaningOf(failed))
  const meant = meaningFx.doneData
  const handled = meant.map(({ meaning }) => meaning)
  sample({
    clock: handled.filterMap((meaning) => (meaning.kind === 'alert' ? { key: meaning.key, ...(meaning.params && { params: { ...meaning.params } }), ...(meaning.text !== undefined && { text: meaning.text }) } : undefined)),
    target: events.problemOccurred,
  })
  sample({ clock: handled.filterMap((meaning) => (meaning.kind === 'session-ended' ? {} : undefined)), target: events.sessionRefused })
  if (events.requirementMissed) sample({ clock: meant.filterMap(({ missing }) => missing ?? undefined), target: events.requirementMissed })
  if (events.questionRaised) {
    sample({
      clock: handled.filterMap((meaning) => (meaning.kind === 'modal' ? { type: 'cancel' as const, keys: [...meaning.keys], state: 'error' as const } : undefined)),
      target: events.questionRaised,
    })
  }
  return <Name extends string, Kind extends string>(endpoint: EndpointName, failed: Event<ApiFailure>, fields?: FailureFields<Name, Kind>) => {
    const call = Symbol(endpoint)
    sample({ clock: failed, fn: (failure) => ({ failed: { endpoint, failure }, call }), target: meaningFx })
    if (!fields) return
    sample({
      clock: meaningFx.done.filterMap(({ params, result: { meaning } }) => {
        const field = meaning.kind === 'field' && params.call === call ? fields.names.find((name) => name === meaning.field) : undefined
        // Of `FieldsError.email.Verify` the kind is the last part.
        return meaning.kind === 'field' && field !== undefined ? { field, kind: meaning.key.slice(meaning.key.lastIndexOf('.') + 1) as Kind } : undefined
      }),
      target: fields.errorFound,
    })
  }
}
