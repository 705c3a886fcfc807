import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { createApp } from '@checkin/sandbox-signature'
import { internalFetch } from '@checkin/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPdf } from '../../documents/pdf/pdf-page.ts'
import { httpSignatureProvider, signSettings, type SignSettings } from './http-signature-provider.ts'
import type { SignatureOrder } from './signature-provider.ts'

const environment = { CHECKIN_PORT: '4000', CHECKIN_SIGN_API_KEY: 'key-of-the-adapter-tests', CHECKIN_SIGN_SECRET: 'secret-of-the-adapter-tests' }
const settings: SignSettings = { url: '', apiKey: environment.CHECKIN_SIGN_API_KEY, secret: environment.CHECKIN_SIGN_SECRET, timeoutMs: 30_000 }
const sandbox = createApp({
  file: ':memory:', origin: 'http://sign.localhost:4002', apiKey: settings.apiKey, secret: settings.secret, shops: ['http://costaverde.localhost:4000'], delayScale: 0,
}, { log: { level: 'silent' } })
let url: string
let pdf: Buffer
beforeAll(async () => {
  const port = await sandbox.listen({ port: 0 })
  url = `http://127.0.0.1:${port}`
  pdf = await openPdf({ title: 'Rental agreement', language: 'en', firm: { firmName: 'Costa Verde', firmLogo: null, brand: null }, issuedAt: new Date(0), foot: ['Costa Verde', '1'] }).finish()
})
afterAll(() => sandbox.stop())

let orders = 0
const order = (scenario?: string, change: Partial<SignatureOrder> = {}): SignatureOrder => {
  orders += 1
  return {
    externalId: `a-${orders}`, title: 'Rental agreement', language: 'en', pdf, signer: { name: 'Maria Silva', email: scenario ? `m.sign-${scenario}@example.com` : 'm@example.com' },
    returnUrl: 'http://costaverde.localhost:4000/completed/signed/token/{signatureId}', callbackUrl: 'http://127.0.0.1:9/nobody', ...change,
  }
}
const provider = () => httpSignatureProvider({ ...settings, url })
async function asked(of: SignatureOrder = order()) {
  const answer = await provider().ask(of)
  if (answer.kind !== 'asked') throw new Error(`it answered ${answer.kind}`)
  return answer
}
const answer = (address: string, fields: Record<string, string>) =>
  internalFetch(`${url}${new URL(address).pathname}`, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams({ answer: 'sign', way: 'typed', name: 'Maria Silva', read: 'yes', ...fields }).toString() })

