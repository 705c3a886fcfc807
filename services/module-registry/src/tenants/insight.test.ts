import type { Input } from '@checkin/http'
import { type Explanation, explainTenant, getMatrix } from '@checkin/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { first, operator } from '../test/test-tenants.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
beforeAll(async () => {
  registry = await testRegistry()
  op = operator(registry)
  await op.publishAll()
  await registry.publish(aModule('mfe-driver', '1.5.0', { change: { contracts: { shell: '^1.2.0', flow: '^1.0.0', rest: '^1.0.0', ui: '^1.0.0' }, steps: ['driver-details'] } }))
  await op.call('PUT', '/modules/mfe-driver/labels/stable', { body: { version: '1.1.0' } })
  await op.call('PUT', '/defaults', { body: { modules: { 'mfe-driver': '~1.2.0', 'mfe-payment': '1.0.0' } } })
})
afterAll(() => registry.close())

const why = (host: string, query: Input<typeof explainTenant>['query'] = {}) => registry.client().call(explainTenant, { params: { host }, query })
const driver = (explained: Explanation) => explained.modules.find(({ module }) => module === 'mfe-driver')

describe('why a session gets a version', () => {
  it.each([
    ['pin', '1.2.0', '1.2.0', 'mfe-driver@1.2.0: pinned; since revision 1 by demo-operator'],
    ['range', '^1.0', '1.5.0', 'mfe-driver@1.5.0: in the range ^1.0; since revision 1 by demo-operator'],
    ['range', '~1.2.0', '1.2.0', 'mfe-driver@1.2.0: in the range ~1.2.0; since revision 1 by demo-operator'],
    ['label', 'stable', '1.1.0', 'mfe-driver@1.1.0: labelled stable; since revision 1 by demo-operator'],
    ['inherit', 'inherit', '1.2.0', 'mfe-driver@1.2.0: the default ~1.2.0; since revision 1 by demo-operator'],
  ])('by a %s: %s', async (kind, selector, version, sentence) => {
    const host = `${kind}-${selector.replace(/\W/g, '')}.example`
    await op.tenantWith(host, { ...first, 'mfe-driver': selector })
    const explained = await why(host)
    expect(driver(explained)).toMatchObject({ kind, selector, version })
    expect(explained.sentences).toContain(sentence)
  })

  it('names the revision since which it is so, not the newest one', async () => {
    await op.tenantWith('since.example')
    await op.set('since.example', { 'mfe-driver': '1.1.0' }, { reason: 'clearer wording' })
    await op.set('since.example', { 'mfe-driver': '1.1.0', shell: '1.0.0' }, { percent: 100 })
    const payment = await op.pending(await op.set('since.example', { 'mfe-payment': '1.1.0' }))
    await op.approve(payment.id)
    expect(driver(await why('since.example'))).toMatchObject({ since: { revision: 2, reason: 'clearer wording' }, lastGood: '1.0.0' })
  })

  it('by a rollout, with where the session falls, and by which rule', async () => {
    await op.tenantWith('canary.example')
    await op.set('canary.example', { 'mfe-driver': '1.1.0' }, { percent: 0, cohorts: [{ when: { languages: ['pt'] }, percent: 100 }] })
    const [inside, outside] = [await why('canary.example', { session: 'a', language: 'pt' }), await why('canary.example', { session: 'a', language: 'fr' })]
    expect([driver(inside)?.version, inside.rollouts[0]?.rule, inside.rollouts[0]?.taken]).toEqual(['1.1.0', 0, true])
    expect([driver(outside)?.version, outside.rollouts[0]?.rule, outside.rollouts[0]?.taken]).toEqual(['1.0.0', null, false])
    expect(inside.sentences.at(-1)).toMatch(/gives mfe-driver@1\.1\.0 to 100 % by rule 1; this session falls on \d+\.\d\d and is in$/)
  })

  it('agrees with what the session is given, for any session', async () => {
    await op.tenantWith('agree.example')
    await op.set('agree.example', { 'mfe-driver': '1.2.0' }, { percent: 40 })
    for (let session = 0; session < 30; session += 1) expect(driver(await why('agree.example', { session: `s${session}` }))?.version).toBe(await op.versionOf('agree.example', `s${session}`))
  })

  it('says that nothing changes now, and knows no other host', async () => {
    await op.tenantWith('frozen.example')
    await op.post('/freezes', { host: 'frozen.example', reason: 'audit' })
    expect((await why('frozen.example')).sentences).toContain('Nothing changes now: audit')
    expect((await op.call('GET', '/tenants/none.example/why')).status).toBe(404)
  })
})

describe('a dry run', () => {
  it('shows versions, sizes, contracts and screens for each tenant, and changes nothing', async () => {
    await op.tenantWith('dry.example')
    const before = (await registry.call('GET', '/snapshot')).body
    const { body } = await op.post('/dry-run', { hosts: ['dry.example'], modules: { 'mfe-driver': '1.5.0' }, percent: 10 })
    expect(body).toMatchObject({
      needsSecondPerson: [],
      hosts: [{ host: 'dry.example', problem: null, frozen: null, modules: [{ from: '1.0.0', to: '1.5.0', percent: 10, contracts: [{ contract: 'shell', from: '^1.0.0', to: '^1.2.0' }], steps: { added: ['driver-details'], removed: [] } }] }],
    })
    expect((await registry.call('GET', '/snapshot')).body).toEqual(before)
  })

  it('over all tenants says which ones it could not be, and that somebody has to approve', async () => {
    await registry.publish(aModule('mfe-driver', '3.0.0', { change: { contracts: { shell: '^3.0.0', flow: '^1.0.0', rest: '^1.0.0', ui: '^1.0.0' } } }))
    const impossible = await op.post('/dry-run', { hosts: 'all', modules: { 'mfe-driver': '3.0.0' } })
    const hosts = impossible.body['hosts'] as { problem: { code: string; title: string } | null }[]
    expect(hosts.every(({ problem }) => problem?.code === 'ImpossibleSet')).toBe(true)
    expect(hosts[0]?.problem?.title).toBe('mfe-driver needs shell ^3.0.0, the shell gives 1.4.0')
    expect((await op.post('/dry-run', { hosts: 'all', modules: { 'mfe-payment': '1.1.0' } })).body['needsSecondPerson']).toEqual(['payment', 'everyone'])
  })
})

it('the matrix shows each tenant and module with its rollouts, the shell last', async () => {
  const { modules, tenants } = await registry.client().call(getMatrix)
  expect(modules).toEqual(['mfe-driver', 'mfe-payment', 'shell'])
  expect(tenants.find(({ host }) => host === 'agree.example')?.cells[0]).toMatchObject({ module: 'mfe-driver', version: '1.0.0', selector: '1.0.0', rollouts: [{ version: '1.2.0', percent: 40, verdict: null }], sessions: 0, bad: 0 })
})
