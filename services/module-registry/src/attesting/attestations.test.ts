import { addAttestation, approveChange, listAttestations, listRunnerKeys, setRunnerKey } from '@checkin/registry'
import { HttpError } from '@checkin/http/client'
import { predicateTypes, type Statement, statementOf } from '@checkin/releases'
import { digestOf, signStatement } from '@checkin/releases/attestation'
import { publicKeyOf } from '@checkin/releases/signing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newKey, testClock, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { first, operator } from '../test/test-tenants.ts'

const clock = testClock()
let registry: TestRegistry
let op: ReturnType<typeof operator>
const runner = newKey()

const propose = (label: string, key: string, person: string, more: object = {}) =>
  registry.client().call(setRunnerKey, { params: { label }, body: { publicKey: publicKeyOf(key), person, reason: 'a test', ...more } })
async function addRunner(label: string, key: string, person: string, more: object = {}): Promise<void> {
  const { change } = await propose(label, key, person, more)
  await registry.client('demo-approver').call(approveChange, { params: { id: String(change.id) }, body: {} })
}
beforeAll(async () => {
  registry = await testRegistry({ clock: () => clock.now })
  op = operator(registry)
  await op.publishAll()
  await addRunner('pipeline 7', runner, 'ci@example.com')
})
afterAll(() => registry.close())

const setOf = async (driver: string) => (await op.post('/sets', { modules: { ...first, 'mfe-driver': driver } })).body as unknown as { id: number; sha256: string }
async function testResult(driver: string, change: object = {}, digest?: string): Promise<Statement> {
  const { id, sha256 } = await setOf(driver)
  const result = { setId: id, journey: 'check-in', host: 'strict.example', module: 'mfe-driver', step: null, passed: true, at: clock.now.toISOString(), builder: 'pipeline 7', ...change }
  return statementOf(predicateTypes.rehearsal, { [`set ${id}`]: digest ?? sha256 }, result)
}
const send = (statement: Statement, key = runner) => registry.client('demo-viewer').call(addAttestation, { body: { envelope: signStatement(statement, key) } })
/** Code of a refusal. */
const refusal = (work: Promise<unknown>): Promise<string> => work.then(() => 'taken', (error: unknown) => (error instanceof HttpError ? error.code : String(error)))

describe('a result that a runner signed', () => {
  it('is kept with the set, once, and stands in the audit (DEC-189)', async () => {
    const statement = await testResult('1.0.0')
    const kept = await send(statement)
    expect(kept).toMatchObject({ kind: 'rehearsal', passed: true, runner: 'pipeline 7' })
    expect((await send(statement)).id).toBe(kept.id)
    expect((await registry.client().call(listAttestations, { query: { subject: kept.subject } })).attestations).toHaveLength(1)
    const { id } = await setOf('1.0.0')
    expect((await op.call('GET', `/sets/${id}`)).body['rehearsals']).toEqual([expect.objectContaining({ actor: 'pipeline 7', attestedBy: kept.keyId })])
    expect(JSON.stringify((await op.call('GET', '/audit')).body)).toContain('"attest"')
  })

  it('may be a conformance run of a published version, over its manifest (DEC-189)', async () => {
    const { manifest } = await registry.database.kysely.selectFrom('module_version').select('manifest').where('name', '=', 'mfe-driver').where('version', '=', '1.1.0').executeTakeFirstOrThrow()
    const result = { module: 'mfe-driver', version: '1.1.0', passed: false, problems: ['a step leaves a timer'], at: clock.now.toISOString(), builder: 'pipeline 7' }
    expect(await send(statementOf(predicateTypes.conformance, { 'mfe-driver@1.1.0': digestOf(manifest) }, result))).toMatchObject({ kind: 'conformance', passed: false, subject: 'mfe-driver@1.1.0' })
    expect(await refusal(send(statementOf(predicateTypes.conformance, { 'mfe-driver@1.2.0': digestOf(manifest) }, { ...result, version: '1.2.0' })))).toBe('OtherDigest')
  })

  it('is refused over other digests, for another set, of a module that is not in it, or when it is old (DEC-189)', async () => {
    const other = await setOf('1.2.0')
    expect(await refusal(send(await testResult('1.1.0', {}, digestOf('another'))))).toBe('OtherDigest')
    expect(await refusal(send(await testResult('1.1.0', { setId: other.id })))).toBe('OtherDigest')
    expect(await refusal(send(await testResult('1.1.0', { module: 'mfe-offers' })))).toBe('InvalidAttestation')
    expect(await refusal(send(await testResult('1.1.0', { step: 'overview' })))).toBe('InvalidAttestation')
    expect(await refusal(send(await testResult('1.1.0', { at: new Date(clock.now.getTime() - 25 * 3_600_000).toISOString() })))).toBe('Outdated')
    expect(await refusal(send(await testResult('1.1.0', { at: new Date(clock.now.getTime() + 3_600_000).toISOString() })))).toBe('Outdated')
  })

  it('is refused with a key that nobody approved, that attests other modules, was revoked or has ended (DEC-189)', async () => {
    const [waiting, narrow, revoked, short] = [newKey(), newKey(), newKey(), newKey()]
    await propose('waiting', waiting, 'ci@example.com')
    await addRunner('narrow', narrow, 'ci@example.com', { modules: ['mfe-payment'] })
    await addRunner('revoked', revoked, 'ci@example.com')
    await addRunner('short', short, 'ci@example.com', { expires: new Date(clock.now.getTime() + 3_600_000).toISOString() })
    const { keys } = await registry.client('demo-viewer').call(listRunnerKeys)
    expect(keys.map(({ label }) => label).sort()).toEqual(['narrow', 'pipeline 7', 'revoked', 'short'])
    const { keyId = '' } = keys.find(({ label }) => label === 'revoked') ?? {}
    expect((await op.call('DELETE', `/runners/${keyId}?reason=lost`)).status).toBe(200)
    clock.now = new Date(clock.now.getTime() + 2 * 3_600_000)
    for (const key of [newKey(), waiting, narrow, revoked, short]) expect(await refusal(send(await testResult('1.1.0'), key))).toBe('UnknownRunner')
    expect(await refusal(send({ ...(await testResult('1.1.0')), predicateType: 'urn:other' }))).toBe('InvalidAttestation')
  })

  it('is refused where its person published what was run, or stands behind who did (decision 0170)', async () => {
    const own = newKey()
    await addRunner('own', own, 'Demo-Publisher-mfe-driver')
    expect(await refusal(send(await testResult('1.1.0'), own))).toBe('SamePerson')
    await registry.database.kysely.updateTable('module_version').set({ published_by_identity: JSON.stringify({ persons: ['dora'], behind: ['ci@example.com'] }) }).where('version', '=', '1.2.0').where('name', '=', 'mfe-driver').execute()
    expect(await refusal(send(await testResult('1.2.0')))).toBe('SamePerson')
  })
})

