import { ServiceError } from '@checkin/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { requireRole, type Actor } from '../access/actor.ts'
import { personAlone } from '../access/identity.ts'
import { requireNamedHosts, requireReach } from '../access/reach.ts'
import type { TokenStore } from '../access/tokens.ts'
import type { Endpoint } from './endpoint.ts'

/** A checked call. */
export interface Call<Params, Query, Body> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** Who calls; `nobody` where no token is needed and none was given. */
  readonly actor: Actor
  /** The revision of `If-Match`; 0 where the endpoint does not ask for it. */
  readonly ifMatch: number
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Handler<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType, Answer extends z.ZodType> =
  (call: Call<z.infer<Params>, z.infer<Query>, z.infer<Body>>) => Promise<z.input<Answer> | FastifyReply>

const nobody: Actor = { label: 'nobody', role: 'viewer', module: null, hosts: null, identity: personAlone() }

/** Serves endpoints: token, role, reach, schemas, If-Match; answers hold only what their schema names. */
export function serveWith(app: FastifyInstance, tokens: TokenStore) {
  return <Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType, Answer extends z.ZodType>(
    endpoint: Endpoint<Params, Query, Body, Answer>, handle: Handler<Params, Query, Body, Answer>,
  ): void => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.quiet && { logLevel: 'warn' }),
      ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
      // Before the body is read: who may not publish must not make us read megabytes.
      onRequest: async (request) => { actors.set(request, await actorOf(request, endpoint, tokens)) },
      handler: async (request, reply) => {
        const actor = actors.get(request) ?? nobody
        const within = <Given>(given: Given): Given => { requireNamedHosts(actor, given); return given }
        const answer = await handle({
          params: within(checked(endpoint.params, request.params, 'path')),
          query: within(checked(endpoint.query, request.query, 'query')),
          body: within(checked(endpoint.body, request.body, 'body')),
          actor,
          ifMatch: endpoint.ifMatch ? revisionIn(request.headers['if-match']) : 0,
          request,
          reply,
        })
        // A handler that answered by itself (304) is done; awaiting its reply gives nothing.
        return reply.sent ? reply : reply.header('cache-control', 'no-store').send(endpoint.answer.parse(answer))
      },
    })
  }
}

const actors = new WeakMap<FastifyRequest, Actor>()

async function actorOf(request: FastifyRequest, endpoint: Endpoint, tokens: TokenStore): Promise<Actor> {
  if (endpoint.may === 'anyone') return nobody
  const [, token] = /^Bearer (\S{1,2000})$/.exec(request.headers.authorization ?? '') ?? []
  const actor = token === undefined ? null : await tokens.find(token)
  if (!actor) throw new ServiceError(401, 'Unauthorized', 'This needs a valid token', { headers: { 'www-authenticate': 'Bearer' } })
  requireRole(actor, endpoint.may)
  requireReach(actor, endpoint.reach)
  return actor
}

function checked<Schema extends z.ZodType>(schema: Schema | undefined, value: unknown, where: string): z.infer<Schema> {
  if (!schema) return undefined as z.infer<Schema>
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => ({ where, field: path.join('.'), message }))
  throw new ServiceError(400, 'InvalidRequest', `The ${where} cannot be used`, { data: { problems } })
}

function revisionIn(header: string | undefined): number {
  if (header === undefined) throw new ServiceError(428, 'RevisionRequired', 'Say with If-Match which revision you saw')
  const [, revision] = /^"(\d{1,15})"$/.exec(header) ?? []
  if (revision === undefined) throw new ServiceError(400, 'InvalidRequest', 'If-Match must be a revision in quotes')
  return Number(revision)
}
