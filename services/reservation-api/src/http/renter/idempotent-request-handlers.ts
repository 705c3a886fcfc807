import type { Database } from '@checkin/server'
import type { Handlers } from '../handlers.ts'
import type { Tables } from '../../tables.ts'
import { requireSession } from '../../identity/session.ts'
import { stateOf } from '../../identity/idempotent-requests.ts'

/** `GET /requests/:key` (DEC-48). */
export const idempotentRequestHandlers = (database: Database<Tables>) => ({
  getRequestState: ({ request, params: { key } }) => stateOf(database, requireSession(request, 'link'), key),
}) satisfies Handlers
