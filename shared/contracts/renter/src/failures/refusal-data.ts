import { safeParse } from 'zod/mini'
import { WorkNeeded } from '../contract/lookup.contract.ts'
import { MissingData, type Missing } from '../entities/reservation.schema.ts'
import type { ApiFailure } from './api-failure.ts'

/** What a refused call lacked first, with the screen on which it is given (DEC-95); null for any other failure. */
export function firstMissing({ kind, answer }: ApiFailure): Missing | null {
  if (kind !== 'http') return null
  return safeParse(MissingData, answer.error.data).data?.missing[0] ?? null
}

/** The work that a try costs, where the reference is guessed at (DEC-100); null for any other failure. */
export function workAskedFor({ code, answer }: ApiFailure): WorkNeeded | null {
  return code === 'WorkRequired' ? safeParse(WorkNeeded, answer.error.data).data ?? null : null
}
