import { publicKeyOf } from '@checkin/releases/signing'
import { signPerson } from '@checkin/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newKey, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { madeToken, operator } from '../test/test-tenants.ts'

const personSecret = 'a secret of console and registry'
let registry: TestRegistry
let op: ReturnType<typeof operator>
beforeAll(async () => {
  registry = await testRegistry({ personSecret })
  op = operator(registry)
  await op.publishAll()
})
afterAll(() => registry.close())

let made = 0
const until = Date.now() + 600_000
/** Somebody whom the console vouches for. */
const person = (label: string, role: string, subject?: string) => signPerson(personSecret, { label, role, hosts: null, ...(subject !== undefined && { subject }) }, until)

/** A token that was proposed by one and approved by another. */
async function tokenBy(request: object, { proposer = 'demo-operator', approver = 'demo-approver' } = {}): Promise<string> {
  const { token, hash } = madeToken()
  const { id } = await op.pending(await op.post('/tokens', { hash, ...request }, proposer))
  expect((await op.approve(id, approver)).status).toBe(200)
  return token
}

/** A change of payment that waits. */
async function waiting(token = 'demo-operator'): Promise<number> {
  const host = `tenant-${made += 1}.example`
  await op.tenantWith(host)
  return (await op.pending(await op.call('PUT', `/tenants/${host}/pointer`, { token, ifMatch: 1, body: { modules: { 'mfe-payment': '1.1.0' } } }))).id
}
const decision = async (id: number, token: string) => { const { status, body } = await op.approve(id, token); return [status, status === 200 ? body['state'] : body.code] }
const samePerson = [403, 'SamePerson']
const applied = [200, 'applied']

describe('nobody makes a second person alone (SEC-2)', () => {
  it.each([
    ['an approver', { label: 'carol.approver', role: 'approver' }],
    ['a publisher', { label: 'carol.publisher', role: 'publisher', module: 'mfe-payment' }],
    ['an equal', { label: 'carol.operator', role: 'operator' }],
    ['a viewer', { label: 'carol.viewer', role: 'viewer' }],
  ])('%s waits for somebody else', async (_who, request) => {
    const { token, hash } = madeToken()
    const change = await op.pending(await op.post('/tokens', { ...request, hash }))
    expect(change).toMatchObject({ kind: 'token', state: 'waiting', needs: ['token'] })
    expect((await op.call('GET', '/actor', { token })).status).toBe(401)
    expect(await decision(change.id, 'demo-approver')).toEqual(applied)
    expect((await op.call('GET', '/actor', { token })).body).toMatchObject(request)
  })

  it('and a rejected one is never valid', async () => {
    const { token, hash } = madeToken()
    const { id } = await op.pending(await op.post('/tokens', { label: 'rejected', role: 'approver', hash }))
    await op.post(`/changes/${id}/reject`, {}, 'demo-approver')
    expect((await op.call('GET', '/actor', { token })).status).toBe(401)
  })

  it('and one that a server of before made meanwhile is not valid either', async () => {
    const { token, hash } = madeToken()
    await registry.database.kysely.insertInto('access_token').values({ hash, label: 'made alone', role: 'approver', module: null, hosts: null, demo: false }).execute()
    expect((await op.call('GET', '/actor', { token })).status).toBe(401)
  })

  it('the key that signs a module waits too, and publishes nothing before', async () => {
    const key = newKey()
    const change = await op.pending(await op.call('PUT', '/publishers/mfe-payment', { body: { publicKey: publicKeyOf(key) } }))
    expect(change).toMatchObject({ kind: 'publisher-key', needs: ['publisher-key'] })
    expect(await decision(change.id, person('demo-operator', 'approver'))).toEqual(samePerson)
  })
})

describe('two persons are two identities', () => {
  it('who made a token is no second person beside it, either way round', async () => {
    const approver = await tokenBy({ label: 'ben', role: 'approver' })
    expect(await decision(await waiting('demo-operator'), approver)).toEqual(samePerson)
    const equal = await tokenBy({ label: 'ann', role: 'operator' })
    expect(await decision(await waiting(equal), person('demo-operator', 'approver'))).toEqual(samePerson)
  })

  it('nor is who approved it', async () => {
    const equal = await tokenBy({ label: 'dora', role: 'operator' })
    expect(await decision(await waiting(equal), 'demo-approver')).toEqual(samePerson)
  })

  it('nor anybody further up the chain', async () => {
    const one = await tokenBy({ label: 'emil', role: 'operator' })
    const other = await tokenBy({ label: 'fred', role: 'approver' }, { proposer: one, approver: person('gina@example.com', 'approver') })
    expect(await decision(await waiting('demo-operator'), other)).toEqual(samePerson)
  })

  it('two people whose tokens the same two made are two', async () => {
    const one = await tokenBy({ label: 'hugo', role: 'operator' })
    const other = await tokenBy({ label: 'ines', role: 'approver' })
    expect(await decision(await waiting(one), other)).toEqual(applied)
  })

  it('one person with two tokens is one, under whatever labels', async () => {
    const one = await tokenBy({ label: 'jan works', role: 'operator', person: 'jan@example.com' })
    const other = await tokenBy({ label: 'jan checks', role: 'approver', person: 'Jan@Example.com' })
    expect(await decision(await waiting(one), other)).toEqual(samePerson)
    expect(await decision(await waiting(one), person('jan@example.com', 'approver'))).toEqual(samePerson)
  })

  it('one person at the identity provider is one, also under a new name', async () => {
    const id = await waiting(person('kim@example.com', 'operator', '00u7'))
    expect(await decision(id, person('kim.married@example.com', 'approver', '00u7'))).toEqual(samePerson)
    expect(await decision(id, person('lea@example.com', 'approver', '00u8'))).toEqual(applied)
  })

  it('nobody approves a token for themselves', async () => {
    const { hash } = madeToken()
    const { id } = await op.pending(await op.post('/tokens', { label: 'for mia', role: 'operator', person: 'mia@example.com', hash }))
    expect(await decision(id, person('mia@example.com', 'approver'))).toEqual(samePerson)
  })

  it('a change of before, which knows only a label, is not approved by whoever has it', async () => {
    const id = await waiting(person('nina@example.com', 'operator'))
    await registry.database.kysely.updateTable('change').set({ proposer_identity: null }).where('id', '=', id).execute()
    expect(await decision(id, person('Nina@example.com', 'approver'))).toEqual(samePerson)
  })
})
