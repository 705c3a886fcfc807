import type { Choice, ConformanceStatus } from '@checkin/registry'
import { anyOf, ServiceError } from '@checkin/server'
import type { Queries } from '../storage/ledger.ts'

/** What is asked of each version in turn; the shell is what modules are run in, and has no conformance of its own. */
const isModule = (name: string): boolean => name !== 'shell'

const subjectOf = (name: string, version: string): string => `${name}@${version}`

/**
 * What runners attested of the module versions in some choices (DEC-260): the latest run of each version counts, and none of a key that was
 * revoked since. The digest needs no second look: an attestation is taken over the manifest that is here, which never changes.
 */
export const conformanceOf = async (reading: { readonly tx: Queries }, choices: readonly Choice[]): Promise<ConformanceStatus> => (choices.length === 0 ? { state: 'nothing-new' } : (await conformances(reading, choices))(choices))

const versionsOf = (choices: readonly Choice[]) => new Map(choices.flatMap((choice) => Object.entries(choice)).filter(([name]) => isModule(name)).map(([module, version]) => [subjectOf(module, version), { module, version }]))

/** The same of any of many choices, which are asked for at once. */
export async function conformances({ tx }: { readonly tx: Queries }, all: readonly Choice[]): Promise<(choices: readonly Choice[]) => ConformanceStatus> {
  const runs = await tx.selectFrom('attestation').innerJoin('runner_key', 'runner_key.key_id', 'attestation.key_id').select(['attestation.subject', 'attestation.passed']).distinctOn('attestation.subject')
    .where('attestation.kind', '=', 'conformance').where('attestation.subject', '=', anyOf([...versionsOf(all).keys()])).where('runner_key.revoked_at', 'is', null)
    .orderBy('attestation.subject').orderBy('attestation.at', 'desc').orderBy('attestation.id', 'desc').execute()
  const passed = new Map(runs.map((run) => [run.subject, run.passed]))
  return (choices) => {
    if (choices.length === 0) return { state: 'nothing-new' }
    const missing = [...versionsOf(choices)].flatMap(([subject, version]) => (passed.get(subject) === true ? [] : [{ ...version, failed: passed.get(subject) === false }]))
    return missing.length === 0 ? { state: 'passed' } : { state: 'missing', missing: missing.sort((one, other) => one.module.localeCompare(other.module)) }
  }
}

/** Why a tenant that gets conforming versions only does not get these. */
export function notConforming(host: string, missing: Extract<ConformanceStatus, { state: 'missing' }>['missing']): ServiceError {
  const text = missing.map(({ module, version, failed }) => `${subjectOf(module, version)} ${failed ? 'did not conform' : 'was not attested'}`).join(', ')
  const short = missing[0]?.module.replace(/^mfe-/, '') ?? ''
  const how = `npm run conformance -- ${short} --report ${short}.json, then rollout attest conformance ${short}.json with CHECKIN_RUNNER_KEY`
  return new ServiceError(409, 'NotConforming', `${host} gets versions only of which a runner attested that they conform: ${text}. ${how}`, { data: { missing } })
}
