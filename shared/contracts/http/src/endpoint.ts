import type { $ZodType, input, output } from 'zod/v4/core'

/** A schema of `zod` or of `zod/mini`. */
export type Schema = $ZodType

/** A status and code that a call may be refused with, beyond those that every call of its API has. */
export interface DeclaredError<Code extends string = string> {
  readonly status: number
  readonly code: Code
}

/**
 * One HTTP call: the only description of it for server, client and OpenAPI document (decision 0128). `Access` is the API's own value for who
 * may call, `Code` the codes that its errors may have.
 */
export interface Endpoint<Access = unknown, Code extends string = string> {
  /** Unique within the API; `operationId` in OpenAPI. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the API's base, parameters as `:name`. */
  readonly path: `/${string}`
  /** One line. An API that browsers load gives it with `describeCall` instead, which minifiers drop. */
  readonly summary?: string
  readonly access: Access
  /** A read may be cut off and asked again, a write never (DEC-48). By default every GET is a read and nothing else is. */
  readonly kind?: 'read' | 'write'
  /** The server keeps the outcome of a call by its Idempotency-Key: repeated under the same key it has no second effect (DEC-48). */
  readonly idempotent?: true
  /** No user waits for it: the page shows nothing when it takes long. */
  readonly background?: true
  readonly params?: Schema
  readonly query?: Schema
  /**
   * Path below the API's base at which the same call is made by POST with its parameters in a JSON body: its body form, for parameters that are personal or
   * secret and must not stand in an address (ASVS 14.2.1). Clients use no other; `path` stays for whoever was built to it.
   */
  readonly inBody?: `/${string}`
  /** JSON of this schema; `text` is a body of any content type, handed on as it came. */
  readonly body?: Schema | 'text'
  /** JSON of this schema, a document to save, a picture, plain text, or 204 without a body. */
  readonly answer: Schema | 'pdf' | 'webp' | 'text' | 'none'
  /** Success statuses; 200 by default, 204 where there is no body. */
  readonly statuses?: readonly number[]
  readonly errors: readonly DeclaredError<Code>[]
  /** Bytes that a body may have; 64 kB by default. */
  readonly bodyLimit?: number
  /** Called several times a second by machines: successes leave no line in the log. */
  readonly quiet?: true
  /** `If-Match: "<revision>"` names the revision that the caller saw. */
  readonly ifMatch?: 'required' | 'optional'
}

/**
 * Makes an API's `endpoint` function, which declares a call with its exact types: `const endpoint = endpointFor<Access, Code>()`.
 * A property that no endpoint has is a type error.
 */
export const endpointFor = <Access, Code extends string = string>() =>
  <const E extends Endpoint<Access, Code>>(declared: E & { readonly [Unknown in Exclude<keyof E, keyof Endpoint>]: never }): E => declared

/** Whether a call may be cut off and asked again. */
export const kindOf = ({ kind, method }: Pick<Endpoint, 'kind' | 'method'>): 'read' | 'write' => kind ?? (method === 'GET' ? 'read' : 'write')

/** Bytes that a body of this call may have (DEC-81). */
export const bodyLimitOf = ({ bodyLimit = 64 * 1024 }: Pick<Endpoint, 'bodyLimit'>): number => bodyLimit

type PartNames = 'params' | 'query' | 'body'
/** The parts that a call has. */
type PartsOf<E> = { [Name in PartNames]: E extends { readonly [N in Name]: Schema | 'text' } ? Name : never }[PartNames]
/** JSON that nobody changes. */
type Immutable<T> = T extends readonly (infer Item)[] ? readonly Immutable<Item>[] : T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T
type Sent<S> = S extends Schema ? Immutable<input<S>> : string
type Read<S> = S extends Schema ? output<S> : string

/** What a client gives to a call: its `params`, `query` and `body`, as far as it has them; void when it has none. Lists may be read-only. */
export type Input<E> = [PartsOf<E>] extends [never] ? void : { readonly [Name in PartsOf<E> & keyof E]: Sent<E[Name]> }

/** Arguments of a call after its endpoint: its input first, which a call without parts leaves out unless it has `Options`. */
export type InputFirst<E, Options> = [PartsOf<E>] extends [never] ? [input?: undefined, options?: Options] : [input: Input<E>, options?: Options]

/** The same as the server reads it. */
export type Request<E> = { readonly [Name in PartsOf<E> & keyof E]: Read<E[Name]> }

type AnswerOf<E> = E extends { readonly answer: infer Answer } ? Answer : never

/** What a client gets of a success. */
export type Data<E> = AnswerOf<E> extends Schema ? output<AnswerOf<E>> : AnswerOf<E> extends 'pdf' | 'webp' ? Blob : AnswerOf<E> extends 'text' ? string : undefined

/** The same as the server's handler gives it; lists may be read-only. */
export type Reply<E> = AnswerOf<E> extends Schema ? Immutable<input<AnswerOf<E>>> : AnswerOf<E> extends 'pdf' | 'webp' ? Uint8Array : AnswerOf<E> extends 'text' ? string : void
