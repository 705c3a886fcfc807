import type { EndpointName } from '../contract/contract.ts'
import type { ApiFailure } from './api-failure.ts'
import type { ErrorCode } from './error-codes.ts'
import { handlingTable, type Rule } from './handling-table.ts'

/** What a failure means to the renter (ERR rows). Keys are those of the word catalogue. */
export type Handling =
  /** A toast. `text` is the server's own message where one came (ERR-02). */
  | { readonly kind: 'alert'; readonly key: string; readonly params?: Readonly<Record<string, string>>; readonly text?: string }
  /** A message below a field. */
  | { readonly kind: 'field'; readonly field: string; readonly key: string }
  /** A modal with several lines. */
  | { readonly kind: 'modal'; readonly keys: readonly string[] }
  /** The session is over: clear and say so (ERR-46). */
  | { readonly kind: 'session-ended' }
  /** Not an error to the flow: the model goes on by itself. */
  | { readonly kind: 'ignore' }

const ruleFor = (endpoint: EndpointName, status: number, code: ErrorCode | null): Rule | undefined =>
  handlingTable.find((rule) =>
    (rule.endpoint === '*' || rule.endpoint === endpoint) && (rule.status === '*' || rule.status === status) && (rule.code === '*' || rule.code === code))

/**
 * What to do about a failed call: the first row of the table that fits. Pure; the same for every module.
 * A 401 ends the session, a 500 shows the server's message, silence of the network says to try again.
 */
export function handling(endpoint: EndpointName, failure: ApiFailure): Handling {
  const { status, error } = failure.answer
  const rule = ruleFor(endpoint, status, failure.code)
  if (rule) return rule.handling
  if (status === 401) return { kind: 'session-ended' }
  if (status === 500 && error.title !== '') return { kind: 'alert', key: 'SomethingHappened', params: { value: '' }, text: error.title }
  if (status === 0 || status === 500) return { kind: 'alert', key: 'SomethingHappened', params: { value: '' } }
  return { kind: 'alert', key: 'SomethingHappenedCode', params: { code: String(status) } }
}
