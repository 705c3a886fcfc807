/**
 * Where pre-checkout stands. `holding`: the deposit is being held. `held`: it is, and the agreement is to be written. `made`: it is written, and
 * to be put before the renter. `open`: it waits for the signature at the provider. `refused`: the renter did not want to sign; it may be asked
 * for again. `failed`: the provider took no agreement; the hold is left for the counter and given back after a day. `declined` and
 * `superseded` are over and make room for another one.
 */
export type AgreementState = 'holding' | 'held' | 'made' | 'open' | 'signed' | 'refused' | 'failed' | 'declined' | 'superseded'

/** States that need somebody to go on: the renter's call or, when that is gone, the worker. */
export const moving = ['holding', 'held', 'made', 'open'] as const satisfies readonly AgreementState[]

/** States that make room for another agreement. The index of migration 061 lists the same. */
export const over = ['declined', 'superseded'] as const satisfies readonly AgreementState[]

export type AgreementEvent = 'held' | 'declined' | 'written' | 'asked' | 'rejected' | 'signed' | 'refused' | 'again' | 'superseded'

/** Every allowed move; what is not here does not happen. */
export const agreementMoves: Readonly<Record<AgreementState, Partial<Readonly<Record<AgreementEvent, AgreementState>>>>> = {
  holding: { held: 'held', declined: 'declined', superseded: 'superseded' },
  held: { written: 'made', superseded: 'superseded' },
  made: { asked: 'open', rejected: 'failed', superseded: 'superseded' },
  open: { signed: 'signed', refused: 'refused', superseded: 'superseded' },
  // What was signed before the refusal arrived, or after it at the provider, is signed.
  refused: { again: 'made', signed: 'signed', superseded: 'superseded' },
  failed: { superseded: 'superseded' },
  signed: { superseded: 'superseded' },
  declined: {},
  superseded: {},
}
