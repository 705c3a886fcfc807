import * as z from 'zod/mini'
import { MissingData, type Missing } from '../entities/missing.schema.ts'
import type { ApiFailure } from './api-failure.ts'

/** What a refused call lacked first, with the screen on which it is given (DEC-95); null for any other failure. */
export function firstMissing({ kind, answer }: ApiFailure): Missing | null {
  if (kind !== 'http') return null
  return z.safeParse(MissingData, answer.error.data).data?.missing[0] ?? null
}
