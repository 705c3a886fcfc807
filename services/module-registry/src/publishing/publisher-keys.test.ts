import { publicKeyOf } from '@checkin/releases/signing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aModule, newKey, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { operator } from '../test/test-tenants.ts'

const hour = 3_600_000
let registry: TestRegistry
let op: ReturnType<typeof operator>
let now = new Date('2026-11-30T12:00:00Z')
beforeAll(async () => {
  registry = await testRegistry({ clock: () => now, keyGraceMs: 24 * hour })
  op = operator(registry)
  await registry.publish(aModule('mfe-payment'))
})
afterAll(() => registry.close())

const [first, next] = [() => registry.keys.get('mfe-payment') ?? '', newKey()]
const publish = async (version: string, key: string) => (await registry.publish(aModule('mfe-payment', version), { key })).status
const keys = async () => (await op.call('GET', '/publishers')).body['keys'] as readonly { keyId: string; retiresAt: string | null; approvedBy: string | null }[]
const propose = (key: string) => op.call('PUT', '/publishers/mfe-payment', { body: { publicKey: publicKeyOf(key), reason: 'the old one left the company' } })

it('a key that somebody proposed signs nothing until a second person approved it', async () => {
  const { id } = await op.pending(await propose(next))
  expect([await publish('1.1.0', first()), await publish('1.2.0', next)]).toEqual([201, 403])
  await op.approve(id)
  expect(await publish('1.2.0', next)).toBe(201)
})

it('the key before it is valid for a day more, and the status shows it', async () => {
  expect(await keys()).toEqual([
    expect.objectContaining({ retiresAt: null, approvedBy: 'demo-approver' }), expect.objectContaining({ retiresAt: '2026-12-01T12:00:00.000Z' }),
  ])
  expect((await op.call('GET', '/audit?subject=mfe-payment')).body).toMatchObject({ entries: [
    { actor: 'demo-operator, demo-approver', action: 'publisher key', after: { before: 'counts', until: '2026-12-01T12:00:00.000Z' }, reason: 'the old one left the company' }, { action: 'propose' }, { action: 'publisher key' },
  ] })
  now = new Date(now.getTime() + 24 * hour - 1)
  expect(await publish('1.3.0', first())).toBe(201)
  now = new Date(now.getTime() + 1)
  expect(await publish('1.4.0', first())).toBe(403)
  expect(await keys()).toHaveLength(1)
})

it('the present key needs no approval', async () => {
  expect((await propose(next)).status).toBe(200)
})

it('one person ends a key, also within its grace time', async () => {
  await op.approve((await op.pending(await propose(first()))).id)
  const replaced = (await keys()).find(({ retiresAt }) => retiresAt !== null)
  expect((await op.call('DELETE', `/publishers/mfe-payment/keys/${replaced?.keyId ?? ''}`)).status).toBe(200)
  expect(await publish('1.5.0', next)).toBe(403)
  expect((await op.call('DELETE', `/publishers/mfe-payment/keys/${replaced?.keyId ?? ''}`)).body.code).toBe('UnknownKey')
})

it('what is no Ed25519 key is refused before anybody is asked', async () => {
  expect((await op.call('PUT', '/publishers/mfe-payment', { body: { publicKey: 'no key' } })).body.code).toBe('InvalidKey')
})

it('a key may be announced: everybody sees it before it signs, and both sign for the grace time after (DEC-143)', async () => {
  const later = newKey()
  const [from, until] = [new Date(now.getTime() + 48 * hour).toISOString(), new Date(now.getTime() + 72 * hour).toISOString()]
  const announce = (at: string) => op.call('PUT', '/publishers/mfe-payment', { body: { publicKey: publicKeyOf(later), from: at, reason: 'yearly' } })
  expect((await announce('2028-01-01T00:00:00Z')).status).toBe(400)
  await op.approve((await op.pending(await announce(from))).id)
  const listed = await keys()
  expect(listed).toHaveLength(2)
  expect(listed).toEqual(expect.arrayContaining([expect.objectContaining({ startsAt: from, retiresAt: null }), expect.objectContaining({ startsAt: null, retiresAt: until })]))
  expect([await publish('1.6.0', later), await publish('1.6.0', first())]).toEqual([403, 201])
  now = new Date(now.getTime() + 48 * hour)
  expect([await publish('1.7.0', later), await publish('1.8.0', first())]).toEqual([201, 201])
  now = new Date(now.getTime() + 24 * hour)
  expect(await publish('1.9.0', first())).toBe(403)
})
