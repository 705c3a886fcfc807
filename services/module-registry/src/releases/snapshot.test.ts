import { generateKeyPairSync } from 'node:crypto'
import { datedSnapshotHeader, Snapshot, snapshotTimes, type Signed } from '@checkin/releases'
import { keyIdOf, publicKeyOf, sign, verify } from '@checkin/releases/signing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, testClock, testRegistry, type TestRegistry } from '../test/test-registry.ts'

let registry: TestRegistry
const clock = testClock()
beforeAll(async () => {
  registry = await testRegistry({ clock: () => clock.now })
  await registry.publish(aModule('shell'))
  for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0']) await registry.publish(aModule('mfe-driver', version))
})
afterAll(() => registry.close())

const point = (ifMatch: number, payment: string) => registry.call('PUT', '/tenants/a.example/pointer', { ifMatch, body: { modules: { shell: '1.0.0', 'mfe-driver': payment } } })
const snapshot = async () => {
  const signed = (await registry.call('GET', '/snapshot')).body as Signed
  expect(verify(signed, registry.publicKey)).toBe(true)
  return Snapshot.parse(JSON.parse(signed.payload))
}
const setIds = async () => (await snapshot()).sets.map(({ payload }) => (JSON.parse(payload) as { id: number }).id)

it('is signed while there is no tenant yet', async () => {
  expect(await snapshot()).toEqual({ revision: 0, tenants: [], sets: [], killed: [] })
})

it('holds every set that a session of the last five hours may have, each signed, and drops older ones', async () => {
  for (const [index, version] of ['1.0.0', '1.1.0', '1.2.0'].entries()) await point(index, version)
  expect(await setIds()).toEqual([1, 2, 3])
  await registry.database.kysely.updateTable('pointer_revision').set({ replaced_at: new Date(Date.now() - 6 * 3_600_000) }).where('revision', '=', 1).execute()
  await point(3, '1.3.0')
  expect(await setIds()).toEqual([2, 3, 4])
  const { tenants, sets } = await snapshot()
  expect(tenants).toEqual([{ host: 'a.example', revision: 4, setId: 4, rollouts: [], variants: [4], lastGood: { 'mfe-driver': 3 } }])
  expect(sets.every((signed) => verify(signed, registry.publicKey))).toBe(true)
})

it('holds the last good set and every combination of the rollouts, however old', async () => {
  await registry.call('PUT', '/tenants/a.example/pointer', { ifMatch: 4, body: { modules: { 'mfe-driver': '1.4.0' }, percent: 12.5 } })
  await registry.database.kysely.updateTable('pointer_revision').set({ replaced_at: new Date(Date.now() - 6 * 3_600_000) }).where('replaced_at', 'is not', null).execute()
  await registry.database.kysely.updateTable('ledger').set((row) => ({ revision: row('revision', '+', 1) })).execute()
  expect(await setIds()).toEqual([3, 4, 5])
  expect((await snapshot()).tenants[0]).toMatchObject({ setId: 4, variants: [4, 5], rollouts: [{ modules: { 'mfe-driver': '1.4.0' }, percent: 12.5, cohorts: [] }] })
})

it('answers 304 while nothing changed, and grows its revision when something did', async () => {
  const etag = String((await registry.call('GET', '/snapshot')).headers['etag'])
  expect((await registry.call('GET', '/snapshot', { headers: { 'if-none-match': etag } })).status).toBe(304)
  await point(5, '1.4.0')
  const newer = await registry.call('GET', '/snapshot', { headers: { 'if-none-match': etag } })
  expect(newer.status).toBe(200)
  expect(Number(String(newer.headers['etag']).slice(1, -1))).toBeGreaterThan(Number(etag.slice(1, -1)))
})

