import type { Handlers } from '../handlers.ts'
import { requireSession } from '../../identity/session.ts'
import type { Drafts } from '../../identity/drafts.ts'

/** `GET` and `PUT /draft` (DEC-18): the draft of the session's own reservation. */
export const draftHandlers = (drafts: Drafts) => ({
  getDraft: ({ request }) => drafts.read(requireSession(request, 'link')),
  keepDraftForm: async ({ request, body }) => ({ kept: await drafts.keep(requireSession(request, 'link'), body) }),
}) satisfies Handlers
