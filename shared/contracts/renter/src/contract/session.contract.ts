import { describeCall, describeSchema } from '@checkin/http'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const seconds = z.number().check(z.int(), z.minimum(0))

/** How long the session still lives by the server's clock, in seconds (DEC-85). */
export const SessionTime = z.object({ restSeconds: seconds, leftSeconds: seconds })
export type SessionTime = z.infer<typeof SessionTime>
/* @__PURE__ */ describeSchema(SessionTime, () => ({
  id: 'SessionTime', description: 'How long the session still lives.',
  fields: { restSeconds: 'Seconds without any call after which it ends.', leftSeconds: 'Seconds after which it ends whatever is called.' },
}))

/** API-46: a sign of the renter that no other call carries: somebody reads, or asks to stay (DEC-190). 401 where the session is over: nothing brings it back. */
export const prolongSession = endpoint({ name: 'prolongSession', method: 'POST', path: '/session/prolong', access: 'link', background: true, answer: SessionTime, errors: [] })
/* @__PURE__ */ describeCall(prolongSession, 'Says that the renter is there, and asks how long the session lives')
