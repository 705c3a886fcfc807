import { endpointFor, type DeclaredError as HttpDeclaredError, type Endpoint as HttpEndpoint, type Schema } from '@checkin/http'
import type { ErrorCode } from '../failures/error-codes.ts'

/**
 * Who may call (DEC-07, DEC-77):
 * `open` anybody of the tenant; `pending` a session that waits for its code, or any stronger one;
 * `link` a session that a link or a code opened;
 * `verified` a session that a code raised: one opened by a link is refused with 403 `CodeRequired`.
 */
export type Access = 'open' | 'pending' | 'link' | 'verified'

/** A status and code that a call may refuse with, beyond those that every call has. */
export type DeclaredError = HttpDeclaredError<ErrorCode>

/** One call of docs/spec/api.md; its path is below the API base. */
export type Endpoint = HttpEndpoint<Access, ErrorCode> & { readonly method: 'GET' | 'POST' | 'PUT'; readonly body?: Schema; readonly answer: Schema | 'pdf' }

/** Declares a call with its exact types. */
export const endpoint = endpointFor<Access, ErrorCode>()