describe('a site that knows snapshots with an end (SEC-23, SEC-24, DEC-157)', () => {
  const ask = (etag?: string) => registry.call('GET', '/snapshot', { headers: { [datedSnapshotHeader]: 'dated', ...(etag !== undefined && { 'if-none-match': etag }) } })
  const later = (ms: number) => { clock.now = new Date(clock.now.getTime() + ms) }

  it('gets one that says what it is and until when, signed for that purpose, and so are its sets', async () => {
    const signed = (await ask()).body as Signed
    expect([verify(signed, registry.publicKey, 'snapshot'), verify(signed, registry.publicKey)]).toEqual([true, false])
    const read = Snapshot.parse(JSON.parse(signed.payload))
    expect(read).toMatchObject({ purpose: 'snapshot', issuedAt: clock.now.toISOString(), expiresAt: new Date(clock.now.getTime() + snapshotTimes.lastsMs).toISOString() })
    expect(read.sets.length).toBeGreaterThan(1)
    for (const each of read.sets) expect([verify(each, registry.publicKey, 'set'), verify(each, registry.publicKey)]).toEqual([true, false])
    const former = await snapshot()
    expect([former.purpose, former.sets.map(({ payload }) => payload)]).toEqual([undefined, read.sets.map(({ payload }) => payload)])
  })

  it('gets a new one while nothing changes, long before its own has expired', async () => {
    const etag = String((await ask()).headers['etag'])
    expect((await ask(etag)).status).toBe(304)
    later(snapshotTimes.renewedAfterMs - 1)
    expect((await ask(etag)).status).toBe(304)
    later(1)
    const renewed = await ask(etag)
    expect([renewed.status, renewed.headers['etag'] === etag, (JSON.parse((renewed.body as Signed).payload) as Snapshot).issuedAt]).toEqual([200, false, clock.now.toISOString()])
    expect(snapshotTimes.renewedAfterMs * 2).toBeLessThan(snapshotTimes.lastsMs)
    // Another server of the registry signed it: it is as good as one's own.
    expect((await ask(`${etag.split('-')[0]}-${clock.now.getTime() - 60_000}"`)).status).toBe(304)
    // What a site of the release before has says nothing of an end.
    expect((await ask(`${etag.split('-')[0]}"`)).status).toBe(200)
  })

  it('gets no set that the database holds without the registry\'s signature: it is passed on as it is, and refused', async () => {
    await registry.database.kysely.updateTable('release_set').set({ signature: 'AAAA' }).where('id', '=', 4).execute()
    await point(6, '1.3.0')
    const { payload } = (await ask()).body as Signed
    const { sets } = Snapshot.parse(JSON.parse(payload))
    expect(sets.filter((each) => !verify(each, registry.publicKey, 'set')).map(({ signature }) => signature)).toEqual(['AAAA'])
  })
})

it('has sets that a former key of the registry signed, signed by the present one; one that neither signed is left as it is (DEC-307, ASVS 11.2.2)', async () => {
  const [former, next, stranger] = Array.from({ length: 3 }, () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()) as [string, string, string]
  const changing = await testRegistry({ signingKey: `${next}${former}` })
  await changing.publish(aModule('shell'))
  await changing.publish(aModule('mfe-driver', '1.0.0'))
  await changing.call('PUT', '/tenants/a.example/pointer', { ifMatch: 0, body: { modules: { shell: '1.0.0', 'mfe-driver': '1.0.0' } } })
  const signatures = async (key: string): Promise<boolean[]> => {
    const { kysely } = changing.database
    const { payload } = await kysely.selectFrom('release_set').select('payload').executeTakeFirstOrThrow()
    const { signature } = sign(payload, key)
    await kysely.updateTable('release_set').set({ signature, key_id: keyIdOf(publicKeyOf(key)) }).execute()
    await kysely.updateTable('ledger').set((row) => ({ revision: row('revision', '+', 1) })).execute()
    const answer = (await changing.call('GET', '/snapshot', { headers: { [datedSnapshotHeader]: 'dated' } })).body as Signed
    expect(verify(answer, publicKeyOf(next), 'snapshot')).toBe(true)
    return Snapshot.parse(JSON.parse(answer.payload)).sets.map((signed) => verify(signed, publicKeyOf(next), 'set'))
  }
  expect([await signatures(former), await signatures(next), await signatures(stranger)]).toEqual([[true], [true], [false]])
  await changing.close()
})
