import { getAudit } from '@checkin/registry'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hashOf } from '../access/token-secret.ts'
import { aModule, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { operator } from '../test/test-tenants.ts'
import { waitsOrEnds } from '../test/waits.fixture.ts'
import { type Change, changeAll, changeSubject, type Subject } from './ledger.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
const hosts = Array.from({ length: 6 }, (_each, at) => `t${at}.example`)
beforeAll(async () => {
  registry = await testRegistry({ wideTenants: 100 })
  op = operator(registry)
  await op.publishAll(['1.0.0'])
  for (const host of hosts) await op.tenantWith(host)
})
afterAll(() => registry.close())

const opened: { release: () => void; done: Promise<unknown> }[] = []
afterEach(async () => {
  for (const { release, done } of opened.splice(0)) {
    release()
    await done
  }
})

/** A change that has begun, and goes on when it is released. */
async function openChange(run: (work: (change: Change) => Promise<void>) => Promise<void>, subject = 'x.example') {
  const [begun, goes] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const done = run(async ({ record }) => {
    await record({ actor: 'test', action: 'set', subject, before: null, after: null, reason: 'open' })
    begun.resolve(undefined)
    await goes.promise
  })
  const open = { release: () => { goes.resolve(undefined) }, done }
  opened.push(open)
  await begun.promise
  return open
}
const openOf = (subject: Subject) => openChange((work) => changeSubject(registry.database, subject, work), subject)
const openOfAll = () => openChange((work) => changeAll(registry.database, work))

/** As a registry of the release before makes one (decision 0145). */
const openAsBefore = () => openChange((work) => registry.database.withTx(async (tx) => {
  await tx.selectFrom('ledger').selectAll().where('id', '=', 1).forUpdate().executeTakeFirstOrThrow()
  await work({ tx, at: new Date(), releasesChanged: () => undefined, record: () => Promise.resolve() })
}))

const entries = async () => {
  const { firstBroken, entries: newest } = await registry.client().call(getAudit, { query: { chain: 'checked', limit: '500' } })
  expect(firstBroken).toBeNull()
  return newest.toReversed()
}
const openSession = () => registry.call('POST', '/console-sessions', { body: { hash: hashOf('cse_secret'), agent: 'Firefox' } })

describe('changes of the registry wait for each other only where they touch the same (REL-18)', () => {
  it('lets nothing wait that changes no release: sites report and read, operators read', async () => {
    // As a registry of the release before has it.
    await registry.database.withTx(async (tx) => {
      await tx.selectFrom('ledger').selectAll().where('id', '=', 1).forUpdate().executeTakeFirstOrThrow()
      // Each would wait for ever if it waited for this row.
      expect((await op.report({ outcomes: [{ host: 'a.example', module: 'mfe-driver', version: '1.0.0', good: 5, bad: 1 }] })).status).toBeLessThan(400)
      for (const path of ['/tenants', '/health?host=a.example&minutes=60', '/audit']) expect((await op.call('GET', path)).status, path).toBeLessThan(500)
      expect((await registry.call('GET', '/snapshot')).status).toBeLessThan(500)
    })
  })

  it('rolls a tenant back, takes an operator in and a version while changes of others are open, and each is in the audit at once', async () => {
    await registry.publish(aModule('mfe-driver', '1.1.0'))
    await op.set('t0.example', { 'mfe-driver': '1.1.0' }, { emergency: true, reason: 'a test' })
    const before = await entries()
    await openOf('tenant t1.example')
    await openOf('module mfe-payment')
    // Each would wait for ever if it waited for one of these.
    expect((await op.back('t0.example')).status).toBe(200)
    expect((await op.call('PUT', '/tenants/t2.example/options', { body: { timeZone: 'Europe/Lisbon', reason: '' } })).status).toBe(200)
    expect((await openSession()).status).toBe(200)
    await registry.publish(aModule('mfe-driver', '1.2.0'))
    expect((await entries()).slice(before.length).map(({ action }) => action)).toEqual(['back', 'options', 'sign in', 'publish'])
  })

  it('lets a change wait for another of the same tenant, for one of everything, the other way round, and for one of a registry of the release before (DEC-367)', async () => {
    const seen: string[] = []
    const second = () => Promise.resolve(seen.push('second'))
    const order = async (open: { release: () => void }, next: () => Promise<unknown>) => {
      const waiting = next()
      await waitsOrEnds(registry.database, waiting)
      seen.push('first')
      open.release()
      await waiting
      expect(seen.splice(0)).toEqual(['first', 'second'])
    }
    const ofTenant = () => changeSubject(registry.database, 'tenant t1.example', second)
    const ofAll = () => changeAll(registry.database, second)
    await order(await openOf('tenant t1.example'), ofTenant)
    await order(await openOf('tenant t1.example'), ofAll)
    for (const next of [ofTenant, ofAll]) {
      await order(await openOfAll(), next)
      await order(await openAsBefore(), next)
    }
  })

  it('makes a set once that two tenants get at the same moment', async () => {
    await registry.publish(aModule('mfe-payment', '1.7.0'))
    const made = await Promise.all(['t3.example', 't4.example', 't5.example'].map((host) => registry.call('POST', `/tenants/${host}/previews`, { body: { modules: { 'mfe-payment': '1.7.0' }, hours: 1, reason: '' }, token: 'demo-approver' })))
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(made.map(({ body }) => (body as { setId: number }).setId)).size).toBe(1)
  })
})