describe('the signature provider over HTTP', () => {
  it('takes an agreement, and the same order again is the same agreement', async () => {
    const once = order()
    const [first, second] = [await asked(once), await asked(once)]
    expect(first).toMatchObject({ isRepetition: false, summaryFailed: false, url: expect.stringMatching(/^http:\/\/sign\.localhost:4002\/sign\//) })
    expect(second).toEqual(first)
  })
  it.each([['agreement-fails', { kind: 'rejected', code: 'agreement-not-created' }], ['away', { kind: 'unavailable' }], ['answer-lost', { kind: 'unavailable' }]])('%s', async (scenario, expected) => {
    expect(await provider().ask(order(scenario))).toEqual(expected)
  })
  it.each([['summary-fails', { summaryFailed: true }], ['previously-processed', { isRepetition: true }]])('%s', async (scenario, expected) => {
    expect(await asked(order(scenario))).toMatchObject(expected)
  })
  it('takes an order back, also one that has not arrived; what was signed before stays signed', async () => {
    const [open, never, quick] = [order(), order(), order()]
    const asking = await asked(open)
    expect(await provider().withdraw(open.externalId)).toEqual({ kind: 'withdrawn' })
    expect(await provider().status(asking.providerId)).toMatchObject({ kind: 'refused' })
    expect(await provider().withdraw(never.externalId)).toEqual({ kind: 'withdrawn' })
    expect(await provider().ask(never)).toEqual({ kind: 'rejected', code: 'withdrawn' })
    const signed = await asked(quick)
    await answer(signed.url, {})
    expect(await provider().withdraw(quick.externalId)).toEqual({ kind: 'signed', providerId: signed.providerId })
    expect(await httpSignatureProvider({ ...settings, url: 'http://127.0.0.1:9' }).withdraw(open.externalId)).toEqual({ kind: 'unavailable' })
  })
  it('says how an agreement stands: open, signed with who and how, refused, late, unknown', async () => {
    const [signed, refused, rejected, late] = [await asked(), await asked(), await asked(order('refused')), await asked(order('late'))]
    expect(await provider().status(signed.providerId)).toEqual({ kind: 'open', signatureId: signed.signatureId })
    await answer(signed.url, {})
    await answer(refused.url, { answer: 'refuse' })
    await answer(rejected.url, {})
    await answer(late.url, {})
    expect(await provider().status(signed.providerId)).toMatchObject({ kind: 'signed', signatureId: signed.signatureId, signature: { kind: 'typed', name: 'Maria Silva', image: null } })
    expect((await provider().status(refused.providerId)).kind).toBe('refused')
    expect((await provider().status(rejected.providerId)).kind).toBe('rejected')
    expect((await provider().status(late.providerId)).kind).toBe('open')
    expect(await provider().status('agr_nobody')).toEqual({ kind: 'unknown' })
  })
  it('is away when nobody listens, when it takes too long, and when the key is wrong: never a failure', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => { silent.listen(0, '127.0.0.1', resolve) })
    const address = silent.address()
    const slow = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    for (const change of [{ url: 'http://127.0.0.1:9' }, { url: slow, timeoutMs: 50 }, { url, apiKey: 'another-key-altogether' }]) {
      expect(await httpSignatureProvider({ ...settings, ...change }).ask(order())).toEqual({ kind: 'unavailable' })
    }
    silent.closeAllConnections()
    await new Promise((resolve) => silent.close(resolve))
  })
  it.each([['no JSON', '<html>'], ['another shape', '{"agreementId":1}'], ['an address of another kind', JSON.stringify({ agreementId: 'a', signatureId: 's', url: 'javascript:alert(1)', repeated: false, summaryEmail: 'sent' })]])(
    'that answers %s has said nothing', async (_case, body) => {
      const odd = createServer((_request, response) => response.end(body))
      await new Promise<void>((resolve) => { odd.listen(0, '127.0.0.1', resolve) })
      const address = odd.address()
      expect(await httpSignatureProvider({ ...settings, url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` }).ask(order())).toEqual({ kind: 'unavailable' })
      odd.closeAllConnections()
      await new Promise((resolve) => odd.close(resolve))
    })
})

describe('a report', () => {
  const body = JSON.stringify({ agreementId: 'agr_1', status: 'signed' })
  const proof = (of: string, secret = settings.secret) => createHmac('sha256', secret).update(of).digest('hex')
  const path = '/provider/v1/sign/callback/costaverde'
  const signed = (moment = new Date(), to = path) => ({ 'x-signature-time': moment.toISOString(), 'x-signature': proof(['v2', moment.toISOString(), to, body].join('\n')) })
  const minutes = (count: number) => new Date(Date.now() + count * 60_000)

  it('counts with its proof, also behind a proxy that puts something before the address', () => {
    for (const called of [path, `/checkin${path}`, `${path}?x=1`]) expect(provider().readCallback({ path: called, headers: signed(), body })).toEqual({ providerId: 'agr_1' })
  })
  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['for another company', path.replace('costaverde', 'alpen'), signed()], ['of a quarter of an hour ago', path, signed(minutes(-15))], ['of the future', path, signed(minutes(15))],
    ['with another moment', path, { ...signed(), 'x-signature-time': minutes(1).toISOString() }], ['without a moment, which its proof holds', path, { 'x-signature': signed()['x-signature'] }], ['of no moment', path, { ...signed(), 'x-signature-time': 'now' }],
  ])('%s counts for nothing (SEC-26)', (_what, called, headers) => {
    expect(provider().readCallback({ path: called, headers, body })).toBeNull()
  })
  it('of a provider of the release before counts with the proof of then', () => {
    expect(provider().readCallback({ path, headers: { 'x-signature': proof(body) }, body })).toEqual({ providerId: 'agr_1' })
  })
  it.each([
    ['without a proof', {}, body], ['with another secret\'s', { 'x-signature': proof(body, 'another secret') }, body], ['about other bytes', { 'x-signature': proof(body) }, body.replace('agr_1', 'agr_2')],
    ['that is no JSON', { 'x-signature': proof('{') }, '{'],
  ])('%s counts for nothing', (_case, headers, bytes) => {
    expect(provider().readCallback({ path, headers, body: bytes })).toBeNull()
  })
})

describe('settings of the environment', () => {
  it('are an account, at the demo\'s provider unless another one is named', () => {
    expect(signSettings(environment)).toEqual({ ...settings, timeoutMs: 5000, url: 'http://sign.localhost:4002' })
  })
  it('may be none at all: companies bring their own accounts', () => {
    expect(signSettings({})).toBeNull()
  })
  it('name what is missing of half an account', () => {
    expect(() => signSettings({ CHECKIN_SIGN_URL: 'https://sign.example' })).toThrow(/CHECKIN_SIGN_API_KEY[^]*CHECKIN_SIGN_SECRET/)
  })
})
