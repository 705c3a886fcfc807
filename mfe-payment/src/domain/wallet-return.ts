import type { ApiFailure, PaymentLog, PaymentStanding } from '@checkin/api'
import type { StepVisit } from '@checkin/remote'

/** What the wallet's return says, as far as it says everything (DEC-68). Anybody can write an address: it is only passed on, never believed. */
export function logOf(documentId: string, { query }: StepVisit): PaymentLog | null {
  const { requestToken, approvalToken, uniqueIdentifier } = query
  return requestToken && approvalToken && uniqueIdentifier ? { documentId, requestToken, approvalToken, uniqueIdentifier } : null
}

/** Where the return leads. */
export type ReturnOutcome =
  /** The payment is there and belongs to the reservation. */
  | 'linked'
  /** The money was taken and could not be associated (PAY-34). */
  | 'unlinked'
  /** Nothing was taken: back to the overview, which says why. */
  | 'unpaid'
  /** Not decided yet: the server is polled for the payment status. */
  | 'ask'
  | 'session-over'

const serverFault = 500
const unauthorised = 401

/** What a failed log means. "Your payment was successful" is said only by a server that knows so: its fault, or its own word (P17). */
export function outcomeOfLogFailure({ kind, answer, code }: ApiFailure): ReturnOutcome {
  if (code === 'PaymentNotLinked' || (kind === 'http' && answer.status === serverFault)) return 'unlinked'
  if (code === 'PaymentDeclined') return 'unpaid'
  return answer.status === unauthorised ? 'session-over' : 'ask'
}

/** What the state of the payment means for the return; an attempt that still waits for the renter is the overview's to show. */
export function outcomeOfReturn({ state }: PaymentStanding): ReturnOutcome {
  if (state === 'paid') return 'linked'
  return state === 'checking' ? 'ask' : 'unpaid'
}
