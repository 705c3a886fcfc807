import { describeCall, describeSchema } from '@checkin/http'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { declareOtherSessions } from './other-sessions.declared.ts'

const { OtherSession, OtherSessions, calls } = declareOtherSessions({ z, endpoint })
export type OtherSession = z.infer<typeof OtherSession>
/* @__PURE__ */ describeSchema(OtherSession, () => ({
  id: 'OtherSession', description: 'Another device or browser at which the same reservation is open (DEC-304).',
  fields: { startedAt: 'Since when, an instant in UTC.', device: 'As roughly as its browser says; null where nobody asked it.' },
}))
/* @__PURE__ */ describeSchema(OtherSessions, () => ({ id: 'OtherSessions', description: 'Sessions of the reservation beside the own one.', fields: { sessions: 'Newest first.' } }))
/* @__PURE__ */ describeCall(calls.listOtherSessions, 'At which other devices the reservation is open')
/* @__PURE__ */ describeCall(calls.endOtherSessions, 'Ends the sessions of the reservation at other devices')

/** API-95 and API-100. Apart from the other calls, whose declarations every first screen loads. */
export const otherSessionsContract = calls
export type OtherSessionsContract = typeof otherSessionsContract
