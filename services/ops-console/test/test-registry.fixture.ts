import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** An answer of a service behind the console: status and body. */
export type Answer = readonly [number, unknown]
export type Answers = Readonly<Record<string, (request: IncomingMessage, body: string) => Answer>>

interface Opened { readonly bearer: string; refresh: string | null; isCheckDue: boolean; hasEnded: boolean }

const refused = (status: number, code: string): Answer => [status, { code, title: code, data: null, status }]

/** What the console asks the registry about sessions, answered from memory by the registry's contract; `actorOf` says who a token or a vouching is. */
export function sessionAnswers(actorOf: (bearer: string) => object | null) {
  const opened = new Map<string, Opened>()
  const bearerOf = ({ headers }: IncomingMessage): string => (headers.authorization ?? '').replace(/^Bearer /, '')
  const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
  const sessionOf = (request: IncomingMessage): Opened | null => {
    const session = opened.get(hashOf(bearerOf(request)))
    return session && !session.hasEnded ? session : null
  }
  const view = (actor: object) => ({
    id: 'one', issuer: null, agent: 'Firefox, Linux', createdAt: '2026-12-01T12:00:00Z', lastSeenAt: '2026-12-01T12:00:00Z', endsAt: new Date(Date.now() + 3_600_000).toISOString(), isPresent: true, ...actor,
  })
  const guarded = (request: IncomingMessage, answer: (session: Opened, actor: object) => Answer): Answer => {
    const session = sessionOf(request)
    const actor = session && actorOf(session.bearer)
    return session && actor ? answer(session, actor) : refused(401, 'Unauthorized')
  }
  const answers: Answers = {
    'POST /registry/v1/console-sessions': (request, body) => {
      const { hash, refresh = null } = JSON.parse(body) as { readonly hash: string; readonly refresh?: string | null }
      const actor = actorOf(bearerOf(request))
      if (!actor) return refused(401, 'Unauthorized')
      opened.set(hash, { bearer: bearerOf(request), refresh, isCheckDue: false, hasEnded: false })
      return [200, view(actor)]
    },
    'GET /registry/v1/console-sessions/present': (request) => guarded(request, ({ refresh, isCheckDue }, actor) => [200, { ...view(actor), refresh, isCheckDue }]),
    'PUT /registry/v1/console-sessions/present/check': (request, body) => guarded(request, (session) => {
      const { person, refresh } = JSON.parse(body) as { readonly person: string; readonly refresh?: string }
      const actor = actorOf(person)
      if (!actor) return refused(403, 'OtherPerson')
      opened.set(hashOf(bearerOf(request)), { ...session, bearer: person, refresh: refresh ?? session.refresh, isCheckDue: false })
      return [200, view(actor)]
    }),
    'DELETE /registry/v1/console-sessions': (request) => guarded(request, (session) => {
      const all = request.url?.includes('which=all') ? [...opened.values()].filter(({ bearer }) => bearer === session.bearer) : [session]
      for (const each of all) each.hasEnded = true
      return [200, { ended: all.length }]
    }),
    'GET /registry/v1/actor': (request) => guarded(request, ({ isCheckDue }, actor) => (isCheckDue ? refused(401, 'CheckNeeded') : [200, actor])),
  }
  return {
    answers,
    /** Makes every open session one whose person has to be checked. */
    needCheck: (): void => { for (const session of opened.values()) session.isCheckDue = true },
    /** An answer that needs an open, checked session. */
    needsSession: (answer: Answer) => (request: IncomingMessage): Answer => guarded(request, ({ isCheckDue }) => (isCheckDue ? refused(401, 'CheckNeeded') : answer)),
  }
}
