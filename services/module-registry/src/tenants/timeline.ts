import type { Data, Request } from '@checkin/http'
import type { getTimeline, TimelineEntry } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { about } from '../audit/audit.routes.ts'
import { planTenants } from '../changes/plan-waves.ts'
import { findPointer } from '../releases/pointer.ts'
import type { Queries } from '../storage/ledger.ts'

const entriesPerPage = 50

/** Actions by what somebody looks for; one that is not named, such as a next one, is about releases. */
const actionsOf: Readonly<Record<Exclude<TimelineEntry['kind'], 'releases'>, readonly string[]>> = {
  rollouts: ['rollout', 'plan', 'plan halted', 'pause plan', 'resume plan', 'abort plan', 'next wave', 'take back', 'take back failed', 'suspend', 'suspend failed', 'resume', 'experiment', 'experiment end', 'experiment end failed', 'plan experiment', 'change experiment', 'start experiment', 'end experiment'],
  approvals: ['propose', 'approve', 'reject', 'scheduled'],
  settings: ['options', 'freeze', 'unfreeze'],
}
const named = Object.values(actionsOf).flat()

const kindOf = (action: string): TimelineEntry['kind'] => {
  const [kind] = Object.entries(actionsOf).find(([, actions]) => actions.includes(action)) ?? []
  return (kind ?? 'releases') as TimelineEntry['kind']
}

/**
 * What happened to a tenant, newest first: entries of the audit about it, also with others, about a change, a plan or an experiment that names it, and freezes of all tenants (DEC-221). A reader who
 * is limited to tenants sees what the audit shows them. Throws UnknownTenant.
 */
export async function timeline(queries: Queries, host: string, { kind, before }: Request<typeof getTimeline>['query'], reader: Pick<Actor, 'hosts'>): Promise<Data<typeof getTimeline>> {
  if (!(await findPointer({ tx: queries }, host))) throw new ServiceError(404, 'UnknownTenant', `${host} has no release`)
  const rows = await queries.selectFrom('audit').select(['entry', 'at', 'actor', 'action', 'subject', 'before', 'after', 'reason'])
    .where(sql<boolean>`(${host} = any(string_to_array(subject, ' ')) or (subject = '*' and action in ('freeze', 'unfreeze'))
      or subject in (select 'change ' || change_id from change_host where host = ${host})
      or subject in (select 'plan ' || id from plan where ${planTenants} @> ${JSON.stringify([host])}::jsonb)
      or subject in (select 'experiment ' || id from experiment where host = ${host}))`)
    .where(about(reader))
    .$if(before !== undefined, (query) => query.where('entry', '<', before ?? 0))
    .$if(kind !== '', (query) => (kind === 'releases' ? query.where('action', 'not in', named) : query.where('action', 'in', kind === '' ? [] : [...actionsOf[kind]])))
    .orderBy('entry', 'desc').limit(entriesPerPage + 1).execute()
  const entries = rows.slice(0, entriesPerPage).map(({ before: was, after, ...row }) => ({ ...row, kind: kindOf(row.action), before: JSON.parse(was) as unknown, after: JSON.parse(after) as unknown }))
  return { entries, next: rows.length > entriesPerPage ? entries.at(-1)?.entry ?? null : null }
}
