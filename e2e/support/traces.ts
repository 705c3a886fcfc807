import { HttpError } from '@checkin/http/client'
import { getTrace, type Trace } from '@checkin/registry'
import { viewer } from './rollout.ts'

/** What the registry knows about a support code that a page shows; null while it knows nothing. */
export const traceOf = (code: string | null): Promise<Trace | null> => viewer.call(getTrace, { params: { code: code ?? 'none' } }).catch((error: unknown) => {
  if (error instanceof HttpError && error.status === 404) return null
  throw error
})
