import { predicateTypes, statementOf } from '@checkin/releases'
import { addAttestation, approveChange, setRunnerKey } from '@checkin/registry'
import { digestOf, signStatement } from '@checkin/releases/attestation'
import { publicKeyOf } from '@checkin/releases/signing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, newKey, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { first, operator } from '../test/test-tenants.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
const runners = { lasting: newKey(), revoked: newKey() }

beforeAll(async () => {
  registry = await testRegistry({ followPlan: { steps: [{ percent: 100, dwellMinutes: 0 }], gate: { minSessions: 0 } } })
  op = operator(registry)
  await op.publishAll()
  for (const [label, key] of Object.entries(runners)) {
    const { change } = await registry.client().call(setRunnerKey, { params: { label }, body: { publicKey: publicKeyOf(key), person: 'ci@example.com', reason: 'a test' } })
    await registry.client('demo-approver').call(approveChange, { params: { id: String(change.id) }, body: {} })
  }
})
afterAll(() => registry.close())

/** What a runner says of a published version, over its manifest here. */
async function attest(name: string, version: string, { problems = [], key = runners.lasting }: { readonly problems?: readonly string[]; readonly key?: string } = {}): Promise<void> {
  const { manifest } = await registry.database.kysely.selectFrom('module_version').select('manifest').where('name', '=', name).where('version', '=', version).executeTakeFirstOrThrow()
  const result = { module: name, version, passed: problems.length === 0, problems, at: new Date().toISOString(), builder: 'pipeline 7' }
  await registry.client('demo-viewer').call(addAttestation, { body: { envelope: signStatement(statementOf(predicateTypes.conformance, { [`${name}@${version}`]: digestOf(manifest) }, result), key) } })
}
/** A tenant that serves first versions and gets only conforming ones from now on. */
async function strict(host: string, modules: Record<string, string> = first): Promise<void> {
  await op.tenantWith(host, modules)
  expect((await op.call('PUT', `/tenants/${host}/options`, { body: { onlyConforming: true } })).body).toMatchObject({ onlyConforming: true })
}
const simulated = async (host: string, modules: object) =>
  (await op.post('/dry-run', { hosts: [host], modules })).body['hosts'] as { conformance: object; problem: { code: string; title: string } | null }[]

describe('a tenant that gets conforming versions only', () => {
  it('refuses every way to a set with a version that no runner attested, and names those that lack it (DEC-260)', async () => {
    await strict('ways.example')
    const modules = { 'mfe-driver': '1.1.0' }
    const plan = { name: 'plan', hosts: ['ways.example'], modules, steps: [{ percent: 1, dwellMinutes: 1 }, { percent: 100, dwellMinutes: 0 }], gate: { minSessions: 1 }, reason: 'a test' }
    const { body: { id: setId } } = await op.post('/sets', { modules: { ...first, ...modules } })
    const refusals = [
      await op.set('ways.example', modules), await op.set('ways.example', modules, { percent: 10 }), await op.set('ways.example', modules, { at: '2099-01-01T03:00' }), await op.post('/plans', plan),
      await op.call('PUT', '/tenants/ways.example/pointer', { ifMatch: 1, body: { setId, reason: 'a test' } }),
      await op.call('PUT', '/pointers', { ifMatch: (await op.call('GET', '/tenants')).body['revision'] as number, body: { hosts: ['ways.example'], modules, reason: 'a test' } }),
    ]
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(refusals.map(() => [409, 'NotConforming']))
    expect(refusals[0]?.body.title).toContain('mfe-driver@1.1.0 was not attested, mfe-payment@1.0.0 was not attested')
    await attest('mfe-payment', '1.0.0')
    expect(await simulated('ways.example', modules)).toMatchObject([{ conformance: { state: 'missing', missing: [{ module: 'mfe-driver', version: '1.1.0', failed: false }] }, problem: { code: 'NotConforming' } }])
    await attest('mfe-driver', '1.1.0')
    expect(await simulated('ways.example', modules)).toMatchObject([{ conformance: { state: 'passed' }, problem: null }])
    expect((await op.set('ways.example', modules)).status).toBe(200)
  })

  it('takes the latest run for true, and none of a key that was revoked since (DEC-260)', async () => {
    await strict('latest.example')
    await attest('mfe-payment', '1.0.0')
    await attest('mfe-driver', '1.2.0', { key: runners.revoked })
    await attest('mfe-driver', '1.2.0', { problems: ['a step leaves a timer'] })
    expect((await op.set('latest.example', { 'mfe-driver': '1.2.0' })).body.title).toContain('mfe-driver@1.2.0 did not conform')
    await attest('mfe-driver', '1.2.0', { key: runners.revoked })
    expect(await simulated('latest.example', { 'mfe-driver': '1.2.0' })).toMatchObject([{ conformance: { state: 'passed' } }])
    const { body } = await op.call('GET', '/runners')
    const { keyId } = (body['keys'] as { keyId: string; label: string }[]).find(({ label }) => label === 'revoked') ?? { keyId: '' }
    await op.call('DELETE', `/runners/${keyId}?reason=lost`)
    expect((await op.set('latest.example', { 'mfe-driver': '1.2.0' })).body.code).toBe('NotConforming')
  })

  it('asks for the release matrix test as well where the tenant wants both, and says both in a dry run (DEC-260)', async () => {
    await strict('both.example')
    await op.call('PUT', '/tenants/both.example/options', { body: { onlyAttested: true } })
    await registry.publish(aModule('mfe-driver', '1.3.0'))
    const [effect] = await simulated('both.example', { 'mfe-driver': '1.3.0' })
    expect(effect?.problem?.title).toMatch(/mfe-driver@1\.3\.0 was not attested.*no runner did of this one/)
    await attest('mfe-payment', '1.0.0')
    await attest('mfe-driver', '1.3.0')
    expect((await op.set('both.example', { 'mfe-driver': '1.3.0' })).body.code).toBe('NotRehearsed')
  })

  it('gets nothing by a range, goes back without asking, and is so until an approver ends it (DEC-260)', async () => {
    for (const version of ['1.4.0', '1.5.0']) await registry.publish(aModule('mfe-payment', version))
    await op.tenantWith('follows.example', { ...first, 'mfe-driver': '^1.0', 'mfe-payment': '1.4.0' })
    await op.set('follows.example', { 'mfe-payment': '1.5.0' }).then(({ status, body }) => (status === 202 ? op.approve((body['change'] as { id: number }).id) : null))
    await op.call('PUT', '/tenants/follows.example/options', { body: { onlyConforming: true } })
    const served = (await op.tenant('follows.example')).modules['mfe-driver']
    await registry.publish(aModule('mfe-driver', '1.9.0'))
    await registry.tick()
    expect((await op.tenant('follows.example')).modules['mfe-driver']).toBe(served)
    expect((await op.back('follows.example')).body).toMatchObject({ modules: { 'mfe-payment': '1.4.0' } })
    const lift = (token: string) => op.call('PUT', '/tenants/follows.example/options', { token, body: { onlyConforming: false } })
    expect([(await lift('demo-operator')).status, (await lift('demo-approver')).status]).toEqual([403, 200])
  })
})
