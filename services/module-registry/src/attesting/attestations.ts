import { ConformanceResult, type Envelope, predicateTypes, ReleaseTestResult, type Statement } from '@checkin/releases'
import { digestOf, openStatement, predicateOf } from '@checkin/releases/attestation'
import { ServiceError } from '@checkin/server'
import type { Selectable } from 'kysely'
import { areTwoPersons } from '../access/identity.ts'
import { publisherOf } from '../changes/second-person.ts'
import type { Change, Queries } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import { runnerIdentity } from './runner-keys.ts'

/** A result may be so old when it is brought, and so far ahead, in milliseconds: later than that nobody knows what became of it meanwhile. */
const oldestMs = 24 * 3_600_000
const aheadMs = 5 * 60_000

type Attested = { readonly kind: 'rehearsal'; readonly result: ReleaseTestResult } | { readonly kind: 'conformance'; readonly result: ConformanceResult }
type RunnerKey = Selectable<Tables['runner_key']>

const invalid = (title: string) => new ServiceError(422, 'InvalidAttestation', title)

/** The key that signed, if it counts now. Throws UnknownRunner, InvalidAttestation. */
async function signedBy({ tx, at }: Change, envelope: Envelope): Promise<{ readonly key: RunnerKey; readonly statement: Statement }> {
  const ids = envelope.signatures.map(({ keyid }) => keyid)
  const key = await tx.selectFrom('runner_key').selectAll().where('key_id', 'in', ids).limit(1).executeTakeFirst()
  if (!key) throw new ServiceError(403, 'UnknownRunner', 'No runner that is known here signed this')
  if (key.revoked_at !== null) throw new ServiceError(403, 'UnknownRunner', `The key of ${key.label} was revoked`)
  if (key.expires_at <= at) throw new ServiceError(403, 'UnknownRunner', `The key of ${key.label} ended on ${key.expires_at.toISOString().slice(0, 10)}`)
  const statement = openStatement(envelope, key.public_key)
  if (!statement) throw invalid(`This is not a statement that ${key.label} signed`)
  return { key, statement }
}

function read(statement: Statement): Attested {
  const tested = predicateOf(statement, predicateTypes.rehearsal, ReleaseTestResult)
  if (tested && tested.passed === (tested.step === null)) return { kind: 'rehearsal', result: tested }
  const conformance = predicateOf(statement, predicateTypes.conformance, ConformanceResult)
  if (conformance && conformance.passed === (conformance.problems.length === 0)) return { kind: 'conformance', result: conformance }
  throw invalid('The statement is no result of a rehearsal or a conformance run')
}

interface Version { readonly name: string; readonly version: string }

/** What was run, by name and digest as this registry has it, and the versions in it. Throws NotFound. */
async function subjectOf(queries: Queries, { kind, result }: Attested): Promise<{ readonly name: string; readonly digest: string; readonly versions: readonly Version[] }> {
  if (kind === 'rehearsal') {
    const set = await queries.selectFrom('release_set').select('payload').where('id', '=', result.setId).executeTakeFirst()
    if (!set) throw new ServiceError(404, 'NotFound', `There is no set ${result.setId}`)
    const versions = await queries.selectFrom('release_set_member').select(['name', 'version']).where('set_id', '=', result.setId).execute()
    return { name: `set ${result.setId}`, digest: digestOf(set.payload), versions }
  }
  const { module: name, version } = result
  const row = await queries.selectFrom('module_version').select('manifest').where('name', '=', name).where('version', '=', version).executeTakeFirst()
  if (!row) throw new ServiceError(404, 'NotFound', `${name}@${version} is not published`)
  return { name: `${name}@${version}`, digest: digestOf(row.manifest), versions: [{ name, version }] }
}

/** Refuses a runner's key of somebody who had a hand in publishing what was run. Throws SamePerson. */
async function requireOthers(queries: Queries, key: RunnerKey, versions: readonly Version[]): Promise<void> {
  const runner = runnerIdentity(key)
  for (const { name, version } of versions) {
    const row = await queries.selectFrom('module_version').select(['published_by', 'published_by_identity', 'key_id']).where('name', '=', name).where('version', '=', version).executeTakeFirstOrThrow()
    if (row.key_id !== key.key_id && areTwoPersons(runner, publisherOf(row))) continue
    throw new ServiceError(403, 'SamePerson', `${key.label} belongs to who published ${name}@${version}, or to who had a hand in that: nobody attests what they published`)
  }
}

/** Keeps what a runner signed, once. Throws what `addAttestation` declares. Answers its number, and whether it is new. */
export async function keepAttestation(change: Change, envelope: Envelope, actor: string): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const { tx, at, record } = change
  const { key, statement } = await signedBy(change, envelope)
  const signed = digestOf(Buffer.from(envelope.payload, 'base64'))
  // Two runners may say the very same, and each counts.
  const digest = digestOf(`${key.key_id} ${signed}`)
  const known = await tx.selectFrom('attestation').select('id').where('digest', '=', digest).executeTakeFirst()
  if (known) return { id: known.id, isNew: false }
  const attested = read(statement)
  const { kind, result } = attested
  const subject = await subjectOf(tx, attested)
  const [only, ...more] = statement.subject
  if (more.length > 0 || only?.name !== subject.name || only.digest.sha256 !== subject.digest) throw new ServiceError(422, 'OtherDigest', `What was run is not ${subject.name} as it is here`)
  if (kind === 'rehearsal' && !subject.versions.some(({ name }) => name === result.module)) throw invalid(`${subject.name} has no ${result.module}`)
  if (key.modules !== null && !key.modules.includes(result.module)) throw new ServiceError(403, 'UnknownRunner', `${key.label} does not attest ${result.module}`)
  const age = at.getTime() - Date.parse(result.at)
  if (age > oldestMs || age < -aheadMs) throw new ServiceError(422, 'Outdated', 'A result is brought within a day')
  await requireOthers(tx, key, subject.versions)
  const { id } = await tx.insertInto('attestation')
    .values({ digest, kind, subject: subject.name, passed: result.passed, key_id: key.key_id, envelope: JSON.stringify(envelope), at: result.at, received_at: at }).returning('id').executeTakeFirstOrThrow()
  if (kind === 'rehearsal') {
    const { setId, journey, passed, module, step, host, builder } = result
    await tx.insertInto('rehearsal').values({ set_id: setId, journey, passed, module, step, host, builder, actor: key.label, at, attestation_id: id }).execute()
  }
  await record({ actor, action: 'attest', subject: subject.name, before: null, after: { runner: key.label, keyId: key.key_id, kind, passed: result.passed, statement: signed }, reason: '' })
  return { id, isNew: true }
}
