import type { AssertionResponse} from '@checkin/registry';
import { addPasskey, askForPasskey, beginPasskey, confirmByPasskey } from '@checkin/registry'
import type { Input } from '@checkin/http'
import { ServiceError } from '@checkin/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ConsoleSessions, refusedByRegistry } from './console-sessions.ts'
import type { addPasskey as addHere, Operator } from './session.contract.ts'

/**
 * The second factor of a sign-in with a token (decision 0226), passed on between browser and registry, which judges it. This server adds the session, and
 * the session's next secret: the page never sees either.
 */
export function passkeySteps({ find, present, exchange, secretOf, client, as }: ConsoleSessions) {
  const renewed = async (request: FastifyRequest, reply: FastifyReply, send: (secret: string, hash: string) => Promise<unknown>): Promise<Operator> => (await present(await exchange(request, reply, send))).operator
  return {
    /** Who is signed in, also while a passkey is awaited. Throws as `find`. */
    operator: (request: FastifyRequest): Promise<Operator> => find(request).catch(async (error: unknown) => {
      if (!(error instanceof ServiceError) || error.code !== 'PasskeyNeeded') throw error
      return (await present(secretOf(request))).operator
    }),
    ask: (request: FastifyRequest) => client.call(askForPasskey, undefined, as(secretOf(request))).catch(refusedByRegistry),
    begin: (request: FastifyRequest) => client.call(beginPasskey, undefined, as(secretOf(request))).catch(refusedByRegistry),
    confirm: (request: FastifyRequest, reply: FastifyReply, response: AssertionResponse) => renewed(request, reply, (secret, hash) => client.call(confirmByPasskey, { body: { response, hash } }, as(secret))),
    add: (request: FastifyRequest, reply: FastifyReply, body: Input<typeof addHere>['body']) => renewed(request, reply, (secret, hash) => client.call(addPasskey, { body: { ...body, hash } }, as(secret))),
  }
}
