import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { answerBadly, readForms } from '@checkin/sandbox-kit'
import { ServiceError } from '@checkin/server'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import type { Fault } from './faults.ts'
import type { PushSandboxSettings } from './settings.ts'

/** An object of the other wallet, as it was changed last. */
export interface WalletObject {
  readonly id: string
  /** ISO 8601 in UTC. */
  readonly date: string
  readonly object: Readonly<Record<string, unknown>>
}

const scope = 'https://www.googleapis.com/auth/wallet_object.issuer'
const Grant = z.object({ grant_type: z.literal('urn:ietf:params:oauth:grant-type:jwt-bearer'), assertion: z.string() })
const Claims = z.object({ iss: z.string(), scope: z.literal(scope), aud: z.string(), exp: z.number() })
const ObjectParams = z.object({ id: z.string() })

export interface ObjectRoutesOptions extends Pick<PushSandboxSettings, 'serviceAccounts'> {
  readonly faultFor: (to: string) => Fault | null
  readonly changed: (object: WalletObject) => void
  readonly now: () => number
}

function badly(reply: FastifyReply, fault: Fault, gone: number): FastifyReply {
  if (fault === 'gone') return reply.code(gone).send({ error: { code: gone } })
  return fault === 'refused' ? reply.code(401).send({ error: 'invalid_grant' }) : answerBadly(reply, fault)
}

/** Tokens for service accounts (RFC 7523) and the objects that they may change, as Google's. */
export function objectRoutes(app: FastifyInstance, { serviceAccounts, faultFor, changed, now }: ObjectRoutesOptions): void {
  readForms(app)
  const tokens = new Set<string>()
  app.post('/token', (request, reply) => {
    const fault = faultFor('token')
    if (fault) return badly(reply, fault, 404)
    const grant = Grant.safeParse(request.body).data
    if (!grant || !isGranted(grant.assertion, serviceAccounts, now())) return reply.code(400).send({ error: 'invalid_grant' })
    const token = randomBytes(24).toString('base64url')
    tokens.add(token)
    return { access_token: token, token_type: 'Bearer', expires_in: 900 }
  })
  app.patch('/walletobjects/v1/genericObject/:id', (request, reply) => {
    if (!tokens.has((request.headers.authorization ?? '').replace(/^Bearer /, ''))) throw new ServiceError(401, 'Unauthorized', 'The token is missing or wrong')
    const { id } = ObjectParams.parse(request.params)
    const fault = faultFor(id)
    if (fault) return badly(reply, fault, 404)
    const object = z.record(z.string(), z.unknown()).parse(request.body)
    changed({ id, date: new Date(now()).toISOString(), object })
    return { ...object, id }
  })
}

function isGranted(assertion: string, accounts: ObjectRoutesOptions['serviceAccounts'], nowMs: number): boolean {
  const [head = '', body = '', signature = ''] = assertion.split('.')
  try {
    const claims = Claims.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')))
    const account = accounts.find(({ email }) => email === claims.iss)
    return account !== undefined && claims.exp * 1000 > nowMs && verify('RSA-SHA256', Buffer.from(`${head}.${body}`), createPublicKey(account.publicKey), Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}
