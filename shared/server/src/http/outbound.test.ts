import type { lookup } from 'node:dns'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SettingsError } from '../settings.ts'
import { internalFetch } from './internal-fetch.ts'
import { onOutboundRefused, outboundLookupOf, type OutboundRules, outboundSettings } from './outbound.ts'
import { isPublicAddress } from './public-addresses.ts'
import { sendWebhook } from './webhook.ts'

const rulesOf = (list: string): OutboundRules => outboundSettings({ CHECKIN_MODE: 'production', CHECKIN_OUTBOUND_HOSTS: list })

/** A server of the inside, which counts who reaches it. */
let server: Server
let port = 0
let reached = 0
beforeAll(async () => {
  server = createServer((_request, answer) => { reached += 1; answer.end('of the inside') })
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
  port = (server.address() as AddressInfo).port
})
afterAll(() => { server.close() })
beforeEach(() => { reached = 0 })

/** A resolver that answers these addresses, one after the other with each question. */
const resolver = (...answers: readonly (readonly string[])[]) => {
  let asked = 0
  const resolve = (_name: string, _options: object, answer: (error: null, found: object[]) => void): void => { answer(null, (answers[Math.min(asked++, answers.length - 1)] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))) }
  return resolve as unknown as typeof lookup
}
/** Calls as the services do, and answers with the status or the code of the refusal. */
const call = (address: string, rules: OutboundRules, resolve?: typeof lookup): Promise<number | string | undefined> =>
  Promise.resolve().then(() => internalFetch(address, { lookup: outboundLookupOf(new URL(address), rules, resolve), timeoutMs: 30_000 })).then(({ status }) => status, (error: unknown) => (error as NodeJS.ErrnoException).code)

describe('a call to a system of somebody else (DEC-302, ASVS 1.3.6, 13.2.4, 13.2.5)', () => {
  it.each(['https://api.card.example', 'https://eu.sms.example', 'https://deep.eu.sms.example', 'https://other.example:8443', 'https://API.CARD.EXAMPLE', 'https://api.card.example.'])('may go to %s of the list', (address) => {
    expect(outboundLookupOf(new URL(address), rulesOf('api.card.example, *.sms.example, other.example:8443'))).toBeTypeOf('function')
  })

  it.each([
    'https://evil.example', 'https://api.card.example.evil.example', 'https://evilsms.example', 'https://sms.example', 'https://api.card.example:8443', 'https://other.example', 'http://api.card.example', 'http://api.card.example:443', 'https://api.card.example@evil.example',
  ])('may not go to %s', (address) => {
    expect(() => outboundLookupOf(new URL(address), rulesOf('api.card.example, *.sms.example, other.example:8443'))).toThrow(expect.objectContaining({ code: 'EOUTBOUND' }) as Error)
  })

  it.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0', '[::]', 'localhost'])('never reaches the inside by %s, although every public host may be called', async (host) => {
    const rules = rulesOf(`public, ${host.startsWith('[') || /^[a-z]/.test(host) ? host : new URL(`http://${host}`).hostname}:${port}`)
    expect(await call(`https://${host}:${port}/`, rules)).toBe('EOUTBOUND')
    expect(await call(`http://${host}:${port}/`, rules)).toBe('EOUTBOUND')
    expect(reached).toBe(0)
  })

  it('never reaches the inside by a name whose address is there, first or among others, or only when it is asked again', async () => {
    const rules = rulesOf(`public, hooks.example:${port}`)
    expect(await call(`https://hooks.example:${port}/`, rules, resolver(['127.0.0.1']))).toBe('EOUTBOUND')
    expect(await call(`https://hooks.example:${port}/`, rules, resolver(['93.184.215.14', '127.0.0.1']))).toBe('EOUTBOUND')
    const resolve = resolver(['93.184.215.14'], ['127.0.0.1'])
    await new Promise((done) => { resolve('hooks.example', { all: true }, done as never) })
    expect(await call(`https://hooks.example:${port}/`, rules, resolve)).toBe('EOUTBOUND')
    expect(reached).toBe(0)
  })

  it('reaches what the installation itself says to be inside, in clear too, at that port alone', async () => {
    const rules = rulesOf(`private:localhost:${port}`)
    expect(await call(`http://localhost:${port}/`, rules)).toBe(200)
    expect(await call(`http://localhost:${port + 1}/`, rules)).toBe('EOUTBOUND')
    expect(reached).toBe(1)
  })

  it('is told to the operator by host, reason and setting where it is not made (ASVS 16.3.3)', async () => {
    const heard: object[] = []
    const end = onOutboundRefused((refused) => { heard.push(refused) })
    const rules = rulesOf(`api.card.example, hooks.example:${port}, 10.1.2.3`)
    for (const address of ['https://evil.example/paid?by=maria', 'http://api.card.example:443/', 'https://10.1.2.3/']) await call(address, rules)
    await call(`https://hooks.example:${port}/`, rules, resolver(['127.0.0.1']))
    end()
    await call('https://later.example/', rules)
    const setting = 'CHECKIN_OUTBOUND_HOSTS'
    expect(heard).toEqual([
      { host: 'evil.example:443', why: 'is not on the list', setting }, { host: 'api.card.example:443', why: 'would be spoken to in clear', setting },
      { host: '10.1.2.3:443', why: 'lies inside', setting }, { host: `hooks.example:${port}`, why: 'leads inside', setting },
    ])
  })

  it('tells a receiver of events nothing where it may not be called, and says why', async () => {
    const rules = rulesOf('public')
    const post: typeof internalFetch = async (address, options) => internalFetch(address, { ...options, lookup: outboundLookupOf(new URL(address), rules) })
    expect(await sendWebhook({ url: `http://127.0.0.1:${port}/`, secret: 'whsec_AAAA' }, { id: '1', body: '{}' }, 2000, post)).toBe('EOUTBOUND')
    expect(reached).toBe(0)
  })
})

it.each([
  ['10.1.2.3', false], ['172.31.255.255', false], ['172.32.0.1', true], ['192.168.0.1', false], ['169.254.169.254', false], ['100.100.100.100', false], ['0.0.0.0', false], ['224.0.0.1', false], ['255.255.255.255', false], ['93.184.215.14', true],
  ['::', false], ['::1', false], ['::ffff:10.0.0.1', false], ['::ffff:93.184.215.14', true], ['64:ff9b::a00:1', false], ['fd00::1', false], ['fe80::1', false], ['2001:db8::1', false], ['2002:a00:1::', false], ['2606:4700::1111', true], ['hooks.example', false],
])('%s is public: %s (ASVS 1.3.6)', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})

describe('CHECKIN_OUTBOUND_HOSTS', () => {
  it('is no limit in the demo, and has to be said in production', () => {
    expect(outboundSettings({})).toBeNull()
    expect(() => outboundSettings({ CHECKIN_MODE: 'production' })).toThrow(SettingsError)
    expect(outboundSettings({ CHECKIN_MODE: 'production', CHECKIN_OUTBOUND_HOSTS: 'public' })).toEqual({ anyPublic: true, entries: [] })
  })

  it.each(['https://api.card.example', '*', 'a.*.example', 'api.card.example/pay', ',', 'private:', 'one two'])('is not %s', (list) => {
    expect(() => rulesOf(list)).toThrow('CHECKIN_OUTBOUND_HOSTS: ')
  })
})
