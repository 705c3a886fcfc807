import { createHash, randomBytes } from 'node:crypto'
import { createClient, HttpError, type CallOptions } from '@checkin/http/client'
import { checkConsoleSession, endOwnConsoleSessions, getActor, getConsoleSession, openConsoleSession } from '@checkin/registry'
import { type Identity, ServiceError, serviceFetch } from '@checkin/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { agentFamily } from './agent-family.ts'
import type { Vouching } from './vouching.ts'
import type { Operator } from './session.contract.ts'

/** Who is signed in. */
export interface Session extends Operator {
  /** What the registry knows the session by; the page never sees it. */
  readonly secret: string
  /** Who stands behind it: what a second person is compared with. */
  readonly identity: Identity
}

export type ConsoleSessions = ReturnType<typeof consoleSessions>

export interface ConsoleSessionOptions {
  /** Base address of the registry, which keeps the sessions. */
  readonly registry: string
  readonly secure: boolean
  /** How people of the identity provider are checked there again; null where there is none. */
  readonly vouching: Vouching | null
  /** Tells that somebody lost the role at the identity provider (DEC-216). */
  readonly roleLost: () => void
}

const away = () => new ServiceError(503, 'RegistryAway', 'The registry does not answer, and it knows who is signed in')
const passkeyNeeded = () => new ServiceError(401, 'PasskeyNeeded', 'Confirm by your passkey first')
const signInNeeded = () => new ServiceError(401, 'SignInNeeded', 'Sign in first')

/** Refuses as the registry did; throws 503 RegistryAway when it did not answer. */
export function refusedByRegistry(error: unknown): never {
  if (!(error instanceof HttpError)) throw away()
  throw new ServiceError(error.status < 400 ? 502 : error.status, error.code, error.title)
}

/**
 * Sessions of operators (decision 0151). The cookie holds a random secret, the registry its hash with who it is, and decides with every call whether it has
 * ended: by time, by sign-out, by an administrator, with its token, or because the identity provider says no more. So any number of servers of the console may run.
 */
export function consoleSessions({ registry, secure, vouching, roleLost }: ConsoleSessionOptions) {
  // With TLS the prefix makes browsers refuse a cookie that another host or path set.
  const cookieName = secure ? '__Host-checkin_ops' : 'checkin_ops'
  const cookie = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  const client = createClient({ baseUrl: registry, fetch: serviceFetch })
  const as = (secret: string, isActive = false): CallOptions => ({ headers: { authorization: `Bearer ${secret}`, ...(isActive && { 'x-checkin-active': '1' }) } })

  const secretOf = ({ cookies }: FastifyRequest): string => {
    const secret = cookies[cookieName]
    if (secret === undefined || !/^cse_[\w-]{43}$/.test(secret)) throw signInNeeded()
    return secret
  }

  const renew = async (secret: string): Promise<void> => {
    const { isCheckDue, refresh } = await client.call(getConsoleSession, undefined, as(secret)).catch(refusedByRegistry)
    if (!isCheckDue) return
    const vouched = refresh === null || !vouching ? null : await vouching.again(refresh)
    if (vouched) {
      await client.call(checkConsoleSession, { body: { person: vouched.token, refresh: vouched.refresh } }, as(secret)).catch(refusedByRegistry)
      return
    }
    // Another server of the console may have used what can be used once only.
    const now = await client.call(getConsoleSession, undefined, as(secret)).catch(refusedByRegistry)
    if (!now.isCheckDue) return
    await client.call(endOwnConsoleSessions, { query: { reason: 'the identity provider does not vouch any more' } }, as(secret)).catch(refusedByRegistry)
    if (refresh !== null) roleLost()
    throw signInNeeded()
  }
  const running = new Map<string, Promise<void>>()
  /** Asks the identity provider about the person of a session again; many calls at once share one question. Throws 401 when it vouches no more. */
  const check = (secret: string): Promise<void> => {
    const joined = running.get(secret) ?? renew(secret).finally(() => running.delete(secret))
    running.set(secret, joined)
    return joined
  }

  const newSecret = () => {
    const secret = `cse_${randomBytes(32).toString('base64url')}`
    return { secret, hash: createHash('sha256').update(secret).digest('base64url') }
  }
  const give = (reply: FastifyReply, secret: string, endsAt: string): void => { void reply.setCookie(cookieName, secret, { ...cookie, expires: new Date(endsAt) }) }

  return {
    cookieName,
    secretOf,
    check,
    client,
    as,
    /** Who a session is, also while a passkey is awaited. Throws 401 SignInNeeded, 503 RegistryAway. */
    present: async (secret: string) => {
      const { label, role, hosts, endsAt, passkeyDue } = await client.call(getConsoleSession, undefined, as(secret)).catch((error: unknown) => { throw error instanceof HttpError ? signInNeeded() : away() })
      return { operator: { label, role, hosts, passkeyDue }, endsAt }
    },
    /** Does what gives a session another secret, which its browser gets. Throws what the registry refuses with. */
    exchange: async (request: FastifyRequest, reply: FastifyReply, send: (present: string, hash: string) => Promise<unknown>): Promise<string> => {
      const { secret, hash } = newSecret()
      await send(secretOf(request), hash).catch(refusedByRegistry)
      const { endsAt } = await client.call(getConsoleSession, undefined, as(secret)).catch(refusedByRegistry)
      give(reply, secret, endsAt)
      return secret
    },
    /** Opens a session for who has a token of the registry, or a vouching. Throws what the registry refuses with. */
    open: async (request: FastifyRequest, reply: FastifyReply, bearer: string, refresh?: string): Promise<Operator> => {
      const { secret, hash } = newSecret()
      const { endsAt, label, role, hosts, passkeyDue } = await client.call(openConsoleSession, { body: { hash, agent: agentFamily(request.headers['user-agent']), refresh } }, as(bearer)).catch(refusedByRegistry)
      give(reply, secret, endsAt)
      return { label, role, hosts, passkeyDue }
    },
    /** Who calls. Throws 401 SignInNeeded, 401 PasskeyNeeded, 503 RegistryAway. */
    find: async (request: FastifyRequest): Promise<Session> => {
      const secret = secretOf(request)
      const isActive = request.headers['x-checkin-active'] === '1' || request.method !== 'GET'
      const ask = () => client.call(getActor, undefined, as(secret, isActive))
      const { label, role, hosts, identity } = await ask().catch(async (error: unknown) => {
        if (!(error instanceof HttpError)) throw away()
        if (error.code === 'PasskeyNeeded') throw passkeyNeeded()
        if (error.code !== 'CheckNeeded') throw signInNeeded()
        await check(secret)
        return ask().catch(refusedByRegistry)
      })
      return { secret, label, role, hosts, identity: identity ?? { persons: [label.toLowerCase()], behind: [] } }
    },
    /** Ends the session of a request, or all of its person. Whoever has none is signed out already. */
    end: async (request: FastifyRequest, reply: FastifyReply, which: 'present' | 'all'): Promise<void> => {
      void reply.clearCookie(cookieName, cookie)
      if (request.cookies[cookieName] === undefined) return
      await client.call(endOwnConsoleSessions, { query: { which, reason: '' } }, as(request.cookies[cookieName])).catch((error: unknown) => {
        if (!(error instanceof HttpError)) throw away()
      })
    },
  }
}
