import type { EndpointName } from '../contract/contract.ts'
import type { ApiFailure } from './api-failure.ts'
import type { ErrorCode } from './error-codes.ts'
import { firstMissing } from './refusal-data.ts'
import { handlingTable, type Handling, type Rule } from './handling-table.ts'

/** The row of the table for a refusal, if it has one: the first that fits counts. */
export const ruleFor = (endpoint: EndpointName, status: number, code: ErrorCode | null): Rule | undefined =>
  handlingTable.find((rule) =>
    (rule.endpoint === '*' || rule.endpoint === endpoint) && (rule.status === '*' || rule.status === status) && (rule.code === '*' || rule.code === code))

const somethingHappened: Handling = { kind: 'alert', key: 'SomethingHappened', params: { value: '' } }

/** Minutes to wait when the server named no time (DEC-09). */
const usualWait = 15

const minutesOf = (failure: ApiFailure): string => {
  const seconds = failure.kind === 'http' ? failure.retryAfter : null
  return String(seconds === null ? usualWait : Math.max(1, Math.ceil(seconds / 60)))
}

/** The server's code as it wrote it, else the status (ERR-18). */
const codeOf = (failure: ApiFailure): string => (failure.kind === 'http' && failure.codeText !== '' ? failure.codeText : String(failure.answer.status))

/** What a renter may tell support of a fault without known cause: the beginning of the id under which the server's log has the call (ERR-02). */
const supportCodeOf = (requestId: string): string => requestId.slice(0, 8).toUpperCase()

/** Fills in what only the single failure knows: how long to wait, the code, the server's own message. */
function completed(rule: Rule, failure: ApiFailure): Handling {
  const { handling: meaning, says } = rule
  if (meaning.kind !== 'alert') return meaning
  if (says === 'minutes') return { ...meaning, params: { minutes: minutesOf(failure) } }
  if (says === 'code') return { ...meaning, params: { code: codeOf(failure) } }
  const { title } = failure.answer.error
  if (says === 'server' && title !== '') return { ...meaning, text: title }
  return failure.answer.status === 500 && failure.requestId !== null ? { ...meaning, key: 'SomethingHappenedCode', params: { code: supportCodeOf(failure.requestId) } } : meaning
}

/** Of two drivers the additional one's age is not allowed: whoever reads of "the driver" looks at the wrong data (DEC-98). */
const isAboutAdditionalDriver = (failure: ApiFailure): boolean =>
  failure.code === 'AgeNotAllowed' && firstMissing(failure)?.fields?.some((field) => field.startsWith('addDriver.')) === true

/**
 * What to do about a failed call; pure, and the same for every module. A refusal is looked up in the table; one that is not
 * there is shown with its code (ERR-03, ERR-18, DEC-49). When nobody answered, or not as agreed, it may be tried again (ERR-45).
 */
export function handling(endpoint: EndpointName, failure: ApiFailure): Handling {
  if (failure.kind === 'aborted') return { kind: 'ignore' }
  if (isAboutAdditionalDriver(failure)) return { kind: 'alert', key: 'AdditionalDriverAgeNotAllowed' }
  const rule = ruleFor(endpoint, failure.answer.status, failure.code)
  if (rule) return completed(rule, failure)
  if (failure.kind !== 'http') return somethingHappened
  return { kind: 'alert', key: 'SomethingHappenedCode', params: { code: codeOf(failure) } }
}
