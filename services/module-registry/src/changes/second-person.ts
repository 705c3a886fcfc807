import { sql } from 'kysely'
import type { Identity } from '../../access/identity.ts'
import type { Change } from '../../storage/ledger.ts'
import { allPointers } from '../rollouts/pointer.ts'
import type { Effect } from './release-change.ts'

const hourMs = 3_600_000

/** Below this many tenants nothing is wide but what says that it is for all. */
const fewTenants = 3

/** Tenants whose new sessions get something else by a change; a first release reaches nobody yet. */
export const reachedBy = (effects: readonly Effect[]): string[] => effects.filter(({ touched, pointer }) => touched.length > 0 && pointer !== null).map(({ host }) => host)

/** Tenants that an identity changed alone within the last hour, under whichever token. */
async function reachedLately({ tx, at }: Pick<Change, 'tx' | 'at'>, { persons, behind }: Identity): Promise<string[]> {
  const names = sql<string[]>`${[...persons]}::text[]`
  const rows = await tx.selectFrom('single_handed_change').select('host').distinct().where('at', '>', new Date(at.getTime() - hourMs))
    .where(sql<boolean>`(persons && ${names} or behind && ${names} or persons && ${[...behind]}::text[])`).execute()
  return rows.map(({ host }) => host)
}

/**
 * Whether a change reaches so many tenants that a second person looks at it: `wideTenants` of them, or all where there are fewer, together
 * with what the same person changed alone within the last hour. How the change names them does not matter.
 */
export async function isWide(change: Pick<Change, 'tx' | 'at'>, effects: readonly Effect[], by: Identity | null, wideTenants: number): Promise<boolean> {
  const reached = reachedBy(effects)
  if (reached.length === 0) return false
  const total = (await allPointers(change)).length
  const together = new Set([...reached, ...by ? await reachedLately(change, by) : []])
  return together.size >= Math.min(wideTenants, Math.max(fewTenants, total))
}

/** Remembers what somebody changed alone, for the next hour. */
export async function rememberReach({ tx, at }: Change, effects: readonly Effect[], { persons, behind }: Identity): Promise<void> {
  await tx.deleteFrom('single_handed_change').where('at', '<', new Date(at.getTime() - 24 * hourMs)).execute()
  const rows = reachedBy(effects).map((host) => ({ host, at, persons: [...persons], behind: [...behind] }))
  if (rows.length > 0) await tx.insertInto('single_handed_change').values(rows).execute()
}
