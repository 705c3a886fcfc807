import { anyOf, ServiceError } from '@checkin/server'
import type { Change } from '../../storage/ledger.ts'
import type { PointerAction } from '../../storage/tables.ts'
import { tenantOptions } from '../freezes/freezes.ts'
import { rehearsedJourneys, type RehearsalStanding } from './rehearsals.contract.ts'

/** How a journey with a set went last. */
export interface LastRehearsal {
  readonly setId: number
  readonly journey: (typeof rehearsedJourneys)[number]
  readonly step: string | null
  readonly at: Date
}

/**
 * How some sets stand together: as bad as the worst, as old as the oldest. A set was rehearsed when its check-in passed and no journey
 * failed the last time it was walked; tenants without pre-checkout have none to walk.
 */
export function standingOf(setIds: readonly number[], last: readonly LastRehearsal[]): RehearsalStanding {
  if (setIds.length === 0) return { state: 'nothing-new' }
  const about = last.filter(({ setId }) => setIds.includes(setId))
  const failed = about.find(({ step }) => step !== null)
  if (failed) return { state: 'failed', at: failed.at.toISOString(), journey: failed.journey, step: failed.step ?? '' }
  const isWalked = (setId: number): boolean => about.some((each) => each.setId === setId && each.journey === 'check-in')
  if (!setIds.every(isWalked)) return { state: 'none' }
  const at = new Date(Math.min(...about.map((each) => each.at.getTime())))
  return { state: 'passed', at: at.toISOString(), journeys: rehearsedJourneys.filter((journey) => about.some((each) => each.journey === journey)) }
}

/** How each journey went the last time that it was walked with each of some sets. */
export async function lastRehearsals({ tx }: Pick<Change, 'tx'>, setIds: readonly number[]): Promise<LastRehearsal[]> {
  if (setIds.length === 0) return []
  const rows = await tx.selectFrom('rehearsal').select(['set_id', 'journey', 'step', 'at']).distinctOn(['set_id', 'journey'])
    .where('set_id', '=', anyOf(setIds)).orderBy('set_id').orderBy('journey').orderBy('id', 'desc').execute()
  return rows.map(({ set_id: setId, ...row }) => ({ setId, ...row }))
}

/** What takes renters away from something bad never waits for a rehearsal. */
const alwaysAllowed: ReadonlySet<PointerAction> = new Set<PointerAction>(['back', 'kill', 'take back'])

/**
 * Refuses sets that a tenant has not got yet and that were not rehearsed, where the tenant gets rehearsed ones only. Throws NotRehearsed.
 */
export async function requireRehearsed(
  change: Pick<Change, 'tx'>, { host, served, sets, action }: { readonly host: string; readonly served: readonly number[]; readonly sets: readonly number[]; readonly action: PointerAction },
): Promise<void> {
  if (alwaysAllowed.has(action) || !(await tenantOptions(change, host)).onlyRehearsed) return
  const fresh = sets.filter((id) => !served.includes(id))
  const last = await lastRehearsals(change, fresh)
  for (const setId of fresh) {
    const standing = standingOf([setId], last)
    if (standing.state !== 'passed') throw notRehearsed(host, standing)
  }
}

/** Why a tenant that gets rehearsed sets only does not get this one. */
export const notRehearsed = (host: string, standing: RehearsalStanding): ServiceError => new ServiceError(409, 'NotRehearsed', standing.state === 'failed'
  ? `${host} gets rehearsed sets only, and ${standing.journey} of this one failed at ${standing.step}`
  : `${host} gets rehearsed sets only, and this one was not rehearsed yet: npm run rehearse -- <module>`)
