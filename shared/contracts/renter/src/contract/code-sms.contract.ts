import { describeCall, endpointFor } from '@checkin/http'
import type { ErrorCode } from '../failures/error-codes.ts'
import type { Access } from './endpoint.ts'
import { CodeSms } from './sms-state.contract.ts'

export { CodeSms }

// A module brings this file itself: what it took from beside it would be a copy of what the shell provides.
const endpoint = endpointFor<Access, ErrorCode>()

/** API-62: whether a code may come by SMS, and what became of the last one (DEC-230). */
export const readCodeSms = endpoint({ name: 'readCodeSms', method: 'POST', path: '/code/sms/state', access: 'pending', kind: 'read', background: true, answer: CodeSms, errors: [] })
/* @__PURE__ */ describeCall(readCodeSms, 'Where the text message with the code stands')

/** API-63: sends a code by SMS to the number on file; the code before it is void (DEC-230). */
export const sendCodeSms = endpoint({
  name: 'sendCodeSms', method: 'POST', path: '/code/sms', access: 'pending', kind: 'write', answer: CodeSms,
  errors: [{ status: 404, code: 'NotFound' }, { status: 409, code: 'HasRentalAgreement' }, { status: 429, code: 'TooManyRequests' }],
})
/* @__PURE__ */ describeCall(sendCodeSms, 'Sends a code by text message to the number on file')

/** API-62 and API-63. Apart from the other calls, whose declarations every first screen loads: the module that makes these brings them. */
export const codeSmsContract = { readCodeSms, sendCodeSms } as const
export type CodeSmsContract = typeof codeSmsContract
