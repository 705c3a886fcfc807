import { parseJson } from '@checkin/http'
import type { RolloutEvent } from '@checkin/registry'
import type { AuditEntry } from '../audit/chain.ts'

/** Actions of the audit that may be an event. */
export const eventActions = ['publish', 'kill', 'set', 'rollout', 'plan', 'follow', 'back', 'take back', 'suspend', 'resume', 'emergency', 'experiment', 'experiment end'] as const

const isMove = (after: unknown): boolean => typeof after === 'object' && after !== null && 'revision' in after

/** What an entry of the audit is for a receiver; null where it is nothing that renters could notice, such as a plan that was made. */
export function eventOf({ entry, at, actor, action, subject, after: text, reason }: Pick<AuditEntry, 'entry' | 'at' | 'actor' | 'action' | 'subject' | 'after' | 'reason'>): RolloutEvent | null {
  const after = parseJson(text)
  const type = typeOf(action, isMove(after))
  return type === null ? null : { id: String(entry), type, at, subject, actor, reason, after, ...(action === 'emergency' && { emergency: true }) }
}

function typeOf(action: string, moves: boolean): RolloutEvent['type'] | null {
  switch (action) {
    case 'publish': return 'version.published'
    // A kill is one entry for the version, and one for each tenant that gets another.
    case 'kill': return moves ? 'tenant.changed' : 'version.killed'
    case 'set': case 'rollout': case 'plan': case 'follow': case 'emergency': case 'experiment': case 'experiment end': return moves ? 'tenant.changed' : null
    case 'back': return 'tenant.rolled-back'
    case 'take back': return 'canary.stopped'
    case 'suspend': return 'canary.suspended'
    // The entry of a plan has no revision.
    case 'resume': return moves ? 'canary.resumed' : null
    default: return null
  }
}
