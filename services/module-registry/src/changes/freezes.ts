import { addFreeze, FreezeSpec, liftFreezes, listFreezes } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import { requireHost, withinReach } from '../access/actor.ts'
import type { Registry } from '../registry.ts'
import type { Change, Queries } from '../storage/ledger.ts'
import { tenantOptionsOf } from '../tenants/tenant-options.ts'
import { instantOf, minuteOfWeek } from '../time/wall-time.ts'

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const weekMinute = (text: string): number => {
  const [day = '', clock = ''] = text.split(' ')
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return days.indexOf(day as (typeof days)[number]) * 1440 + hour * 60 + minute
}

/** True while a freeze holds for a tenant in a time zone. The end is open: at `until` it is over. */
export function isFrozen(spec: FreezeSpec, zone: string, at: Date): boolean {
  if ('weekly' in spec) {
    const [from, until, now] = [weekMinute(spec.weekly.from), weekMinute(spec.weekly.until), minuteOfWeek(at, zone)]
    return from <= until ? now >= from && now < until : now >= from || now < until
  }
  return (spec.from === undefined || at >= instantOf(spec.from, zone)) && (spec.until === undefined || at < instantOf(spec.until, zone))
}

/** Why a tenant is frozen at the instant of a change; null when it is not. */
export const freezeOf = async (change: Pick<Change, 'tx' | 'at'>, host: string): Promise<string | null> => (await freezesOf(change, [host]))(host)

/** The same of some tenants, in as many queries as of one. */
export async function freezesOf(change: Pick<Change, 'tx' | 'at'>, hosts: readonly string[]): Promise<(host: string) => string | null> {
  const frozen = await freezesAt(change.tx, change.at)
  const optionsOf = await tenantOptionsOf(change, hosts)
  return (host) => frozen(host, optionsOf(host).timeZone)
}

/** Why a tenant in a time zone is frozen at an instant; null when it is not. */
export async function freezesAt(queries: Queries, at: Date): Promise<(host: string, zone: string) => string | null> {
  const rows = await queries.selectFrom('release_freeze').select(['host', 'spec', 'reason']).where('lifted_at', 'is', null).orderBy('id').execute()
  return (host, zone) => {
    const holding = rows.find((row) => (row.host === host || row.host === '*') && isFrozen(FreezeSpec.parse(row.spec), zone, at))
    return holding ? holding.reason || 'no reason was given' : null
  }
}

/** Refuses a change of tenants of which one is frozen. Rolling back, by hand or automatically, and killing never ask. */
export async function requireNotFrozen(change: Pick<Change, 'tx' | 'at'>, hosts: readonly string[]): Promise<void> {
  const frozen = await freezesOf(change, hosts)
  for (const host of hosts) {
    const reason = frozen(host)
    if (reason !== null) throw new ServiceError(409, 'Frozen', `${host} is frozen: ${reason}`)
  }
}

/** Times in which nothing changes. */
export function freezeRoutes({ serve, database, change: changing }: Registry): void {
  serve(listFreezes, async ({ actor }) => {
    const rows = await database.kysely.selectFrom('release_freeze').selectAll().where('lifted_at', 'is', null).where((where) => where.or([where('host', '=', '*'), withinReach(actor)])).orderBy('id', 'desc').execute()
    return { freezes: rows.map(({ id, host, spec, reason, actor, at }) => ({ id, host, spec: FreezeSpec.parse(spec), reason, actor, at: at.toISOString() })) }
  })

  serve(addFreeze, ({ body: { host, spec, reason }, actor }) => {
    // A token that is limited to tenants does not reach `*`.
    requireHost(actor, host)
    return changing(async ({ tx, at, record }) => {
      const { id } = await tx.insertInto('release_freeze').values({ host, spec: JSON.stringify(spec), reason, actor: actor.label, at, lifted_by: null }).returning('id').executeTakeFirstOrThrow()
      await record({ actor: actor.label, action: 'freeze', subject: host, before: null, after: { id, ...spec }, reason })
      return { id, host, spec, reason, actor: actor.label, at: at.toISOString() }
    })
  })

  serve(liftFreezes, ({ body: { host, id, reason }, actor }) => {
    requireHost(actor, host)
    return changing(async ({ tx, at, record }) => {
      const rows = await tx.updateTable('release_freeze').set({ lifted_at: at, lifted_by: actor.label }).where('host', '=', host).where('lifted_at', 'is', null)
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0)).returning('id').execute()
      if (rows.length === 0) throw new ServiceError(404, 'NotFrozen', host === '*' ? 'There is no freeze of all tenants' : `${host} has no freeze of its own`)
      const lifted = rows.map((row) => row.id)
      await record({ actor: actor.label, action: 'unfreeze', subject: host, before: lifted, after: null, reason })
      return { lifted }
    })
  })
}
