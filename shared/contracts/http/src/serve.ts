import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { safeParse, type $ZodIssue } from 'zod/v4/core'
import { refuseOtherMethods } from './allowed-methods.ts'
import { bodyFormOf, partsOfBody } from './body-form.ts'
import { bodyLimitOf, type Endpoint, type Reply, type Request } from './endpoint.ts'

/** Where a request does not fit its endpoint. */
export type Part = 'params' | 'query' | 'body'
type Input = Readonly<Partial<Record<Part, unknown>>>

/** What a service brings along: who calls, and how it refuses. */
export interface ServeHooks<Context extends object, Access = unknown> {
  /** Asked before the body is read: who may not call must not make the service read megabytes. Throws the refusal; its result joins every call. */
  readonly authorise: (endpoint: Endpoint<Access>, request: FastifyRequest, reply: FastifyReply) => Promise<Context> | Context
  /** Makes the service's error of a status and code; the title is for people. */
  readonly refuse: (status: number, code: string, title: string) => Error
  /** Makes the error for a part of the request that does not fit its schema. What was sent may be personal and is not to be repeated. */
  readonly invalid: (part: Part, issues: readonly $ZodIssue[]) => Error
  /** Runs around the handler, for example to answer a repeated call from memory. */
  readonly around?: (call: { readonly endpoint: Endpoint<Access>; readonly input: Input; readonly context: Context; readonly request: FastifyRequest }, handle: () => Promise<unknown>) => Promise<unknown>
}

type Revision<E> = E extends { readonly ifMatch: 'required' } ? { readonly ifMatch: number } : E extends { readonly ifMatch: 'optional' } ? { readonly ifMatch: number | null } : unknown

/** A checked call: its parts, what `authorise` gave, the revision of If-Match where it is declared. */
export type Call<E, Context> = Request<E> & Context & Revision<E> & {
  readonly request: FastifyRequest
  /** For status, cookies and headers of the answer. */
  readonly reply: FastifyReply
}

/** Answers a call with what its endpoint declares, or by itself through `reply`; refuses it by throwing the service's error. */
export type Handler<E, Context> = (call: Call<E, Context>) => Promise<Reply<E> | FastifyReply> | Reply<E> | FastifyReply

/** Handlers of an API by the names of its calls. */
export type Handlers<Contract, Context> = { readonly [Name in keyof Contract]?: Handler<Contract[Name], Context> }

/**
 * Serves endpoints: asks who calls, checks what came and what leaves, so that an answer holds only what its schema names. An answer that does
 * not fit is an error of the service that names places, never values. A call without a handler is refused with 501, another method at a served path with 405.
 * An answer that its handler froze, with all that it holds, is checked and written once.
 * A call that has a body form is answered in both forms by the one handler; hooks are given the form that came.
 */
export function serveWith<Context extends object, Access>(app: FastifyInstance, hooks: ServeHooks<Context, Access>) {
  const contexts = new WeakMap<FastifyRequest, Context>()
  const serve = <E extends Endpoint<Access>>(endpoint: E, handler: Handler<E, Context> | undefined, partsOf: (input: Input) => Input): void => {
    refuseOtherMethods(app, endpoint, hooks.refuse)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: bodyLimitOf(endpoint),
      ...(endpoint.quiet && { logLevel: 'warn' as const }),
      onRequest: async (request, reply) => { contexts.set(request, await hooks.authorise(endpoint, request, reply)) },
      handler: async (request, reply) => {
        const context = contexts.get(request)
        if (!context) throw new Error(`${endpoint.name} was not authorised`)
        const input = partsOf(inputOf(endpoint, request, hooks))
        const revision = endpoint.ifMatch ? { ifMatch: revisionOf(endpoint.ifMatch, request, hooks) } : {}
        if (!handler) throw hooks.refuse(501, 'NotImplemented', 'This call is not available yet')
        const call: unknown = { ...input, ...context, ...revision, request, reply }
        const handle = async (): Promise<unknown> => handler(call as Call<E, Context>)
        const answer = await (hooks.around ? hooks.around({ endpoint, input, context, request }, handle) : handle())
        // A handler that answered by itself is done; awaiting its reply gives nothing.
        return reply.sent ? reply : send(endpoint, reply, answer)
      },
    })
  }
  return <E extends Endpoint<Access>>(endpoint: E, handler: Handler<E, Context> | undefined): void => {
    serve(endpoint, handler, (input) => input)
    const form = bodyFormOf(endpoint)
    if (form) serve(form, handler, ({ body }) => partsOfBody(endpoint, body as Readonly<Record<string, unknown>>))
  }
}

