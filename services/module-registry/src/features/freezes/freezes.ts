import { ServiceError } from '@checkin/server'
import type { Change } from '../../storage/ledger.ts'
import { FreezeSpec, isFrozen } from './freeze-window.ts'

/** What the registry knows of a tenant besides its releases. */
export interface TenantOptions {
  /** IANA name. */
  readonly timeZone: string
  /** Every change needs a second person. */
  readonly protected: boolean
  /** New sets reach its sessions only when they were rehearsed. */
  readonly onlyRehearsed: boolean
}

export async function tenantOptions({ tx }: Pick<Change, 'tx'>, host: string): Promise<TenantOptions> {
  const row = await tx.selectFrom('tenant_option').select(['time_zone', 'protected', 'only_rehearsed']).where('host', '=', host).executeTakeFirst()
  return { timeZone: row?.time_zone ?? 'UTC', protected: row?.protected ?? false, onlyRehearsed: row?.only_rehearsed ?? false }
}

/** Why a tenant is frozen at the instant of a change; null when it is not. */
export async function freezeOf(change: Pick<Change, 'tx' | 'at'>, host: string): Promise<string | null> {
  const rows = await change.tx.selectFrom('release_freeze').select(['spec', 'reason']).where('host', 'in', [host, '*']).where('lifted_at', 'is', null).orderBy('id').execute()
  if (rows.length === 0) return null
  const { timeZone } = await tenantOptions(change, host)
  const holding = rows.find(({ spec }) => isFrozen(FreezeSpec.parse(spec), timeZone, change.at))
  return holding ? holding.reason || 'no reason was given' : null
}

/** Refuses a change of a frozen tenant. Going back, killing and taking back by itself never ask. */
export async function requireNotFrozen(change: Pick<Change, 'tx' | 'at'>, host: string): Promise<void> {
  const reason = await freezeOf(change, host)
  if (reason !== null) throw new ServiceError(409, 'Frozen', `${host} is frozen: ${reason}`)
}
