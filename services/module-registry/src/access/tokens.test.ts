import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { madeToken, operator } from '../test/test-tenants.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
let now = new Date('2026-11-30T12:00:00Z')
beforeAll(async () => {
  registry = await testRegistry({ clock: () => now })
  op = operator(registry)
})
afterAll(() => registry.close())

async function tokenOf(request: object): Promise<string> {
  const { token, hash } = madeToken()
  await op.approve((await op.pending(await op.post('/tokens', { hash, ...request }))).id)
  return token
}
const works = async (token: string): Promise<boolean> => (await op.call('GET', '/actor', { token })).status === 200
const tokens = async (token?: string) => (await op.call('GET', '/tokens', { ...(token !== undefined && { token }) })).body['tokens'] as readonly Record<string, unknown>[]
const patch = (label: string, body: object) => op.call('PATCH', `/tokens/${label}`, { body })

describe('tokens', () => {
  it('are listed with whom they are for, who made and approved them and when they were used, and never as such', async () => {
    const token = await tokenOf({ label: 'Vera', role: 'viewer', person: 'vera@example.com', hosts: ['a.example'], expires: '2027-01-31T00:00:00Z' })
    await works(token)
    const listed = await tokens()
    expect(listed.find(({ label }) => label === 'Vera')).toEqual({
      label: 'Vera', person: 'vera@example.com', role: 'viewer', module: null, hosts: ['a.example'], madeBy: 'demo-operator', approvedBy: 'demo-approver',
      createdAt: now.toISOString(), expiresAt: '2027-01-31T00:00:00.000Z', lastUsedAt: now.toISOString(), revokedAt: null, revokedBy: null, formerUntil: null,
    })
    const { hash } = await registry.database.kysely.selectFrom('access_token').select('hash').where('label', '=', 'Vera').executeTakeFirstOrThrow()
    for (const secret of [token, hash]) {
      for (const path of ['/tokens', '/changes', '/audit']) expect(JSON.stringify((await op.call('GET', path)).body)).not.toContain(secret)
    }
  })

  it('have a label that no other has or had, in whatever letters', async () => {
    await tokenOf({ label: 'Wanda', role: 'viewer' })
    await op.call('DELETE', '/tokens/Wanda')
    for (const label of ['wanda', 'WANDA ', 'Demo-Approver']) expect((await op.post('/tokens', { label, role: 'viewer', hash: madeToken().hash })).body.code).toBe('LabelTaken')
    for (const label of ['first-operator', 'Registry', ' -', 'a\u200bb', 'x'.repeat(120)]) expect((await op.post('/tokens', { label, role: 'viewer', hash: madeToken().hash })).status).toBe(400)
    await expect(registry.database.kysely.insertInto('access_token').values({ hash: 'x', label: 'wANDA', role: 'viewer', module: null, hosts: null, demo: false }).execute()).rejects.toThrow('access_token_label')
  })

  it('of two proposals with one label only the first is made', async () => {
    const [one, other] = [await op.pending(await op.post('/tokens', { label: 'Xaver', role: 'viewer', hash: madeToken().hash })), await op.pending(await op.post('/tokens', { label: 'xaver', role: 'viewer', hash: madeToken().hash }))]
    expect((await op.approve(one.id)).status).toBe(200)
    expect((await op.approve(other.id)).body.code).toBe('LabelTaken')
    expect((await op.change(other.id)).state).toBe('waiting')
  })

  it('are not another\'s token under a new name', async () => {
    const { hash } = madeToken()
    await op.approve((await op.pending(await op.post('/tokens', { label: 'Yann', role: 'viewer', hash }))).id)
    expect((await op.post('/tokens', { label: 'Yannick', role: 'operator', hash })).body.code).toBe('TokenKnown')
  })

  it.each([
    ['a publisher without a module', { role: 'publisher' }],
    ['a publisher of some tenants: what it publishes is everybody\'s', { role: 'publisher', module: 'mfe-payment', hosts: ['a.example'] }],
    ['an operator with a module', { role: 'operator', module: 'mfe-payment' }],
    ['one that is over already', { role: 'viewer', expires: '2026-11-30T11:00:00Z' }],
    ['a hash that is none', { role: 'viewer', hash: 'secret' }],
  ])('cannot be %s', async (_what, request) => {
    expect((await op.post('/tokens', { label: 'Zoe', hash: madeToken().hash, ...request })).status).toBe(400)
  })
})

describe('ending a token needs one person', () => {
  it('and holds from the next call on, for ever', async () => {
    const token = await tokenOf({ label: 'Anna', role: 'operator' })
    expect(await works(token)).toBe(true)
    expect((await op.call('DELETE', '/tokens/anna?reason=left', { token: 'demo-approver' })).body).toMatchObject({ label: 'Anna', revokedBy: 'demo-approver' })
    expect(await works(token)).toBe(false)
    expect((await patch('Anna', { hosts: null })).body.code).toBe('Revoked')
    expect((await op.call('DELETE', '/tokens/anna')).body).toMatchObject({ revokedBy: 'demo-approver' })
    expect((await op.call('GET', '/audit?subject=Anna')).body).toMatchObject({ entries: [{ action: 'revoke token', reason: 'left' }, { action: 'new token' }, { action: 'propose' }] })
    expect((await op.call('DELETE', '/tokens/nobody-there')).body.code).toBe('UnknownToken')
  })

  it('happens by itself at its hour', async () => {
    const token = await tokenOf({ label: 'Bert', role: 'viewer', expires: '2026-12-01T00:00:00Z' })
    expect(await works(token)).toBe(true)
    now = new Date('2026-12-01T00:00:00Z')
    expect(await works(token)).toBe(false)
    now = new Date('2026-11-30T12:00:00Z')
  })
})

