import type { Data, Request } from '@checkin/http'
import type { setTenantOptions } from '@checkin/registry'
import { anyOf, ServiceError } from '@checkin/server'
import type { Actor } from '../access/actor.ts'
import type { Change, Queries } from '../storage/ledger.ts'
import { isTimeZone } from '../time/wall-time.ts'

/** What the registry knows of a tenant besides its releases. */
export interface TenantOptions {
  /** IANA name. */
  readonly timeZone: string
  /** Every change needs a second person. */
  readonly protected: boolean
  /** New sets reach its sessions only when they passed the release matrix test. */
  readonly onlyRehearsed: boolean
  /** And only where a runner attested that (decision 0170). */
  readonly onlyAttested: boolean
  /** And only where a runner attested of each module version in them that it conforms (DEC-260). */
  readonly onlyConforming: boolean
  /** Groups that operators find it by (DEC-220). */
  readonly groups: readonly string[]
}

/** The options of one tenant. */
export const tenantOptions = async (reading: { readonly tx: Queries }, host: string): Promise<TenantOptions> => (await tenantOptionsOf(reading, [host]))(host)

/** The same of some tenants, in one query. */
export async function tenantOptionsOf({ tx }: { readonly tx: Queries }, hosts: readonly string[]): Promise<(host: string) => TenantOptions> {
  const rows = await tx.selectFrom('tenant_option').select(['host', 'time_zone', 'protected', 'only_rehearsed', 'only_attested', 'only_conforming', 'groups']).where('host', '=', anyOf([...hosts])).execute()
  const found = new Map(rows.map((row) => [row.host, row]))
  return (host) => {
    const row = found.get(host)
    return {
      timeZone: row?.time_zone ?? 'UTC', protected: row?.protected ?? false, onlyRehearsed: row?.only_rehearsed ?? false, onlyAttested: row?.only_attested ?? false,
      onlyConforming: row?.only_conforming ?? false, groups: row?.groups ?? [],
    }
  }
}

/** Time zone, groups and protections of a tenant. Lifting a protection needs an approver, else one person alone could avoid the second. */
export async function setOptionsOf(change: Change, host: string, wanted: Request<typeof setTenantOptions>['body'], actor: Actor): Promise<Data<typeof setTenantOptions>> {
  const before = await tenantOptions(change, host)
  const after = {
    timeZone: wanted.timeZone ?? before.timeZone, protected: wanted.protected ?? before.protected, onlyRehearsed: wanted.onlyRehearsed ?? before.onlyRehearsed, onlyAttested: wanted.onlyAttested ?? before.onlyAttested,
    onlyConforming: wanted.onlyConforming ?? before.onlyConforming, groups: wanted.groups === undefined ? before.groups : [...new Set(wanted.groups)].sort(),
  }
  if (!isTimeZone(after.timeZone)) throw new ServiceError(400, 'UnknownTimeZone', `${after.timeZone} is no IANA time zone`)
  const lifts = (['protected', 'onlyRehearsed', 'onlyAttested', 'onlyConforming'] as const).some((protection) => before[protection] && !after[protection])
  if (lifts && actor.role !== 'approver') throw new ServiceError(403, 'Forbidden', 'An approver lifts the protection of a tenant')
  if (JSON.stringify(before) === JSON.stringify(after)) return { host, ...after, groups: [...after.groups] }
  const columns = { time_zone: after.timeZone, protected: after.protected, only_rehearsed: after.onlyRehearsed, only_attested: after.onlyAttested, only_conforming: after.onlyConforming, groups: [...after.groups] }
  await change.tx.insertInto('tenant_option').values({ host, ...columns }).onConflict((conflict) => conflict.column('host').doUpdateSet(columns)).execute()
  await change.record({ actor: actor.label, action: 'options', subject: host, before, after, reason: wanted.reason })
  return { host, ...after, groups: [...after.groups] }
}
