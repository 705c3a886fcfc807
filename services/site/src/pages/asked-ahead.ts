import type { FastifyInstance, FastifyRequest } from 'fastify'
import { releaseEndedCookie } from '@checkin/releases/page-data'
import { pinnedSession, type Session } from '../releases/session.ts'
import type { Releases } from '../releases/snapshot.ts'

const rulesPath = '/ahead.json'

/** Names the rules by which a browser may ask for a page ahead: a header, so that no page's policy has to allow rules within it. */
export const aheadHeaders = { 'speculation-rules': `"${rulesPath}"` } as const

/** Only what the shell marks, and it marks the next document while the step before it is shown (`remotes/preload-next.tsx`). Asked for, never run: that would be a visit. */
const rules = JSON.stringify({ prefetch: [{ where: { selector_matches: 'a[data-ahead]' }, eagerness: 'immediate' }] })

/** `GET /ahead.json`: the rules, the same for everybody. */
export function aheadRoute(app: FastifyInstance): void {
  app.get(rulesPath, async (_request, reply) => reply.headers({ 'content-type': 'application/speculationrules+json', 'cache-control': 'public, max-age=86400', 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" }).send(rules))
}

/** Whether a browser asks before anybody has gone to the page. */
export const isAskedAhead = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => /^prefetch\b/.test(headers['sec-purpose']?.toString() ?? '')

/** Whether a page may be given ahead: to a session that goes on with the very modules that it is pinned to. Anything else would write cookies, and choose a version for a session that may not be. */
export function mayGiveAhead(releases: Releases, request: Parameters<typeof pinnedSession>[1], { set, preview }: Session): boolean {
  return preview === null && request.cookies[releaseEndedCookie] === undefined && pinnedSession(releases, request)?.set === set
}
