import { randomBytes } from 'node:crypto'
import { type Person, signPerson } from '@checkin/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { limitedToken, madeToken, operator } from '../test/test-tenants.ts'
import { hashOf } from './token-secret.ts'

const personSecret = 'a secret of console and registry'
const minute = 60_000
const start = new Date('2026-11-30T12:00:00Z')
let registry: TestRegistry
let op: ReturnType<typeof operator>
let now = start
beforeAll(async () => {
  registry = await testRegistry({ clock: () => now, personSecret })
  op = operator(registry)
})
afterAll(() => registry.close())
beforeEach(async () => {
  now = start
  await registry.database.kysely.deleteFrom('console_session').execute()
})

const olga: Person = { label: 'olga@example.com', issuer: 'https://login.example', subject: 'u1', role: 'operator', hosts: null }
const vouch = (person: Person, minutes = 15): string => signPerson(personSecret, person, now.getTime() + minutes * minute)

/** Opens a session as the console does; answers its secret. */
async function open(bearer: string): Promise<{ readonly secret: string; readonly id: string }> {
  const secret = `cse_${randomBytes(32).toString('base64url')}`
  const { status, body } = await op.call('POST', '/console-sessions', { token: bearer, body: { hash: hashOf(secret), agent: 'Firefox, Linux', refresh: 'sealed' } })
  expect(status).toBe(200)
  return { secret, id: String(body['id']) }
}
const ask = (secret: string, active = false) => registry.call('GET', '/actor', { token: secret, headers: active ? { 'x-checkin-active': '1' } : {} })
const works = async (secret: string, active = false): Promise<boolean> => (await ask(secret, active)).status === 200
const later = (minutes: number): void => { now = new Date(now.getTime() + minutes * minute) }
const sessions = async (token = 'demo-operator') => (await op.call('GET', '/console-sessions', { token })).body['sessions'] as readonly { id: string; label: string; isPresent: boolean; lastSeenAt: string }[]
async function tokenOf(label: string): Promise<string> {
  const { token, hash } = madeToken()
  await op.approve((await op.pending(await op.post('/tokens', { label, role: 'operator', hash }))).id)
  return token
}

describe('a session at the console (SEC-8, DEC-143)', () => {
  it('ends after half an hour in which nobody does anything, whatever its page asks for by itself', async () => {
    const { secret } = await open('demo-viewer')
    for (let asked = 0; asked < 5; asked += 1) {
      later(5)
      expect(await works(secret)).toBe(true)
    }
    later(5)
    expect(await works(secret)).toBe(false)
  })

  it('goes on while somebody does something, and ends after twelve hours in any case', async () => {
    const { secret } = await open('demo-viewer')
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      later(20)
      expect(await works(secret, true)).toBe(true)
    }
    later(20)
    expect(await works(secret, true)).toBe(false)
  })

  it('ends by signing out, from the next call on, and is listed until then', async () => {
    const { secret, id } = await open('demo-viewer')
    expect(await sessions(secret)).toMatchObject([{ id, label: 'demo-viewer', isPresent: true, lastSeenAt: start.toISOString() }])
    expect((await op.call('DELETE', '/console-sessions', { token: secret })).body).toEqual({ ended: 1 })
    expect([await works(secret), (await sessions()).some((each) => each.id === id)]).toEqual([false, false])
  })

  it('ends everywhere when its person signs out everywhere, and nobody else\'s does', async () => {
    const [one, two, other] = [await open('demo-viewer'), await open('demo-viewer'), await open('demo-approver')]
    expect((await op.call('DELETE', '/console-sessions?which=all', { token: one.secret })).body).toEqual({ ended: 2 })
    expect([await works(one.secret), await works(two.secret), await works(other.secret)]).toEqual([false, false, true])
  })

  it('is ended by an administrator, who is named in the audit', async () => {
    const { secret, id } = await open('demo-publisher-shell')
    expect((await op.call('DELETE', `/console-sessions/${id}?reason=left`, { token: 'demo-approver' })).status).toBe(204)
    expect(await works(secret)).toBe(false)
    expect((await op.call('DELETE', `/console-sessions/${id}`)).body.code).toBe('NoSession')
    expect((await op.call('GET', '/audit?subject=demo-publisher-shell')).body).toMatchObject({ entries: [{ actor: 'demo-approver', action: 'end session', reason: 'left' }, { action: 'sign in', after: { agent: 'Firefox, Linux' } }] })
  })

  it('of others is neither seen nor ended by a viewer or a token that is limited to tenants', async () => {
    const { id } = await open('demo-approver')
    const limited = await limitedToken(registry, 'operator', ['a.example'])
    for (const token of ['demo-viewer', limited]) {
      expect((await sessions(token)).map((each) => each.id)).not.toContain(id)
      expect((await op.call('DELETE', `/console-sessions/${id}`, { token })).status).toBe(403)
    }
  })

  it('ends with the token that opened it, and reaches no more than that does now', async () => {
    const { secret } = await open(await tokenOf('Olga'))
    await op.call('PATCH', '/tokens/Olga', { body: { hosts: ['a.example'] } })
    expect((await ask(secret)).body).toMatchObject({ label: 'Olga', hosts: ['a.example'] })
    await op.call('DELETE', '/tokens/Olga')
    expect(await works(secret)).toBe(false)
  })

  it.each([['rotated by its holder', 'holder'], ['replaced with a second person', 'two'], ['revoked', 'revoked']] as const)(
    'ends at once when its token is %s, also within the time in which the former secret counts, and the audit says so (DEC-256)', async (what, how) => {
      const label = `Rita-${how}`
      const token = await tokenOf(label)
      const [{ secret }, other] = [await open(token), await open('demo-viewer')]
      const next = madeToken()
      if (how === 'holder') expect((await op.call('POST', '/actor/rotation', { token, body: { hash: next.hash, graceHours: 24, reason: what } })).status).toBe(200)
      if (how === 'two') await op.approve((await op.pending(await op.call('PATCH', `/tokens/${label}`, { body: { hash: next.hash, graceHours: 24, reason: what } }))).id)
      if (how === 'revoked') await op.call('DELETE', `/tokens/${label}?reason=left`)
      expect([await works(secret), await works(other.secret)]).toEqual([false, true])
      expect(await works(token)).toBe(how !== 'revoked')
      expect((await op.call('GET', `/audit?subject=${label}`)).body['entries']).toContainEqual(expect.objectContaining({ action: 'end session', subject: label }))
      if (how === 'revoked') return
      // The new secret opens a session of its own.
      expect(await works((await open(next.token)).secret)).toBe(true)
    })

  it('opens no other one, and its secret is nowhere to be read', async () => {
    const { secret } = await open('demo-operator')
    expect((await op.call('POST', '/console-sessions', { token: secret, body: { hash: madeToken().hash, agent: '' } })).body.code).toBe('NoSession')
    for (const path of ['/console-sessions', '/audit']) expect(JSON.stringify((await op.call('GET', path)).body)).not.toContain(hashOf(secret))
  })
})