describe('a runner\'s key', () => {
  it('needs a second person, who is not its own, and lasts a year at most (decision 0170)', async () => {
    const { change } = await propose('by two', newKey(), 'demo-approver')
    expect((await op.approve(change.id)).body.code).toBe('SamePerson')
    expect(await refusal(propose('long', newKey(), 'x', { expires: new Date(clock.now.getTime() + 400 * 86_400_000).toISOString() }))).toBe('LifetimeTooLong')
  })

  it('signs no versions, and a publisher\'s key no results (decision 0170)', async () => {
    expect(await refusal(propose('both', registry.keys.get('mfe-driver') ?? '', 'x'))).toBe('KeyKnown')
    expect((await op.call('PUT', '/publishers/mfe-driver', { body: { publicKey: publicKeyOf(runner), reason: '' } })).body.code).toBe('KeyKnown')
  })
})

describe('a tenant that gets attested sets only', () => {
  it('refuses a set that a token alone said had passed, and takes it when a runner says so; not when that runner was revoked since (decision 0170, ROL-5)', async () => {
    await op.tenantWith('strict.example')
    expect((await op.call('PUT', '/tenants/strict.example/options', { body: { onlyAttested: true } })).body).toMatchObject({ onlyAttested: true })
    const { id } = await setOf('1.1.0')
    await op.post(`/sets/${id}/rehearsals`, { journey: 'check-in', passed: true, module: 'mfe-driver', step: null, host: 'strict.example' })
    expect((await op.set('strict.example', { 'mfe-driver': '1.1.0' })).body.code).toBe('NotRehearsed')
    const second = newKey()
    await addRunner('second', second, 'ci2@example.com')
    await send(await testResult('1.1.0'), second)
    const { keys } = await registry.client('demo-viewer').call(listRunnerKeys)
    await op.call('DELETE', `/runners/${keys.find(({ label }) => label === 'second')?.keyId ?? ''}`)
    expect((await op.set('strict.example', { 'mfe-driver': '1.1.0' })).body.code).toBe('NotRehearsed')
    await send(await testResult('1.1.0'))
    expect((await op.set('strict.example', { 'mfe-driver': '1.1.0' })).status).toBe(200)
    expect((await op.call('PUT', '/tenants/strict.example/options', { body: { onlyAttested: false } })).status).toBe(403)
  })
})
