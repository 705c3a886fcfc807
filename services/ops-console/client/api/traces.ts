import { useQuery } from '@tanstack/react-query'
import { call, CallError } from './call.ts'
import type { Choice } from './registry.ts'

/** A failure that a renter saw, with what it takes to see the same. */
export interface Trace {
  readonly code: string
  readonly at: string
  readonly host: string
  readonly module: string
  readonly version: string
  readonly phase: string
  readonly reason: string
  readonly step: string
  readonly setId: number
  readonly modules: Choice
  readonly group: { readonly count: number; readonly hosts: readonly string[]; readonly firstAt: string | null }
}

const nullIfUnknown = (error: unknown): null => {
  if (error instanceof CallError && error.status === 404) return null
  throw error
}

/** What happened under a code for support; null for one that is not known, nothing is asked for an empty one. */
export const useTrace = (code: string) => useQuery({
  queryKey: ['trace', code], enabled: code !== '',
  queryFn: () => call<Trace>(`/registry/traces/${encodeURIComponent(code)}`).catch(nullIfUnknown),
})
