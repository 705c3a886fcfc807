import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp, smsSandboxSettings } from './app.ts'

const account = { apiKey: 'a key of the tests alone', secret: 'a secret of the tests alone' }
const { app, stop } = createApp({ ...account, file: ':memory:', origin: 'http://sms.localhost:4002', delayScale: 0 }, { log: { level: 'silent' } })
beforeAll(async () => { await app.ready() })
afterAll(() => stop())

const send = (to: string, key: string, apiKey = account.apiKey) => app.inject({
  method: 'POST', url: '/api/v1/messages', headers: { authorization: `Bearer ${apiKey}`, 'idempotency-key': key },
  payload: { to, text: '123456 <b>is your code</b>', from: 'Checkin', reference: key, validitySeconds: 600, callbackUrl: 'http://127.0.0.1:9/provider/v1/sms/callback/x' },
})

it('takes a message once, however often it is sent, and shows it as text (DEC-230)', async () => {
  const [first, again] = [await send('+351912000001', 'one'), await send('+351912000001', 'one')]
  expect([first.statusCode, again.statusCode, again.json<{ id: string }>().id]).toEqual([201, 200, first.json<{ id: string }>().id])
  expect((await app.inject({ url: '/admin/messages?to=%2B351912000001' })).json()).toHaveLength(1)
  expect((await app.inject({ url: '/' })).body).toContain('123456 &lt;b&gt;is your code')
})

it('refuses strangers, numbers that end in 9901, and serves 9902 at the second try (DEC-230)', async () => {
  expect((await send('+351912000002', 'two', 'another key of the tests')).statusCode).toBe(401)
  expect((await send('+351912009901', 'three')).json()).toMatchObject({ status: 422, code: 'number-refused' })
  expect([(await send('+351912009902', 'four')).statusCode, (await send('+351912009902', 'four')).statusCode]).toEqual([503, 201])
})

it('runs in the demo alone, and lets no page read the messages as data', async () => {
  expect(() => smsSandboxSettings({ CHECKIN_MODE: 'production', CHECKIN_SANDBOX_SMS_ACCOUNTS: JSON.stringify([account]) })).toThrow(/CHECKIN_MODE/)
  expect((await app.inject({ url: '/admin/messages', headers: { origin: 'https://evil.example' } })).statusCode).toBe(403)
})
