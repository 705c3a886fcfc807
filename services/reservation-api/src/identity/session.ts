import { ServiceError, type Database } from '@checkin/server'
import type { FastifyRequest } from 'fastify'
import type { Tables } from './tables.ts'
import type { IdentitySettings } from './identity-settings.ts'
import { isToken } from './opaque-token.ts'
import { readSessionCookie } from './session-cookie.ts'
import { findSession, storeUse, type Session } from './session-store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, by the cookie; null without a living session of this tenant. */
    session: Session | null
  }
}

/** The site says which release set the page of a request pinned; clients cannot, it never passes theirs on. */
const pinnedSetHeader = 'x-checkin-set'

/** The release set that the page of a request pinned; null when the site says none. */
export function pinnedSetOf({ headers }: Pick<FastifyRequest, 'headers'>): number | null {
  const named = headers[pinnedSetHeader]
  return typeof named === 'string' && /^\d{1,9}$/.test(named) ? Number(named) : null
}

/**
 * Who may make a call (DEC-07): `pending` means any session, because a link session confirms a code in place (DEC-77) and a verified
 * one that tries another code is wrong about the code, not unknown; `link` means an opened one.
 */
export type SessionNeed = 'pending' | 'link' | 'verified'

const good: Readonly<Record<SessionNeed, readonly Session['level'][]>> = {
  pending: ['pending', 'link', 'verified'],
  link: ['link', 'verified'],
  verified: ['verified'],
}

/** Fills `request.session` for a tenant's call; goes after the hook that names the tenant. */
export function resolveSession(database: Database<Tables>, settings: Pick<IdentitySettings, 'session' | 'site'>) {
  return async (request: FastifyRequest, tenantId: string): Promise<Session | null> => {
    const token = readSessionCookie(request, settings.site)
    if (token === null || !isToken(token)) return null
    const found = await database.readTenant(tenantId, (reader) => findSession(reader, { tenantId, isPreview: request.isPreview, token }, settings.session, pinnedSetOf(request)))
    if (found?.use) await database.withTenant(tenantId, (transaction) => storeUse(transaction, found))
    return found && found.session
  }
}

/** The session of a call that needs one. A link session at a door that needs a code gets 403 `CodeRequired`, anybody else 401 (DEC-77). */
export function requireSession(request: Pick<FastifyRequest, 'session'>, need: SessionNeed): Session {
  const { session } = request
  if (session && good[need].includes(session.level)) return session
  if (session?.level === 'link' && need === 'verified') throw new ServiceError(403, 'CodeRequired', 'Confirm the e-mailed code first')
  throw new ServiceError(401, 'Unauthorized', 'There is no session for this call')
}

/** Refuses a body whose session key belongs to another session than the cookie's, for example of another tab (DEC-07). */
export function requireSameSession(session: Session, sessionKey: string): void {
  if (sessionKey !== session.sessionKey) throw new ServiceError(409, 'SessionMismatch', 'The page belongs to another session')
}
