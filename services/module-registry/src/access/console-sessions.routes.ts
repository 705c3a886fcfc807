import { checkConsoleSession, endConsoleSession, endOwnConsoleSessions, getConsoleSession, listConsoleSessions, openConsoleSession } from '@checkin/registry'
import { isPersonToken, ServiceError } from '@checkin/server'
import type { FastifyRequest } from 'fastify'
import type { Registry } from '../registry.ts'
import { type Actor, isAdministrator, personOf } from './actor.ts'
import { checkSession, endSessions, openSession, openSessions, sessionView, vouchedFor } from './console-sessions.ts'
import { passkeyDue } from './passkeys/second-factor.ts'
import { hashOf } from './token-secret.ts'

const noSession = () => new ServiceError(404, 'NoSession', 'There is no such session')

/** The session of a call. Throws 404 NoSession for one that comes with a token. */
function requireSession({ session }: Actor) {
  if (!session) throw noSession()
  return session
}

const bearerOf = ({ headers }: FastifyRequest): string => (headers.authorization ?? '').replace(/^Bearer /, '')

/** Sessions at the console. */
export function consoleSessionRoutes({ serve, database: { kysely }, sessionLimits, secondFactor, personSecret, clock, changeOf }: Registry): void {
  const dueOf = (actor: Actor) => passkeyDue(kysely, secondFactor, personOf(actor), clock())

  serve(openConsoleSession, async ({ body, actor, request }) => {
    // A session opens no other one: it would outlast its own end.
    if (actor.session) throw noSession()
    const bearer = bearerOf(request)
    const vouched = isPersonToken(bearer) ? vouchedFor(personSecret, bearer, clock()) : null
    const opened = await changeOf('operators', (change) => openSession(change, vouched ? { kind: 'person', ...vouched } : { kind: 'token', actor, hash: hashOf(bearer) }, body, sessionLimits))
    return { ...opened, passkeyDue: vouched ? null : await dueOf(actor) }
  })

  serve(getConsoleSession, async ({ actor }) => {
    const { id, isCheckDue, isPasskeyDue } = requireSession(actor)
    const row = await kysely.selectFrom('console_session').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return { ...sessionView({ ...row, role: actor.role, hosts: actor.hosts && [...actor.hosts] }, id), isCheckDue, refresh: row.refresh, passkeyDue: isPasskeyDue ? await dueOf(actor) : null }
  })

  serve(checkConsoleSession, ({ body: { person, refresh }, actor }) => {
    const { id } = requireSession(actor)
    const vouched = vouchedFor(personSecret, person, clock())
    if (!vouched) throw new ServiceError(403, 'OtherPerson', 'Nobody vouches for this person')
    return changeOf('operators', (change) => checkSession(change, id, { ...vouched, refresh }))
  })

  serve(listConsoleSessions, async ({ actor }) => {
    const rows = await openSessions(kysely, sessionLimits, clock(), isAdministrator(actor) ? null : actor)
    return { sessions: rows.map((row) => sessionView(row, actor.session?.id ?? null)) }
  })

  serve(endConsoleSession, ({ params: { id }, query: { reason }, actor }) => changeOf('operators', async (change) => {
    if (await endSessions(change, { id }, { actor: actor.label, reason }) === 0) throw noSession()
  }))

  serve(endOwnConsoleSessions, ({ query: { which, reason }, actor }) => changeOf('operators', async (change) => {
    const id = actor.session?.id
    const choice = which === 'all' ? { of: actor } : id === undefined ? null : { id }
    return { ended: choice === null ? 0 : await endSessions(change, choice, { actor: actor.label, reason: reason || 'signed out' }) }
  }))
}
