import { randomBytes } from 'node:crypto'
import { type Person, signPerson } from '@checkin/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Authenticator, authenticator, type Lie, makerOfAuthenticators } from '../../test/authenticator.fixture.ts'
import { testRegistry, type TestRegistry } from '../../test/test-registry.ts'
import { limitedToken, madeToken, operator } from '../../test/test-tenants.ts'
import { hashOf } from '../token-secret.ts'
import type { secondFactors } from './second-factor.ts'

const personSecret = 'a secret of console and registry'
const start = new Date('2026-11-30T12:00:00Z')
const origin = 'https://ops.example.com'
let now = start
const factor: { mode: (typeof secondFactors)[number]; origin: string } = { mode: 'required', origin }
let registry: TestRegistry
let op: ReturnType<typeof operator>
beforeAll(async () => {
  registry = await testRegistry({ clock: () => now, personSecret, secondFactor: factor })
  op = operator(registry)
})
afterAll(() => registry.close())
beforeEach(async () => {
  now = start
  factor.mode = 'required'
  for (const table of ['console_session', 'operator_passkey', 'operator_passkey_reset'] as const) await registry.database.kysely.deleteFrom(table).execute()
})

const newSecret = (): string => `cse_${randomBytes(32).toString('base64url')}`
const later = (minutes: number): void => { now = new Date(now.getTime() + minutes * 60_000) }

/** Opens a session as the console does, with a token. */
async function open(token: string) {
  const secret = newSecret()
  const { body } = await op.call('POST', '/console-sessions', { token, body: { hash: hashOf(secret), agent: 'Firefox, Linux' } })
  return { secret, due: body['passkeyDue'], id: String(body['id']) }
}
type Options = { readonly challenge: string; readonly rpId?: string; readonly rp?: { readonly id: string }; readonly userVerification?: string; readonly allowCredentials?: readonly { readonly id: string }[]; readonly user?: { readonly id: string } }
const optionsOf = ({ body }: { readonly body: Record<string, unknown> }): Options => body['options'] as Options
const begin = (secret: string) => op.call('POST', '/passkeys/begin', { token: secret })
const ask = (secret: string) => op.call('POST', '/console-sessions/present/challenge', { token: secret })
const answer = (secret: string, response: object, next = newSecret()) => op.call('PUT', '/console-sessions/present/passkey', { token: secret, body: { response, hash: hashOf(next) } })
const works = async (secret: string): Promise<boolean> => (await registry.call('GET', '/actor', { token: secret })).status === 200
const codeOf = async (call: Promise<{ readonly body: { readonly code: string } | null }>): Promise<string | undefined> => (await call).body?.code

/** Registers a passkey in a session; answers the session's next secret. */
async function add(secret: string, device: Authenticator, { name = 'Laptop', lie = {} }: { readonly name?: string; readonly lie?: Lie } = {}) {
  const next = newSecret()
  const { status, body } = await op.call('POST', '/passkeys', { token: secret, body: { name, response: device.create(optionsOf(await begin(secret)), lie), hash: hashOf(next) } })
  return { status, body, secret: next, id: String(body['id']) }
}
/** Confirms a session by a passkey. */
async function confirm(secret: string, device: Authenticator, lie: Lie = {}) {
  const next = newSecret()
  const { status, body } = await answer(secret, device.sign(optionsOf(await ask(secret)), lie), next)
  return { status, code: body.code, secret: next }
}
/** Somebody with a passkey, signed in by it. */
async function withPasskey(token: string) {
  const device = authenticator(origin)
  const { secret, id } = await add((await open(token)).secret, device)
  return { device, secret, id }
}

