import { type Choice, type ConformanceStatus, type ReleaseTestStatus, testedJourneys } from '@checkin/registry'
import { anyOf, ServiceError } from '@checkin/server'
import type { Change } from '../storage/ledger.ts'
import type { PointerAction } from '../storage/tables.ts'
import { type TenantOptions, tenantOptionsOf } from '../tenants/tenant-options.ts'
import { conformances, notConforming } from './conforming.ts'
import type { Combination } from './next-release.ts'
import type { Sets } from './sets.ts'

/** The latest run of a journey with a set. */
export interface LastTest {
  readonly setId: number
  readonly journey: (typeof testedJourneys)[number]
  readonly step: string | null
  readonly at: Date
}

/**
 * Status of several sets together: as bad as the worst, as old as the oldest. A set passed when its check-in passed and no journey failed
 * in its latest run; tenants without pre-checkout have no journey of it.
 */
export function statusOf(setIds: readonly number[], last: readonly LastTest[]): ReleaseTestStatus {
  if (setIds.length === 0) return { state: 'nothing-new' }
  const about = last.filter(({ setId }) => setIds.includes(setId))
  const failed = about.find(({ step }) => step !== null)
  if (failed) return { state: 'failed', at: failed.at.toISOString(), journey: failed.journey, step: failed.step ?? '' }
  const isTested = (setId: number): boolean => about.some((each) => each.setId === setId && each.journey === 'check-in')
  if (!setIds.every(isTested)) return { state: 'none' }
  const at = new Date(Math.min(...about.map((each) => each.at.getTime())))
  return { state: 'passed', at: at.toISOString(), journeys: testedJourneys.filter((journey) => about.some((each) => each.journey === journey)) }
}

/** What counts as tested for a tenant: any result, or those alone that a runner signed whose key was not revoked since (decision 0170). */
export const evidenceFor = ({ onlyAttested }: Pick<TenantOptions, 'onlyAttested'>) => ({ isAttested: onlyAttested })

/** The latest run of each journey with each of some sets. */
export async function lastTests({ tx }: Pick<Change, 'tx'>, setIds: readonly number[], { isAttested } = { isAttested: false }): Promise<LastTest[]> {
  if (setIds.length === 0) return []
  const rows = await tx.selectFrom('rehearsal').select(['set_id', 'journey', 'step', 'at']).distinctOn(['set_id', 'journey'])
    .where('set_id', '=', anyOf(setIds))
    .$if(isAttested, (query) => query.where('attestation_id', 'in', tx.selectFrom('attestation').innerJoin('runner_key', 'runner_key.key_id', 'attestation.key_id').select('attestation.id').where('runner_key.revoked_at', 'is', null)))
    .orderBy('set_id').orderBy('journey').orderBy('id', 'desc').execute()
  return rows.map(({ set_id: setId, ...row }) => ({ setId, ...row }))
}

/** What takes renters away from a bad version never waits for a test. */
const alwaysAllowed: ReadonlySet<PointerAction> = new Set<PointerAction>(['back', 'kill', 'take back', 'suspend', 'experiment end'])

/**
 * Refuses new sets that did not pass, where a tenant gets tested sets only, and those with a version that does not conform, where it gets
 * conforming ones only (DEC-260). Throws NotRehearsed, NotConforming.
 */
export function requireTested({ optionsOf, conformanceOf, lastTestsFor }: Tests, { host, served, sets, action }: TestedRelease): void {
  if (alwaysAllowed.has(action)) return
  const options = optionsOf(host)
  const fresh = sets.filter(({ id }) => !served.includes(id))
  if (options.onlyConforming) {
    const status = conformanceOf(fresh.map(({ choice }) => choice))
    if (status.state === 'missing') throw notConforming(host, status.missing)
  }
  if (!options.onlyRehearsed && !options.onlyAttested) return
  for (const { id } of fresh) {
    const status = statusOf([id], lastTestsFor(options, id))
    if (status.state !== 'passed') throw untested(host, status, options)
  }
}

/** Sets that a tenant is to get, some of which it has. */
export interface TestedRelease {
  readonly host: string
  readonly served: readonly number[]
  readonly sets: readonly { readonly id: number; readonly choice: Choice }[]
  readonly action: PointerAction
}

/** What is known of tests of the sets that some tenants are to get. */
export interface Tests {
  readonly optionsOf: (host: string) => TenantOptions
  readonly conformanceOf: (choices: readonly Choice[]) => ConformanceStatus
  readonly lastTestsFor: (options: TenantOptions, setId: number) => readonly LastTest[]
}

/** Reads it at once, and only what one of the tenants asks for. A set that is not there yet has no test. */
export async function testsFor(change: Pick<Change, 'tx'>, hosts: readonly string[], sets: Pick<Sets, 'known'>, combinations: readonly Combination[]): Promise<Tests> {
  const optionsOf = await tenantOptionsOf(change, hosts)
  const all = hosts.map(optionsOf)
  const known = [...new Set(combinations.map(sets.known).filter((id) => id !== undefined))]
  const last = async (isAsked: boolean, isAttested: boolean) => Map.groupBy(isAsked ? await lastTests(change, known, { isAttested }) : [], ({ setId }) => setId)
  const attested = await last(all.some(({ onlyAttested }) => onlyAttested), true)
  const any = await last(all.some(({ onlyRehearsed, onlyAttested }) => onlyRehearsed && !onlyAttested), false)
  const conformanceOf = all.some(({ onlyConforming }) => onlyConforming) ? await conformances(change, combinations.map(({ choice }) => choice)) : () => ({ state: 'nothing-new' } as const)
  return { optionsOf, conformanceOf, lastTestsFor: (options, setId) => (evidenceFor(options).isAttested ? attested : any).get(setId) ?? [] }
}

/** Why a tenant that gets tested sets only does not get this one. */
export const untested = (host: string, status: ReleaseTestStatus, { onlyAttested }: Pick<TenantOptions, 'onlyAttested'>): ServiceError => new ServiceError(409, 'NotRehearsed', status.state === 'failed'
  ? `${host} gets tested sets only, and ${status.journey} of this one failed at ${status.step}`
  : onlyAttested ? `${host} gets sets only of which a runner attested that they passed, and no runner did of this one: npm run rehearse -- <module> with CHECKIN_RUNNER_KEY`
    : `${host} gets tested sets only, and this one was not tested yet: npm run rehearse -- <module>`)