/** Serves every call of a contract. */
export function serveContract<Context extends object, Access, Contract extends Readonly<Record<string, Endpoint<Access>>>>(
  app: FastifyInstance, contract: Contract, handlers: Handlers<Contract, Context>, hooks: ServeHooks<Context, Access>,
): void {
  const serve = serveWith(app, hooks)
  for (const [name, endpoint] of Object.entries(contract)) serve(endpoint, handlers[name] as Handler<Endpoint<Access>, Context> | undefined)
}

function inputOf<Context extends object, Access>(endpoint: Endpoint<Access>, request: FastifyRequest, { invalid }: ServeHooks<Context, Access>): Input {
  const input: Partial<Record<Part, unknown>> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (!schema) continue
    if (schema === 'text') {
      input[part] = typeof request.body === 'string' ? request.body : ''
      continue
    }
    const parsed = safeParse(schema, request[part])
    if (!parsed.success) throw invalid(part, parsed.error.issues)
    input[part] = parsed.data
  }
  return input
}

function revisionOf<Context extends object, Access>(kind: 'required' | 'optional', { headers }: FastifyRequest, { refuse }: ServeHooks<Context, Access>): number | null {
  const header = headers['if-match']
  if (header === undefined && kind === 'optional') return null
  if (header === undefined) throw refuse(428, 'RevisionRequired', 'Say with If-Match which revision you saw')
  const [, revision] = /^"(\d{1,15})"$/.exec(header) ?? []
  if (revision === undefined) throw refuse(400, 'InvalidRequest', 'If-Match must be a revision in quotes')
  return Number(revision)
}

function send({ name, answer: declared }: Endpoint, reply: FastifyReply, answer: unknown): FastifyReply {
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  if (declared === 'none') return reply.code(204).send()
  if (declared === 'pdf') return reply.type('application/pdf').send(Buffer.from(answer as Uint8Array))
  if (declared === 'webp') return reply.type('image/webp').send(Buffer.from(answer as Uint8Array))
  if (declared === 'text') return reply.type('text/plain; charset=utf-8').send(answer)
  const known = lasting.get(declared)
  const text = known && isLasting(answer) ? known.get(answer) : undefined
  if (text !== undefined) return reply.type('application/json').send(text)
  const checked = safeParse(declared, answer)
  if (!checked.success) throw new Error(`${name} made an answer that does not fit its contract: ${places(checked.error.issues)}`)
  if (!isLasting(answer)) return reply.send(checked.data)
  const written = JSON.stringify(checked.data)
  lasting.set(declared, (known ?? new WeakMap<object, string>()).set(answer, written))
  return reply.type('application/json').send(written)
}

/** Lasting answers as they were written, by the schema that they were checked by. */
const lasting = new WeakMap<object, WeakMap<object, string>>()
/** Whether nobody changes an answer any more: one that is frozen is the same whenever it is sent, so it is checked and written once. */
const isLasting = (answer: unknown): answer is object => typeof answer === 'object' && answer !== null && Object.isFrozen(answer)

/** Names of places only: values may be personal. */
const places = (issues: readonly $ZodIssue[]): string => issues.map(({ path, code }) => `${path.map(String).join('.')} (${code})`).join(', ')
