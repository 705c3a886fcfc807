import { generateKeyPairSync, sign } from 'node:crypto'
import { serveBothProtocols } from '@checkin/sandbox-kit'
import { withHttp2 } from '@checkin/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp, pushSandboxSettings } from './app.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } })
const email = 'wallet@checkin.example'
const { app, stop, stream } = createApp({ file: ':memory:', origin: 'http://push.localhost:4002', delayScale: 0, serviceAccounts: [{ email, publicKey }], shops: ['http://costaverde.localhost:4000'] }, { log: { level: 'silent' } })
let served: Awaited<ReturnType<typeof serveBothProtocols>>
beforeAll(async () => {
  await app.ready()
  served = await serveBothProtocols((request, response) => { app.routing(request, response) }, stream, 0)
})
afterAll(async () => {
  await served.stop()
  await stop()
})

const push = (path: string, headers: Readonly<Record<string, string>> = { 'apns-topic': 'pass.example.checkin' }) =>
  withHttp2({ url: `http://127.0.0.1:${served.port}`, certificate: '', key: '', timeoutMs: 30_000 }, (post) => post({ path, headers, body: '{"aps":{}}' }))
const plays = (payload: object) => app.inject({ method: 'POST', url: '/admin/rules', payload })
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenFor = async (claims: object, key = privateKey) => {
  const text = `${encoded({ alg: 'RS256' })}.${encoded({ iss: email, scope: 'https://www.googleapis.com/auth/wallet_object.issuer', aud: 'x', exp: Date.now() / 1000 + 60, ...claims })}`
  const assertion = `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`
  const payload = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString()
  return app.inject({ method: 'POST', url: '/token', headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload })
}

it('takes pushes over HTTP/2 with a topic, shows them, and plays what goes wrong once (DEC-280)', async () => {
  expect([await push('/3/device/00ff'), await push('/3/device/00ff', {}), await push('/3/device/no')]).toMatchObject([{ status: 200 }, { status: 400, text: '{"reason":"MissingTopic"}' }, { status: 404 }])
  await plays({ fault: 'gone', to: '00ff' })
  expect([(await push('/3/device/00ff')).status, (await push('/3/device/00ff')).status]).toEqual([410, 200])
  await plays({ fault: 'drop', to: '00aa' })
  await expect(push('/3/device/00aa')).rejects.toThrow(/did not answer/)
  expect((await app.inject({ url: '/admin/pushes' })).json()).toHaveLength(4)
  expect((await app.inject({ url: '/' })).body).toContain('pass.example.checkin')
})

it('changes objects for who has a token of a service account that it knows (DEC-280)', async () => {
  const change = (token: string) => app.inject({ method: 'PATCH', url: '/walletobjects/v1/genericObject/1.a', headers: { authorization: `Bearer ${token}` }, payload: { state: 'INACTIVE', textModulesData: [{ body: '<b>' }] } })
  const { access_token: token } = (await tokenFor({})).json<{ access_token: string }>()
  expect([(await change('x')).statusCode, (await change(token)).statusCode]).toEqual([401, 200])
  const other = generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } })
  expect([(await tokenFor({ exp: 1 })).statusCode, (await tokenFor({ iss: 'x' })).statusCode, (await tokenFor({ scope: 'x' })).statusCode, (await tokenFor({}, other.privateKey)).statusCode]).toEqual([400, 400, 400, 400])
  expect((await app.inject({ url: '/' })).body).toContain('&lt;b&gt;')
})

it('runs in the demo alone, takes passes of its own shops alone, and lets no page read as data (DEC-280)', async () => {
  expect(() => pushSandboxSettings({ CHECKIN_MODE: 'production', CHECKIN_SANDBOX_PUSH_ACCOUNTS: '[]' })).toThrow(/CHECKIN_MODE/)
  const added = await app.inject({ method: 'POST', url: '/phone', headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: `ticket=http://evil.example/ticket/${'A'.repeat(43)}` })
  expect([added.statusCode, added.body.includes('There is no pass at this address')]).toEqual([422, true])
  expect((await app.inject({ url: '/admin/pushes', headers: { origin: 'https://evil.example' } })).statusCode).toBe(403)
})