describe('a person of the identity provider', () => {
  const check = (secret: string, person: Person) => op.call('PUT', '/console-sessions/present/check', { token: secret, body: { person: vouch(person), refresh: 'sealed again' } })

  it('is checked there again and again: until then nothing but that is possible (SEC-8)', async () => {
    const { secret } = await open(vouch(olga))
    expect(await works(secret)).toBe(true)
    later(15)
    expect((await ask(secret)).body).toMatchObject({ code: 'CheckNeeded' })
    expect((await op.call('GET', '/console-sessions/present', { token: secret })).body).toMatchObject({ isCheckDue: true, refresh: 'sealed', issuer: 'https://login.example' })
    expect((await check(secret, olga)).status).toBe(200)
    expect(await works(secret)).toBe(true)
    expect((await op.call('GET', '/console-sessions/present', { token: secret })).body).toMatchObject({ isCheckDue: false, refresh: 'sealed again' })
  })

  it('has the role and tenants that the provider says now', async () => {
    const { secret } = await open(vouch(olga))
    await check(secret, { ...olga, role: 'viewer', hosts: ['a.example'] })
    expect((await ask(secret)).body).toMatchObject({ role: 'viewer', hosts: ['a.example'] })
    expect((await op.call('GET', '/audit?subject=olga@example.com')).body).toMatchObject({ entries: [{ action: 'role changed', before: { role: 'operator' }, after: { role: 'viewer' } }, {}, {}] })
  })

  it.each<[string, Person]>([
    ['another subject', { ...olga, subject: 'u2' }], ['the same subject of another issuer', { ...olga, issuer: 'https://elsewhere.example' }], ['a role of nobody\'s', { ...olga, role: 'publisher' }],
  ])('is not checked by %s', async (_what, person) => {
    const { secret } = await open(vouch(olga))
    expect((await check(secret, person)).body.code).toBe('OtherPerson')
  })

  it('is issuer and subject: nobody else signs in by a name that somebody had, and a new name stays the same person (SEC-29)', async () => {
    await open(vouch(olga))
    const { status, body } = await op.call('POST', '/console-sessions', { token: vouch({ ...olga, subject: 'u2', label: 'Olga@Example.com' }), body: { hash: madeToken().hash, agent: '' } })
    expect([status, body.code]).toEqual([403, 'NameTaken'])
    const { secret } = await open(vouch({ ...olga, label: 'olga.new@example.com' }))
    expect((await ask(secret)).body).toMatchObject({ identity: { persons: ['olga.new@example.com', 'subject u1', 'subject https://login.example u1'] } })
    await open(vouch(olga))
  })
})
