import type { ModuleManifest } from '@checkin/releases'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { operator } from '../test/test-tenants.ts'

type Screen = NonNullable<ModuleManifest['screens']>[number]
const host = 'a.example'
const flow: NonNullable<ModuleManifest['flow']> = { slots: ['add-extras'], screens: [{ name: 'overview', module: 'mfe-payment', path: '/overview' }] }
const park: Screen = { name: 'park', module: 'mfe-parking', path: '/park', after: 'add-extras', leads: { 'parking/done': { to: 'next' } } }

let registry: TestRegistry
let op: ReturnType<typeof operator>
const publish = (name: string, version: string, screens: readonly Screen[]) => registry.publish(aModule(name, version, { change: { steps: screens.map((row) => row.name), screens: [...screens] } }))
beforeAll(async () => {
  registry = await testRegistry()
  op = operator(registry)
  await registry.publish(aModule('shell', '1.0.0', { change: { flow } }))
  for (const version of ['1.0.0', '1.1.0']) await registry.publish(aModule('mfe-driver', version))
  await publish('mfe-parking', '1.0.0', [park])
  await publish('mfe-parking', '1.0.1', [{ ...park, path: '/overview' }])
  await publish('mfe-parking', '1.0.2', [{ ...park, leads: { 'parking/left': { to: 'back' } } }])
  await publish('mfe-valet', '1.0.0', [{ ...park, module: 'mfe-valet', path: '/valet', leads: { 'valet/done': { to: 'next' } } }])
  await op.tenantWith(host, { 'shell': '1.0.0', 'mfe-driver': '1.0.0' })
})
afterAll(() => registry.close())

const served = async (): Promise<Record<string, string>> => (await op.tenant(host)).modules

describe('a module that the flow has no screens of', () => {
  it('comes with a set, and goes again in one step back, before any other version changes (DEC-195, DEC-199)', async () => {
    await op.set(host, { 'mfe-driver': '1.1.0' })
    expect((await op.set(host, { 'mfe-parking': '1.0.0' })).status).toBe(200)
    expect(await served()).toEqual({ 'shell': '1.0.0', 'mfe-driver': '1.1.0', 'mfe-parking': '1.0.0' })
    expect((await op.back(host)).status).toBe(200)
    expect(await served()).toEqual({ 'shell': '1.0.0', 'mfe-driver': '1.1.0' })
    await op.back(host)
    expect(await served()).toEqual({ 'shell': '1.0.0', 'mfe-driver': '1.0.0' })
  })

  it('leaves a tenant when its last version is killed, and everything else can be changed on; one with screens of the flow stays (DEC-339)', async () => {
    await publish('mfe-garage', '1.0.0', [{ ...park, name: 'garage', module: 'mfe-garage', path: '/garage', leads: { 'garage/done': { to: 'next' } } }])
    await registry.publish(aModule('mfe-payment', '1.0.0'))
    await op.tenantWith('g.example', { 'shell': '1.0.0', 'mfe-driver': '1.0.0', 'mfe-payment': '1.0.0' })
    await op.set('g.example', { 'mfe-garage': '1.0.0' })
    expect((await op.post('/modules/mfe-garage/versions/1.0.0/kill')).body['withoutModule']).toEqual(['g.example'])
    expect((await op.tenant('g.example')).modules).toEqual({ 'shell': '1.0.0', 'mfe-driver': '1.0.0', 'mfe-payment': '1.0.0' })
    expect((await op.set('g.example', { 'mfe-driver': '1.1.0' })).status).toBe(200)
    expect((await op.post('/modules/mfe-payment/versions/1.0.0/kill')).body['withoutModule']).toEqual(['g.example'])
    expect((await op.tenant('g.example')).modules).toHaveProperty('mfe-payment', '1.0.0')
  })

  it.each([
    ['stands where another screen is', { 'mfe-parking': '1.0.1' }, 'mfe-parking brings a screen at /overview, where overview stands'],
    ['leads nowhere', { 'mfe-parking': '1.0.2' }, 'mfe-parking brings the screen park, from which nothing leads on'],
    ['is another\'s too', { 'mfe-parking': '1.0.0', 'mfe-valet': '1.0.0' }, 'mfe-valet brings the screen park, which another module brings too'],
  ])('is in no set where its screen %s, and the answer says so (DEC-196)', async (_what, modules, why) => {
    const before = await op.tenant(host)
    expect((await op.set(host, modules)).body).toMatchObject({ code: 'ImpossibleSet', title: why })
    expect(await op.tenant(host)).toEqual(before)
  })
})
