import { openApiDocument, type OpenApiDocument } from '@checkin/http/openapi'
import { serveWith, type Part, type ServeHooks } from '@checkin/http/serve'
import type { Access, RegistryEndpoint } from '@checkin/registry'
import { endpoints } from '@checkin/registry/endpoints'
import { ServiceError } from '@checkin/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { type Actor, requireEverywhere, requireNamedHosts, requireRole } from '../access/actor.ts'
import { personAlone } from '../access/identity.ts'
import type { TokenStore } from '../access/tokens.ts'

/** What every handler gets beside its input. */
export interface CallContext {
  /** Who calls; `nobody` where no token is needed and none was given. */
  readonly actor: Actor
}

const nobody: Actor = { label: 'nobody', role: 'viewer', module: null, hosts: null, identity: personAlone() }

/** Serves the registry's endpoints: token, role and reach are checked before the body is read. */
export const registryServe = (app: FastifyInstance, tokens: TokenStore) => serveWith<CallContext, Access>(app, hooks(tokens))

const hooks = (tokens: TokenStore): ServeHooks<CallContext, Access> => ({
  authorise: async (endpoint, request) => {
    const actor = await actorOf(request, endpoint, tokens)
    for (const given of [request.params, request.query]) requireNamedHosts(actor, given)
    return { actor }
  },
  refuse: (status, code, title) => new ServiceError(status, code, title),
  invalid: (part, issues) => {
    const problems = issues.map(({ path, message }) => ({ where: places[part], field: path.map(String).join('.'), message }))
    return new ServiceError(400, 'InvalidRequest', `The ${places[part]} cannot be used`, { data: { problems } })
  },
  around: async ({ input, context: { actor } }, handle) => {
    requireNamedHosts(actor, input.body)
    return handle()
  },
})

const places: Readonly<Record<Part, string>> = { params: 'path', query: 'query', body: 'body' }

/** What somebody does, and what is not asked for by a page by itself. */
const isActive = ({ method, headers }: FastifyRequest): boolean => method !== 'GET' || headers['x-checkin-active'] === '1'

async function actorOf(request: FastifyRequest, { access }: RegistryEndpoint, tokens: TokenStore): Promise<Actor> {
  if (access.roles === 'anyone') return nobody
  const [, token] = /^Bearer (\S{1,2000})$/.exec(request.headers.authorization ?? '') ?? []
  const actor = token === undefined ? null : await tokens.find(token, isActive(request))
  if (!actor) throw new ServiceError(401, 'Unauthorized', 'This needs a valid token', { headers: { 'www-authenticate': 'Bearer' } })
  if (actor.session?.isCheckDue && access.unchecked !== true) throw new ServiceError(401, 'CheckNeeded', 'The identity provider has to be asked again')
  if (actor.session?.isPasskeyDue && access.unconfirmed !== true) throw new ServiceError(401, 'PasskeyNeeded', 'Confirm by your passkey first')
  requireRole(actor, access.roles)
  if (access.reach === 'all') requireEverywhere(actor)
  return actor
}

const ErrorBody = z.object({ data: z.unknown(), status: z.int(), title: z.string(), code: z.string(), requestId: z.string() }).meta({ id: 'Error' })

/** The OpenAPI 3.1 document of all calls. */
export const registryDocument = (): OpenApiDocument => openApiDocument(endpoints, {
  title: 'Module registry', version: '1.0.0', description: 'Published modules, release sets and the pointer of every tenant',
  errorBody: ErrorBody,
  errorsOf: ({ access, ifMatch, errors }) => [
    { status: 400, code: 'InvalidRequest' },
    ...(access.roles === 'anyone' ? [] : [{ status: 401, code: 'Unauthorized' }, { status: 403, code: 'Forbidden' }]),
    ...(ifMatch ? [{ status: 412, code: 'RevisionChanged' }, { status: 428, code: 'RevisionRequired' }] : []),
    ...errors,
  ],
  accessOf: ({ roles, reach }) => (roles === 'anyone' ? { description: 'Needs no token.' } : { description: `Roles: ${roles.join(', ')}. Reach: ${reach}`, scheme: 'token' }),
  securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
})
