import type * as z from 'zod'
import type { Role } from '../access/actor.ts'
import type { Reach } from '../access/reach.ts'

type AnySchema = z.ZodType

/** One call of the registry: what serves it, checks it and describes it in OpenAPI. */
export interface Endpoint<Params extends AnySchema = AnySchema, Query extends AnySchema = AnySchema, Body extends AnySchema = AnySchema, Answer extends AnySchema = AnySchema> {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:name` for parameters. */
  readonly path: `/registry/v1/${string}`
  /** One sentence for an operator. */
  readonly summary: string
  /** Roles that may call it; `anyone` needs no token. */
  readonly may: readonly Role[] | 'anyone'
  /** What of the tenants it touches or shows; holds tokens that are limited to some of them. */
  readonly reach: Reach
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly answer: Answer
  /** Statuses with code besides 400, 401, 403 and 500. */
  readonly errors: readonly { readonly status: number; readonly code: string }[]
  /** The caller says with `If-Match: "<revision>"` which revision of the tenant it saw. */
  readonly ifMatch?: boolean
  /** Asked several times a second by machines: leaves no line in the log. */
  readonly quiet?: boolean
  /** Bytes; 64 kB unless told. */
  readonly bodyLimit?: number
}

/** Keeps the exact types of an endpoint's schemas. */
export const endpoint = <Params extends AnySchema, Query extends AnySchema, Body extends AnySchema, Answer extends AnySchema>(
  definition: Endpoint<Params, Query, Body, Answer>,
): Endpoint<Params, Query, Body, Answer> => definition