describe('signing in at the console with a token, where passkeys are required (SEC-8, DEC-300)', () => {
  it('does nothing until a passkey is registered, which the first sign-in asks for', async () => {
    const { secret, due } = await open('demo-viewer')
    expect([due, await works(secret)]).toEqual(['register', false])
    for (const path of ['/actor', '/tenants', '/audit', '/console-sessions']) expect(await registry.call('GET', path, { token: secret })).toMatchObject({ status: 401, body: { code: 'PasskeyNeeded' } })
    const options = optionsOf(await begin(secret))
    expect(options).toMatchObject({ rp: { id: 'ops.example.com' }, authenticatorSelection: { userVerification: 'required' }, attestation: 'none' })
    expect(JSON.stringify(options.user?.id)).not.toContain(Buffer.from('demo-viewer').toString('base64url'))
    const added = await add(secret, authenticator(origin))
    expect([added.status, await works(added.secret), await works(secret)]).toEqual([200, true, false])
  })

  it('asks for the passkey with each sign-in, and changes the session\'s secret with the proof', async () => {
    const { device } = await withPasskey('demo-viewer')
    const { secret, due } = await open('demo-viewer')
    expect([due, await works(secret)]).toEqual(['confirm', false])
    expect(optionsOf(await ask(secret))).toMatchObject({ rpId: 'ops.example.com', userVerification: 'required', allowCredentials: [{ id: device.id, transports: ['usb'] }] })
    const confirmed = await confirm(secret, device)
    expect([confirmed.status, await works(confirmed.secret), await works(secret)]).toEqual([200, true, false])
    expect((await op.call('GET', '/console-sessions/present', { token: confirmed.secret })).body).toMatchObject({ passkeyDue: null, isConfirmed: true })
    expect((await op.call('GET', '/audit?subject=demo-viewer&limit=4')).body).toMatchObject({ entries: [{ action: 'confirm session', after: { name: 'Laptop' } }, { action: 'sign in' }, { action: 'add passkey', after: { by: 'token' } }, { action: 'sign in' }] })
  })

  it('signs out and ends by itself as ever while the passkey is awaited', async () => {
    const { secret } = await open('demo-viewer')
    expect((await op.call('DELETE', '/console-sessions', { token: secret })).body).toEqual({ ended: 1 })
    expect(await codeOf(begin(secret))).toBe('Unauthorized')
  })

  it('asks nobody of the identity provider: that has the second factor of its people', async () => {
    const olga: Person = { label: 'olga@example.com', issuer: 'https://login.example', subject: 'u1', role: 'operator', hosts: null }
    const { secret, due } = await open(signPerson(personSecret, olga, now.getTime() + 900_000))
    expect([due, await works(secret), await codeOf(begin(secret))]).toEqual([null, true, 'NoSession'])
  })

  it('is nothing that a token by itself can register or confirm', async () => {
    expect([await codeOf(begin('demo-operator')), await codeOf(ask('demo-operator'))]).toEqual(['NoSession', 'NoSession'])
  })
})

