import type { ReleaseSet, SettingSpecs } from '@checkin/releases'
import { verify } from '@checkin/releases/signing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { operator } from '../test/test-tenants.ts'

const host = 'a.example'
const specs: SettingSpecs = {
  cards: { kind: 'number', says: 'How many cards are shown at first', default: 3, least: 1, most: 6 },
  order: { kind: 'choice', says: 'What comes first', default: 'price', choices: ['price', 'name'] },
}
let registry: TestRegistry
let op: ReturnType<typeof operator>
beforeAll(async () => {
  registry = await testRegistry()
  op = operator(registry)
  await op.publishAll(['1.0.0', '1.1.0'])
  await registry.publish(aModule('mfe-driver', '2.0.0', { change: { settings: specs } }))
  await registry.publish(aModule('mfe-driver', '2.1.0', { change: { settings: { ...specs, note: { kind: 'text', says: 'A line above the form', default: '', longest: 20 } } } }))
  await registry.publish(aModule('mfe-payment', '2.0.0', { change: { settings: specs } }))
  await op.tenantWith(host, { 'shell': '1.0.0', 'mfe-driver': '1.0.0', 'mfe-payment': '1.0.0' })
})
afterAll(() => registry.close())

const served = async (): Promise<ReleaseSet> => {
  const { body } = await op.call('GET', `/resolve?host=${host}&session=x`)
  const signed = body['signed'] as Parameters<typeof verify>[0]
  expect(verify(signed, registry.publicKey)).toBe(true)
  return JSON.parse(signed.payload) as ReleaseSet
}
const settle = (settings: Record<string, object>, modules: Record<string, string> = {}, more: object = {}) => op.set(host, modules, { settings, ...more })
const shown = async () => { const { modules, settings } = await served(); return [modules['mfe-driver']?.version, settings?.['mfe-driver'] ?? {}] }

describe('what operators set about a module travels with the signed set', () => {
  it('switches together with the version that knows it', async () => {
    expect((await settle({ 'mfe-driver': { cards: 5 } }, { 'mfe-driver': '2.0.0' })).status).toBe(200)
    expect(await shown()).toEqual(['2.0.0', { cards: 5 }])
    expect((await op.tenant(host)).history[0]).toMatchObject({ settings: { 'mfe-driver': { cards: 5 } } })
  })

  it('changes by itself, as a revision of its own, and stays when another module changes', async () => {
    await settle({ 'mfe-driver': { cards: 6, order: 'name' } })
    await op.set(host, { 'mfe-driver': '2.1.0' })
    expect(await shown()).toEqual(['2.1.0', { cards: 6, order: 'name' }])
  })

  it.each([
    ['a name that the version does not know', { colour: 'red' }],
    ['a number out of its bounds', { cards: 7 }],
    ['a value of another kind', { cards: '3' }],
    ['a choice that is none', { order: 'age' }],
    ['a text that is too long', { note: 'x'.repeat(21) }],
  ])('is refused with %s, and nothing changes', async (_what, values) => {
    const before = await op.tenant(host)
    expect((await settle({ 'mfe-driver': values })).body.code).toBe('ImpossibleSet')
    expect(await op.tenant(host)).toEqual(before)
  })

  it('keeps a version from serving that does not know what is set', async () => {
    expect((await op.set(host, { 'mfe-driver': '1.1.0' })).body.code).toBe('ImpossibleSet')
  })

  it('is rolled back step by step: first the settings, then the version', async () => {
    await settle({ 'mfe-driver': { cards: 1 } })
    expect(await shown()).toEqual(['2.1.0', { cards: 1 }])
    await op.back(host)
    expect(await shown()).toEqual(['2.1.0', { cards: 6, order: 'name' }])
    await op.back(host)
    expect(await shown()).toEqual(['2.0.0', { cards: 6, order: 'name' }])
  })

  it('is simulated by a dry run', async () => {
    const { body } = await op.post('/dry-run', { hosts: [host], settings: { 'mfe-driver': { cards: 2 } } })
    expect(body['hosts']).toMatchObject([{ problem: null, modules: [{ module: 'mfe-driver', from: '2.0.0', to: '2.0.0', settings: { from: { cards: 6, order: 'name' }, to: { cards: 2 } } }] }])
  })

  it('waits for a second person where the module is payment', async () => {
    await op.approve((await op.pending(await op.set(host, { 'mfe-payment': '2.0.0' }))).id)
    const kept = await op.pending(await settle({ 'mfe-payment': { cards: 4 } }))
    expect(kept.needs).toEqual(['payment'])
    await op.approve(kept.id)
    expect((await served()).settings?.['mfe-payment']).toEqual({ cards: 4 })
  })

  it('is not applied later to something else than what was seen', async () => {
    const kept = await op.pending(await settle({ 'mfe-payment': { cards: 5 } }))
    const other = await op.pending(await settle({ 'mfe-payment': { cards: 6 } }))
    await op.approve(other.id)
    await op.approve(kept.id)
    expect((await op.change(kept.id)).hosts).toMatchObject([{ state: 'refused', code: 'ReleaseChanged' }])
    expect((await served()).settings?.['mfe-payment']).toEqual({ cards: 6 })
  })

  it('goes with a killed version: its substitute has what it had when it served', async () => {
    await op.post('/modules/mfe-driver/versions/2.0.0/kill', { reason: 'broken' })
    const { modules, settings } = await served()
    expect([modules['mfe-driver']?.version, settings]).toEqual(['1.0.0', { 'mfe-payment': { cards: 6 } }])
  })

  it('is for every session, not for some percent', async () => {
    expect((await settle({ 'mfe-driver': {} }, {}, { percent: 10 })).body.code).toBe('SettingsForEverybody')
  })
})
