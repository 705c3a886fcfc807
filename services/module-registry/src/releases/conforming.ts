import type { ConformanceStatus } from '@checkin/registry'
import { anyOf, ServiceError } from '@checkin/server'
import type { Change, Queries } from '../storage/ledger.ts'

/** What is asked of each version in turn; the shell is what modules are run in, and has no conformance of its own. */
const isModule = (name: string): boolean => name !== 'shell'

const subjectOf = (name: string, version: string): string => `${name}@${version}`

/**
 * What runners attested of the module versions in some choices (DEC-260): the latest run of each version counts, and none of a key that was
 * revoked since. The digest needs no second look: an attestation is taken over the manifest that is here, which never changes.
 */
export async function conformanceOf({ tx }: { readonly tx: Queries }, choices: readonly Readonly<Record<string, string>>[]): Promise<ConformanceStatus> {
  if (choices.length === 0) return { state: 'nothing-new' }
  const versions = new Map(choices.flatMap((choice) => Object.entries(choice)).filter(([name]) => isModule(name)).map(([module, version]) => [subjectOf(module, version), { module, version }]))
  const runs = await tx.selectFrom('attestation').innerJoin('runner_key', 'runner_key.key_id', 'attestation.key_id').select(['attestation.subject', 'attestation.passed']).distinctOn('attestation.subject')
    .where('attestation.kind', '=', 'conformance').where('attestation.subject', '=', anyOf([...versions.keys()])).where('runner_key.revoked_at', 'is', null)
    .orderBy('attestation.subject').orderBy('attestation.at', 'desc').orderBy('attestation.id', 'desc').execute()
  const passed = new Map(runs.map((run) => [run.subject, run.passed]))
  const missing = [...versions].flatMap(([subject, version]) => (passed.get(subject) === true ? [] : [{ ...version, failed: passed.get(subject) === false }]))
  return missing.length === 0 ? { state: 'passed' } : { state: 'missing', missing: missing.sort((one, other) => one.module.localeCompare(other.module)) }
}

/** Throws NotConforming, with the versions of these sets that lack it and how each gets it. */
export async function requireConforming(change: Pick<Change, 'tx'>, host: string, setIds: readonly number[]): Promise<void> {
  if (setIds.length === 0) return
  const members = await change.tx.selectFrom('release_set_member').select(['set_id', 'name', 'version']).where('set_id', '=', anyOf([...setIds])).execute()
  const status = await conformanceOf(change, members.map(({ name, version }) => ({ [name]: version })))
  if (status.state === 'missing') throw notConforming(host, status.missing)
}

/** Why a tenant that gets conforming versions only does not get these. */
export function notConforming(host: string, missing: Extract<ConformanceStatus, { state: 'missing' }>['missing']): ServiceError {
  const text = missing.map(({ module, version, failed }) => `${subjectOf(module, version)} ${failed ? 'did not conform' : 'was not attested'}`).join(', ')
  const short = missing[0]?.module.replace(/^mfe-/, '') ?? ''
  const how = `npm run conformance -- ${short} --report ${short}.json, then rollout attest conformance ${short}.json with CHECKIN_RUNNER_KEY`
  return new ServiceError(409, 'NotConforming', `${host} gets versions only of which a runner attested that they conform: ${text}. ${how}`, { data: { missing } })
}