describe('changing a token', () => {
  it('to less happens at once', async () => {
    const token = await tokenOf({ label: 'Cleo', role: 'operator', hosts: ['a.example', 'b.example'] })
    expect((await patch('Cleo', { hosts: ['a.example'], expires: '2027-01-01T00:00:00Z' })).body).toMatchObject({ hosts: ['a.example'], expiresAt: '2027-01-01T00:00:00.000Z' })
    expect((await op.call('GET', '/actor', { token })).body).toMatchObject({ hosts: ['a.example'] })
  })

  it.each<[string, object]>([
    ['more tenants', { hosts: ['a.example', 'c.example'] }],
    ['every tenant', { hosts: null }],
    ['a later end', { expires: '2027-09-01T00:00:00Z' }],
    ['the latest end', { expires: null }],
    ['less of one and more of the other', { hosts: ['a.example'], expires: null }],
  ])('to %s waits for a second person', async (_what, request) => {
    const label = `Dana ${JSON.stringify(request).replace(/\W/g, '')}`.slice(0, 60)
    const token = await tokenOf({ label, role: 'operator', hosts: ['a.example', 'b.example'], expires: '2027-06-01T00:00:00Z' })
    const { id } = await op.pending(await patch(label, request))
    expect((await tokens()).find((each) => each['label'] === label)).toMatchObject({ hosts: ['a.example', 'b.example'], expiresAt: '2027-06-01T00:00:00.000Z' })
    expect((await op.approve(id)).status).toBe(200)
    const expected = request as { hosts?: string[] | null }
    expect((await op.call('GET', '/actor', { token })).body).toMatchObject({ hosts: 'hosts' in expected ? expected.hosts : ['a.example', 'b.example'] })
  })

  it('to another one in its place waits, and ends the old one when it comes', async () => {
    const old = await tokenOf({ label: 'Ella', role: 'viewer' })
    const { token, hash } = madeToken()
    const { id } = await op.pending(await patch('Ella', { hash }))
    expect([await works(old), await works(token)]).toEqual([true, false])
    await op.approve(id)
    expect([await works(old), await works(token)]).toEqual([false, true])
  })
})

describe('every token ends (DEC-143)', () => {
  const endOf = async (label: string) => (await tokens()).find((each) => each['label'] === label)?.['expiresAt']
  const daysFrom = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()

  it('after half a year where nobody says when', async () => {
    await tokenOf({ label: 'Flora', role: 'viewer' })
    expect(await endOf('Flora')).toBe(daysFrom(180))
  })

  it('after a year at most, also where somebody asks for no end', async () => {
    expect((await op.post('/tokens', { label: 'Gina', role: 'viewer', hash: madeToken().hash, expires: daysFrom(366) })).body.code).toBe('LifetimeTooLong')
    await tokenOf({ label: 'Gina', role: 'viewer', expires: daysFrom(30) })
    expect((await patch('Gina', { expires: daysFrom(366) })).body.code).toBe('LifetimeTooLong')
    await op.approve((await op.pending(await patch('Gina', { expires: null }))).id)
    expect(await endOf('Gina')).toBe(daysFrom(365))
  })
})

describe('a token\'s secret is rotated (SEC-8, DEC-143)', () => {
  const rotate = (token: string, body: object) => op.call('POST', '/actor/rotation', { token, body })

  it('by its holder alone, who gets no more by it, and the former one counts for a grace time beside it', async () => {
    const old = await tokenOf({ label: 'Hanna', role: 'operator', hosts: ['a.example'] })
    const { token, hash } = madeToken()
    const { status, body } = await rotate(old, { hash, graceHours: 2, reason: 'monthly' })
    expect([status, body['formerUntil'], body['hosts']]).toEqual([200, '2026-11-30T14:00:00.000Z', ['a.example']])
    expect([await works(old), await works(token)]).toEqual([true, true])
    now = new Date('2026-11-30T14:00:00Z')
    expect([await works(old), await works(token)]).toEqual([false, true])
    now = new Date('2026-11-30T12:00:00Z')
    expect((await op.call('GET', '/audit?subject=Hanna')).body).toMatchObject({ entries: [{ actor: 'Hanna', action: 'rotate token', reason: 'monthly' }, { action: 'new token' }, { action: 'propose' }] })
  })

  it('not by a former secret, which somebody may have found, nor to one that was another\'s', async () => {
    const [old, other] = [await tokenOf({ label: 'Ilse', role: 'viewer' }), madeToken()]
    const next = madeToken()
    await rotate(old, { hash: next.hash })
    expect((await rotate(old, { hash: other.hash })).body.code).toBe('NotRotatable')
    await tokenOf({ label: 'Jana', role: 'viewer', hash: other.hash })
    expect((await rotate(next.token, { hash: other.hash })).body.code).toBe('TokenKnown')
    expect((await rotate('demo-viewer', { hash: madeToken().hash })).body.code).toBe('NotRotatable')
  })

  it('and revoking ends both', async () => {
    const old = await tokenOf({ label: 'Karla', role: 'viewer' })
    const next = madeToken()
    await rotate(old, { hash: next.hash })
    await op.call('DELETE', '/tokens/Karla')
    expect([await works(old), await works(next.token)]).toEqual([false, false])
  })

  it('by somebody else only with a second person, with a grace time where it is asked for', async () => {
    const old = await tokenOf({ label: 'Lena', role: 'viewer' })
    const { token, hash } = madeToken()
    await op.approve((await op.pending(await patch('Lena', { hash, graceHours: 1 }))).id)
    expect([await works(old), await works(token)]).toEqual([true, true])
    now = new Date('2026-11-30T13:00:00Z')
    expect([await works(old), await works(token)]).toEqual([false, true])
    now = new Date('2026-11-30T12:00:00Z')
  })
})
