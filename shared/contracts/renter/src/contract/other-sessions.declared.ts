import type * as zod from 'zod/mini'
import type { endpoint as declare } from './endpoint.ts'

/** What the declarations below are made with. */
export interface Declaring {
  readonly z: Pick<typeof zod, 'array' | 'enum' | 'nullable' | 'object' | 'string'>
  readonly endpoint: typeof declare
}

/**
 * API-95 and API-100 with what they are made of given: a late part of the shell makes them without importing what the first load has, which would split that
 * and make it larger than both calls are (decision 0081).
 */
export function declareOtherSessions({ z, endpoint }: Declaring) {
  const OtherSession = z.object({ startedAt: z.string(), device: z.nullable(z.enum(['phone', 'tablet', 'desktop'])) })
  const OtherSessions = z.object({ sessions: z.array(OtherSession) })
  return {
    OtherSession, OtherSessions,
    calls: {
      /** API-95: at which other devices the reservation is open, for who proved a code (DEC-304). */
      listOtherSessions: endpoint({ name: 'listOtherSessions', method: 'GET', path: '/session/others', access: 'verified', background: true, answer: OtherSessions, errors: [] }),
      /** API-100: ends them all and answers those that there are then; the own session goes on. May be repeated. */
      endOtherSessions: endpoint({ name: 'endOtherSessions', method: 'POST', path: '/session/others/end', access: 'verified', answer: OtherSessions, errors: [] }),
    },
  } as const
}