describe('an answer of a passkey is refused (SEC-8, DEC-300)', () => {
  it.each<[string, Lie]>([
    ['of another origin', { origin: 'https://ops.example.com.evil.example' }], ['of another port of the console\'s host', { origin: 'https://ops.example.com:8443' }], ['bound to another host name', { rpId: 'example.com' }],
    ['to another challenge', { challenge: randomBytes(32).toString('base64url') }], ['of who was not verified', { unverified: true }], ['in a frame of another page', { crossOrigin: true }],
  ])('that is %s, at registration and at sign-in', async (_what, lie) => {
    const { secret } = await open('demo-viewer')
    expect(await add(secret, authenticator(origin), { lie })).toMatchObject({ status: 403, body: { code: 'PasskeyRefused' } })
    expect(await works(secret)).toBe(false)
    const { device } = await withPasskey('demo-viewer')
    expect(await confirm((await open('demo-viewer')).secret, device, lie)).toMatchObject({ status: 403, code: 'PasskeyRefused' })
  })

  it('that another key signed', async () => {
    const { device } = await withPasskey('demo-viewer')
    expect(await confirm((await open('demo-viewer')).secret, device, { otherKey: true })).toMatchObject({ status: 403, code: 'PasskeyRefused' })
  })

  it('that brings certificates, so that nobody makes the registry call addresses', async () => {
    const { secret } = await open('demo-viewer')
    expect(await add(secret, authenticator(origin), { lie: { maker: await makerOfAuthenticators() } })).toMatchObject({ status: 403, body: { code: 'PasskeyRefused' } })
  })

  it('that came once already, right or wrong', async () => {
    const { device } = await withPasskey('demo-viewer')
    const { secret } = await open('demo-viewer')
    const options = optionsOf(await ask(secret))
    expect(await codeOf(answer(secret, device.sign(options, { otherKey: true })))).toBe('PasskeyRefused')
    expect(await codeOf(answer(secret, device.sign(options)))).toBe('ChallengeOver')
    const right = device.sign(optionsOf(await ask(secret)))
    const next = newSecret()
    expect((await answer(secret, right, next)).status).toBe(200)
    expect(await codeOf(answer(next, right))).toBe('ChallengeOver')
  })

  it('that counts once only, however many times it comes at the same moment', async () => {
    const { device } = await withPasskey('demo-viewer')
    const { secret } = await open('demo-viewer')
    const response = device.sign(optionsOf(await ask(secret)))
    const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await answer(secret, response)).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  it('that came too late, or after another challenge was asked for', async () => {
    const { device } = await withPasskey('demo-viewer')
    const { secret } = await open('demo-viewer')
    const late = optionsOf(await ask(secret))
    later(5)
    expect(await codeOf(answer(secret, device.sign(late)))).toBe('ChallengeOver')
    const before = optionsOf(await ask(secret))
    await ask(secret)
    expect(await codeOf(answer(secret, device.sign(before)))).toBe('PasskeyRefused')
  })

  it('that was asked for in another session, or for another purpose', async () => {
    const { device, secret: confirmed } = await withPasskey('demo-viewer')
    const [one, other] = [await open('demo-viewer'), await open('demo-viewer')]
    const options = optionsOf(await ask(one.secret))
    expect(await codeOf(answer(other.secret, device.sign(options)))).toBe('ChallengeOver')
    await begin(confirmed)
    expect(await codeOf(answer(confirmed, device.sign(optionsOf(await begin(confirmed)))))).toBe('ChallengeOver')
  })

  it('whose count went back, and the audit says so', async () => {
    const { device, id } = await withPasskey('demo-viewer')
    const { secret } = await open('demo-viewer')
    for (const counter of [1, 0]) expect(await confirm(secret, device, { counter })).toMatchObject({ status: 403, code: 'PasskeyCopied' })
    expect((await op.call('GET', '/audit?subject=demo-viewer&limit=1')).body).toMatchObject({ entries: [{ action: 'passkey refused', after: { passkey: id } }] })
    expect(await confirm(secret, device, { counter: 2 })).toMatchObject({ status: 200 })
  })

  it('of somebody else\'s passkey, with one\'s own token', async () => {
    const { device } = await withPasskey('demo-approver')
    await withPasskey('demo-viewer')
    expect(await confirm((await open('demo-viewer')).secret, device)).toMatchObject({ status: 403, code: 'PasskeyRefused' })
  })

  it('of a revoked passkey', async () => {
    const { device, secret } = await withPasskey('demo-viewer')
    const second = authenticator(origin)
    const added = await add(secret, second, { name: 'Key in the safe' })
    const { id } = await registry.database.kysely.selectFrom('operator_passkey').select('id').where('credential_id', '=', device.id).executeTakeFirstOrThrow()
    expect((await op.call('DELETE', `/passkeys/${id}?reason=lost`, { token: added.secret })).status).toBe(200)
    expect(await confirm((await open('demo-viewer')).secret, device)).toMatchObject({ status: 403, code: 'PasskeyRefused' })
    expect(await confirm((await open('demo-viewer')).secret, second)).toMatchObject({ status: 200 })
  })
})

describe('several passkeys of a person (DEC-300)', () => {
  it('are added after a passkey only: a token is enough for the first', async () => {
    const { secret } = await withPasskey('demo-viewer')
    const stolen = await open('demo-viewer')
    expect(await codeOf(begin(stolen.secret))).toBe('PasskeyNeeded')
    expect(await codeOf(op.call('POST', '/passkeys', { token: stolen.secret, body: { name: 'Thief', response: authenticator(origin).create({ challenge: 'x' }), hash: hashOf(newSecret()) } }))).toBe('PasskeyNeeded')
    expect((await add(secret, authenticator(origin), { name: 'Telephone' })).body).toMatchObject({ name: 'Telephone', person: 'demo-viewer', isOwn: true })
  })

  it('cannot be begun twice with the token, so that the second of two sign-ins needs the passkey of the first', async () => {
    const [one, two] = [await open('demo-viewer'), await open('demo-viewer')]
    const options = optionsOf(await begin(two.secret))
    await add(one.secret, authenticator(origin))
    expect(await codeOf(op.call('POST', '/passkeys', { token: two.secret, body: { name: 'Second', response: authenticator(origin).create(options), hash: hashOf(newSecret()) } }))).toBe('PasskeyNeeded')
  })

  it('are begun by one of two sign-ins that register the first one at the same moment', async () => {
    const sessions = await Promise.all(['one', 'two', 'three'].map(() => open('demo-viewer')))
    const ready = await Promise.all(sessions.map(async ({ secret }) => ({ secret, response: authenticator(origin).create(optionsOf(await begin(secret))) })))
    const statuses = await Promise.all(ready.map(async ({ secret, response }) => (await op.call('POST', '/passkeys', { token: secret, body: { name: 'Laptop', response, hash: hashOf(newSecret()) } })).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  it('are one each: what is registered already is not registered again', async () => {
    const { device, secret } = await withPasskey('demo-viewer')
    expect(await add(secret, device)).toMatchObject({ status: 409, body: { code: 'PasskeyKnown' } })
  })

  it('are shared by all tokens of the person', async () => {
    const token = await tokenFor('spare of viewer', 'demo-viewer')
    const { device } = await withPasskey('demo-viewer')
    const { secret, due } = await open(token)
    expect([due, (await confirm(secret, device)).status]).toEqual(['confirm', 200])
  })

  it('are listed with when they were used: one\'s own, and everybody\'s for administrators', async () => {
    const { id, secret } = await withPasskey('demo-viewer')
    const admin = await withPasskey('demo-operator')
    const limited = await limitedToken(registry, 'operator', ['a.example'])
    const listed = async (token: string) => ((await op.call('GET', '/passkeys', { token })).body['passkeys'] as readonly { id: string }[]).map((each) => each.id).sort()
    expect([await listed(secret), await listed(admin.secret), await listed(limited)]).toEqual([[id], [id, admin.id].sort(), []])
    expect((await op.call('GET', '/passkeys', { token: secret })).body).toMatchObject({ passkeys: [{ name: 'Laptop', lastUsedAt: start.toISOString(), revokedAt: null }], secondFactor: 'required' })
    expect(JSON.stringify((await op.call('GET', '/passkeys')).body)).not.toMatch(/public_?key|credential/i)
  })

  it('are revoked with the sessions that they confirmed; the last one is not one\'s own to revoke', async () => {
    const { secret, id } = await withPasskey('demo-viewer')
    expect(await codeOf(op.call('DELETE', `/passkeys/${id}`, { token: secret }))).toBe('LastPasskey')
    const other = await withPasskey('demo-approver')
    for (const token of [secret, await limitedToken(registry, 'operator', ['b.example'])]) expect(await codeOf(op.call('DELETE', `/passkeys/${other.id}`, { token }))).toBe('UnknownPasskey')
    for (let times = 0; times < 2; times += 1) expect((await op.call('DELETE', `/passkeys/${id}?reason=left`)).body).toMatchObject({ revokedBy: 'demo-operator' })
    expect([await works(secret), await works(other.secret)]).toEqual([false, true])
    expect(((await op.call('GET', '/audit?subject=demo-viewer&limit=4')).body['entries'] as readonly { action: string }[]).filter(({ action }) => action === 'revoke passkey')).toHaveLength(1)
  })
})

/** A token of somebody, made by two others. */
async function tokenFor(label: string, person: string): Promise<string> {
  const { token, hash } = madeToken()
  await registry.database.kysely.insertInto('access_token').values({ hash, label: `${label} ${hash.slice(0, 6)}`, person, role: 'viewer', module: null, hosts: null, demo: false }).execute()
  return token
}

describe('a lost passkey (DEC-301)', () => {
  const propose = (person: string, token = 'demo-operator') => op.call('POST', '/passkeys/reset', { token, body: { person, reason: 'left in a taxi' } })

  it('is not got around by revoking: with the token alone nothing is registered anew', async () => {
    const { id } = await withPasskey('demo-viewer')
    await op.call('DELETE', `/passkeys/${id}`)
    for (const mode of ['required', 'optional'] as const) {
      factor.mode = mode
      const { secret, due } = await open('demo-viewer')
      expect([due, await works(secret), await codeOf(begin(secret)), await codeOf(ask(secret))]).toEqual(['reset', false, 'ResetNeeded', 'ResetNeeded'])
    }
  })

  it('is reset by two others, and the person registers the next one within a day', async () => {
    const { secret: former } = await withPasskey('demo-viewer')
    const { id } = await op.pending(await propose('demo-viewer'))
    expect(await works(former)).toBe(true)
    expect((await op.approve(id)).status).toBe(200)
    expect(await works(former)).toBe(false)
    later(23 * 60)
    const { secret, due } = await open('demo-viewer')
    expect([due, (await add(secret, authenticator(origin))).status]).toEqual(['register', 200])
    expect((await op.call('GET', '/audit?subject=demo-viewer')).body['entries']).toEqual(expect.arrayContaining([expect.objectContaining({ action: 'reset passkeys', actor: 'demo-operator, demo-approver', reason: 'left in a taxi' })]))
    expect((await open('demo-viewer')).due).toBe('confirm')
  })

  it('is reset for a day and for once', async () => {
    await withPasskey('demo-viewer')
    await op.approve((await op.pending(await propose('demo-viewer'))).id)
    later(24 * 60)
    expect((await open('demo-viewer')).due).toBe('reset')
    await op.approve((await op.pending(await propose('demo-viewer'))).id)
    const { secret } = await add((await open('demo-viewer')).secret, authenticator(origin))
    const { passkeys } = (await op.call('GET', '/passkeys', { token: secret })).body as unknown as { passkeys: readonly { id: string; revokedAt: string | null }[] }
    await op.call('DELETE', `/passkeys/${passkeys.find(({ revokedAt }) => revokedAt === null)?.id ?? ''}`)
    expect((await open('demo-viewer')).due).toBe('reset')
  })

  it('is not reset by who asked, nor by who lost it, nor for who never had one', async () => {
    await withPasskey('demo-approver')
    const { id } = await op.pending(await propose('demo-approver'))
    expect(await codeOf(op.approve(id))).toBe('SamePerson')
    expect(await codeOf(op.approve(id, 'demo-operator'))).toBe('Forbidden')
    expect(await codeOf(propose('demo-viewer'))).toBe('UnknownPerson')
    for (const token of ['demo-viewer', await limitedToken(registry, 'approver', ['c.example'])]) expect(await codeOf(propose('demo-approver', token))).toBe('Forbidden')
  })
})

describe('where passkeys are optional (DEC-300)', () => {
  beforeEach(() => { factor.mode = 'optional' })

  it('a token alone signs in who has none, and who has one is asked for it, in sessions of before too', async () => {
    const [first, second] = [await open('demo-viewer'), await open('demo-viewer')]
    expect([first.due, await works(first.secret)]).toEqual([null, true])
    const { secret } = await add(first.secret, authenticator(origin))
    expect([await works(secret), await works(second.secret), (await open('demo-viewer')).due]).toEqual([true, false, 'confirm'])
  })
})

describe('where there are none (DEC-300)', () => {
  it('a token alone signs in, and no passkey is registered', async () => {
    await withPasskey('demo-viewer')
    factor.mode = 'off'
    const { secret, due } = await open('demo-viewer')
    expect([due, await works(secret), await codeOf(begin(secret))]).toEqual([null, true, 'SecondFactorOff'])
  })
})
