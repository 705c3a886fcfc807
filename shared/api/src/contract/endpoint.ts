import type * as z from 'zod/mini'
import type { ErrorCode } from '../failures/error-codes.ts'

/**
 * Who may call (DEC-07, DEC-77):
 * `open` anybody of the tenant; `pending` a session that waits for its code, or any stronger one;
 * `link` a session that a link or a code opened;
 * `verified` a session that a code raised: one opened by a link is told 403 `CodeRequired`.
 */
export type Access = 'open' | 'pending' | 'link' | 'verified'

/** A status and code that a call may refuse with, beyond those that every call has. */
export interface DeclaredError {
  readonly status: number
  readonly code: ErrorCode
}

type Schema = z.ZodMiniType

/** One call of docs/spec/api.md: the only description of it for server, client and document. */
export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema | 'pdf' = Schema | 'pdf',
> {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Below the API base, parameters as `:name`. */
  readonly path: `/${string}`
  readonly access: Access
  /** A read may be cut off and asked again, a write never (DEC-48). Unless told, every GET is a read and nothing else is. */
  readonly kind?: 'read' | 'write'
  /**
   * The server keeps what became of a call by its Idempotency-Key, and the same call under the same key has no second effect: an answer
   * that got lost may be asked for again (DEC-48).
   */
  readonly keyed?: true
  /** Nobody waits for it: the screen says nothing when it takes long. */
  readonly background?: true
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** Answer of status 200. `pdf` is a document to save. */
  readonly answer: Answer
  readonly errors: readonly DeclaredError[]
  /** Bytes that a body may have; 64 kB unless told. */
  readonly bodyLimit?: number
}

/** Declares a call with its exact types. */
export const endpoint = <
  const Name extends string,
  const Method extends Endpoint['method'],
  Answer extends Schema | 'pdf',
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(
  declared: Endpoint<Params, Query, Body, Answer> & { readonly name: Name; readonly method: Method },
): Endpoint<Params, Query, Body, Answer> & { readonly name: Name; readonly method: Method } => declared

/** Whether a call may be cut off and asked again. */
export const kindOf = ({ kind, method }: Pick<Endpoint, 'kind' | 'method'>): 'read' | 'write' => kind ?? (method === 'GET' ? 'read' : 'write')

/** Bytes that a body of this call may have (DEC-81). */
export const bodyLimitOf = ({ bodyLimit = 64 * 1024 }: Pick<Endpoint, 'bodyLimit'>): number => bodyLimit

type Part<Key extends string, S> = S extends Schema ? { readonly [K in Key]: z.input<S> } : unknown
type Read<Key extends string, S> = S extends Schema ? { readonly [K in Key]: z.output<S> } : unknown

/** What a client gives to a call: its `params`, `query` and `body`, as far as it has them; null when it has none. */
export type Input<E> = E extends Endpoint<infer P, infer Q, infer B, infer _A>
  ? [P, Q, B] extends [undefined, undefined, undefined] ? void : Part<'params', P> & Part<'query', Q> & Part<'body', B>
  : never

/** The same as the server reads it. */
export type Request<E> = E extends Endpoint<infer P, infer Q, infer B, infer _A> ? Read<'params', P> & Read<'query', Q> & Read<'body', B> : never

/** What a call answers with status 200. */
export type Data<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? (A extends Schema ? z.output<A> : Blob) : never

/** The same as the server gives it. */
export type Reply<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? (A extends Schema ? z.input<A> : Uint8Array) : never
