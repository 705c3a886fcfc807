/**
 * Where pre-checkout stands. `holding`: the deposit is being held. `held`: it is, and the agreement is to be written. `made`: it is written, and
 * to be put before the renter. `open`: it waits for the signature at the provider. `withdrawing`: the rental has changed, and
 * the request at the provider is being taken back, whose answer decides whether it was signed before. `refused`: the renter did not want to sign; it
 * may be asked for again. `failed`: the provider took no agreement; the hold is left for the counter and given back after a day. `declined` and
 * `superseded` are over and make room for another one.
 */
export type AgreementState = 'holding' | 'held' | 'made' | 'open' | 'withdrawing' | 'signed' | 'refused' | 'failed' | 'declined' | 'superseded'

/** States that need somebody to go on: the renter's call or, when that is gone, the worker. */
export const moving = ['holding', 'held', 'made', 'open', 'withdrawing'] as const satisfies readonly AgreementState[]

/** States that make room for another agreement. The index of migration 061 lists the same. */
export const over = ['declined', 'superseded'] as const satisfies readonly AgreementState[]

/** States in which the document may no longer say what the rental is, and nobody has signed. */
export const unsigned = ['holding', 'held', 'made', 'open', 'refused', 'failed'] as const satisfies readonly AgreementState[]

export type AgreementEvent = 'held' | 'declined' | 'written' | 'asked' | 'rejected' | 'signed' | 'refused' | 'again' | 'outdated' | 'superseded'

/** Every allowed move; what is not here does not happen. */
export const agreementMoves: Readonly<Record<AgreementState, Partial<Readonly<Record<AgreementEvent, AgreementState>>>>> = {
  holding: { held: 'held', declined: 'declined', outdated: 'withdrawing', superseded: 'superseded' },
  held: { written: 'made', outdated: 'withdrawing', superseded: 'superseded' },
  made: { asked: 'open', rejected: 'failed', outdated: 'withdrawing', superseded: 'superseded' },
  open: { signed: 'signed', refused: 'refused', outdated: 'withdrawing', superseded: 'superseded' },
  // What was signed before the request was taken back is signed, and marked as stale.
  withdrawing: { signed: 'signed', superseded: 'superseded' },
  // What was signed before the refusal arrived, or after it at the provider, is signed.
  refused: { again: 'made', signed: 'signed', outdated: 'withdrawing', superseded: 'superseded' },
  failed: { outdated: 'withdrawing', superseded: 'superseded' },
  signed: { superseded: 'superseded' },
  declined: {},
  superseded: {},
}
