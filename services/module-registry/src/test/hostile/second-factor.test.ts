import { randomBytes } from 'node:crypto'
import type { RegistryEndpoint } from '@checkin/registry'
import { endpoints } from '@checkin/registry/endpoints'
import { holds } from '@checkin/testing/hostile'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashOf } from '../../access/token-secret.ts'
import { authenticator, type Lie } from '../authenticator.fixture.ts'
import { testRegistry, type TestRegistry } from '../test-registry.ts'
import { operator } from '../test-tenants.ts'

const origin = 'https://ops.example.com'
let registry: TestRegistry
let op: ReturnType<typeof operator>
beforeAll(async () => {
  registry = await testRegistry({ secondFactor: { mode: 'required', origin } })
  op = operator(registry)
})
afterAll(() => registry.close())

type Options = Parameters<ReturnType<typeof authenticator>['sign']>[0]
const newSecret = (): string => `cse_${randomBytes(32).toString('base64url')}`
async function session(token: string): Promise<string> {
  const secret = newSecret()
  await op.call('POST', '/console-sessions', { token, body: { hash: hashOf(secret), agent: 'Firefox, Linux' } })
  return secret
}
const optionsFor = async (secret: string, path = '/console-sessions/present/challenge') => (await op.call('POST', path, { token: secret })).body['options'] as Options
const answers = async (secret: string, response: object, next = newSecret()) => (await op.call('PUT', '/console-sessions/present/passkey', { token: secret, body: { response, hash: hashOf(next) } })).status < 300

it('who has an operator\'s token and no passkey of theirs does nothing at the console (DEC-247, DEC-300, SEC-8)', () => holds('second factor at the console', async (tried) => {
  const [theirs, others] = [authenticator(origin), authenticator(origin)]
  const register = async (token: string, device: ReturnType<typeof authenticator>) => {
    const secret = await session(token)
    const next = newSecret()
    const { status } = await op.call('POST', '/passkeys', { token: secret, body: { name: 'Key', response: device.create(await optionsFor(secret, '/passkeys/begin')), hash: hashOf(next) } })
    expect(status).toBe(200)
    return next
  }
  const opened = await register('demo-operator', theirs)
  await register('demo-approver', others)

  const stolen = await session('demo-operator')
  const names: Readonly<Record<string, string>> = { ':name': 'mfe-payment', ':module': 'mfe-payment', ':host': 'a.example', ':id': '1', ':label': 'stable', ':version': '1.0.0', ':keyId': 'x' }
  const pathOf = ({ path }: RegistryEndpoint) => path.replace('/registry/v1', '').replace(/:\w+/g, (name) => names[name] ?? name)
  for (const endpoint of endpoints.filter(({ access: { roles, unconfirmed } }) => roles !== 'anyone' && roles.includes('operator') && unconfirmed !== true)) {
    const { status, body } = await op.call(endpoint.method, pathOf(endpoint), { token: stolen, ifMatch: 1, body: {} })
    tried(endpoint.name, status !== 401 || body.code !== 'PasskeyNeeded')
  }
  tried('another passkey of one\'s own', (await op.call('POST', '/passkeys/begin', { token: stolen })).status < 300)

  const lies: Readonly<Record<string, Lie>> = {
    'of another origin': { origin: 'https://ops.example.com.evil.example' }, 'of another port': { origin: `${origin}:8443` }, 'for another host': { rpId: 'example.com' }, 'to another challenge': { challenge: randomBytes(32).toString('base64url') },
    'of who was not verified': { unverified: true }, 'in a frame': { crossOrigin: true }, 'signed by another key': { otherKey: true }, 'of a copy': { counter: 0 },
  }
  for (const [what, lie] of Object.entries(lies)) tried(`an answer ${what}`, await answers(stolen, theirs.sign(await optionsFor(stolen), lie)))
  tried('somebody else\'s passkey', await answers(stolen, others.sign(await optionsFor(stolen))))
  const other = await session('demo-operator')
  tried('an answer that was asked for in another session', await answers(stolen, theirs.sign(await optionsFor(other))))
  const right = theirs.sign(await optionsFor(other))
  expect(await answers(other, right)).toBe(true)
  tried('an answer that came once already', await answers(stolen, right))
  tried('the secret of before the proof', (await registry.call('GET', '/actor', { token: other })).status < 300)
  // A confirmed session works, or the refusals above would prove nothing.
  expect((await registry.call('GET', '/actor', { token: opened })).status).toBe(200)
}))
