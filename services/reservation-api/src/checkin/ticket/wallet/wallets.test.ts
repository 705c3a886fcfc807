import { createHash, createPublicKey, verify } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ticket } from '@checkin/api/ticket'
import { testWalletAccounts, type TestWalletAccounts } from '@checkin/demo/src/wallet-accounts.ts'
import { languages } from '@checkin/i18n'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aRenter } from '../../../../test/fixtures/renter.fixture.ts'
import { adminToken, aFleetReservation, wholeApi, type WholeApi } from '../../../../test/fixtures/whole-api.fixture.ts'
import { unseal } from '../../../database/sealed-payload.ts'
import { mailCatalogues } from '../../../mail/mail-messages.ts'
import { ConfirmationPayload } from '../../confirmation-mail.ts'
import { applePass } from './apple-pass.ts'
import { googlePassAddress } from './google-pass.ts'
import { zonedTime, type PassFacts } from './pass-facts.ts'

let api: WholeApi
let accounts: TestWalletAccounts
const folder = mkdtempSync(join(tmpdir(), 'checkin-passes-'))
beforeAll(async () => { [api, accounts] = await Promise.all([wholeApi(), testWalletAccounts()]) })
afterAll(async () => { rmSync(folder, { recursive: true }); await api.stop() })

let count = 0
const operator = (method: 'PUT' | 'DELETE', kind: string, payload?: object) =>
  api.app.inject({ method, url: `/internal/v1/tenants/costaverde/accounts/${kind}`, headers: { authorization: `Bearer ${adminToken}` }, ...(payload && { payload }) })
const withAccounts = async () => {
  expect([(await operator('PUT', 'apple-wallet', accounts.apple)).statusCode, (await operator('PUT', 'google-wallet', accounts.google)).statusCode]).toEqual([200, 200])
}
const canary = {
  customer: { name: 'Canaryname', surname: 'Canarysurname', email: 'canary@example.com' },
  driver: { name: 'Ana', surname: 'Canarysurname', email: 'canary@example.com', address: 'Canary street 1', document: { idType: 'passport', id: 'CANARY123' } },
}
async function completed() {
  count += 1
  const renter = await aRenter(api, `WA${count}`, aFleetReservation(canary))
  expect((await renter.put({ completes: true })).statusCode).toBe(200)
  const [row] = await api.asAdmin(`select id, payload from mail_outbox where reservation_id = '${renter.id}' and kind = 'confirmation'`)
  return { renter, token: ConfirmationPayload.parse(unseal('code-secret-of-tests', String(row?.['id']), row?.['payload'] as Buffer)).ticketToken ?? '' }
}
let addresses = 0
const get = (path: string, host = 'costaverde.localhost:4000') => api.call('GET', `/api/ticket/${path}`, { host, headers: { 'x-checkin-client': `203.0.113.${addresses += 1}` } })
const filesOf = (pass: Uint8Array) => new Map(Object.entries(unzipSync(pass)).map(([name, bytes]) => [name, Buffer.from(bytes)]))
const textOf = (files: ReadonlyMap<string, Buffer>, name: string) => files.get(name)?.toString('utf8') ?? ''
const jsonOf = (text: string) => JSON.parse(text) as Record<string, unknown>
const claimsOf = (address: string) => jsonOf(Buffer.from(address.split('.').at(-2) ?? '', 'base64url').toString('utf8'))

/** OpenSSL's own word on the signature over the manifest. */
function isSigned(files: ReadonlyMap<string, Buffer>, manifest = files.get('manifest.json') ?? Buffer.alloc(0)): boolean {
  const [signature, content, authority] = ['signature', 'manifest.json', 'authority.pem'].map((name) => join(folder, name)) as [string, string, string]
  writeFileSync(signature, files.get('signature') ?? '')
  writeFileSync(content, manifest)
  writeFileSync(authority, accounts.apple.wwdr)
  try {
    execFileSync('openssl', ['smime', '-verify', '-binary', '-inform', 'DER', '-in', signature, '-content', content, '-CAfile', authority, '-purpose', 'any'], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}
const instant = new Date('2031-05-02T13:45:00.000Z')
const someFacts: PassFacts = {
  serial: 'a-serial', reference: 'CV1001', firm: 'Costa Verde', brand: '#123456', vehicle: 'Clio, C', drivers: 'Maria, Rui', isWithdrawn: false, expires: new Date('2031-06-28T00:00:00.000Z'),
  pickUp: { place: 'Faro', address: 'Street 1', location: { latitude: 37, longitude: -7.9 }, instant, zoned: '2031-05-02T14:45:00+01:00' },
  dropOff: { place: 'Lisbon', address: null, location: null, instant, zoned: '2031-05-02T14:45:00+01:00' },
}

describe('passes of wallets (DEC-233, DEC-234)', () => {
  it('the pass of Apple Wallet has what the ticket has, each file by its digest, signed by the chain of the company (API-64, DEC-233)', async () => {
    await withAccounts()
    const { renter, token } = await completed()
    expect((await get(token)).json<Ticket>().wallets).toEqual(['apple', 'google'])
    const answer = await get(`${token}/wallet/apple`)
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([200, 'application/vnd.apple.pkpass', 'no-store'])
    const files = filesOf(answer.rawPayload)
    const manifest = jsonOf(textOf(files, 'manifest.json'))
    expect(Object.keys(manifest).sort()).toEqual([...files.keys()].filter((name) => !['manifest.json', 'signature'].includes(name)).sort())
    for (const [name, digest] of Object.entries(manifest)) expect(createHash('sha1').update(files.get(name) ?? '').digest('hex'), name).toBe(digest)
    expect([isSigned(files), isSigned(files, Buffer.from(textOf(files, 'manifest.json').replace('icon.png', 'icom.png')))]).toEqual([true, false])
    const pass = jsonOf(textOf(files, 'pass.json'))
    expect(pass).toMatchObject({ serialNumber: renter.id, passTypeIdentifier: accounts.apple.passTypeId, teamIdentifier: accounts.apple.teamId, organizationName: 'Costa Verde', barcodes: [{ format: 'PKBarcodeFormatQR', message: renter.reference }] })
    expect([...files.values()].map((bytes) => bytes.toString('utf8')).filter((text) => text.includes('canary') || text.includes('CANARY') || text.includes('Canary'))).toEqual([])
    expect(textOf(files, 'pass.json')).toContain('"Ana"')
  })

  it('the pass keeps its serial and takes over the time that the company changed, with the offset of the place (API-64, DEC-233)', async () => {
    await withAccounts()
    const { renter, token } = await completed()
    await api.fleet('costaverde', 'PUT', `/reservations/${renter.reference}`, aFleetReservation({ ...canary, checkOut: { dateAndTime: '2031-05-02T14:45', place: 'Lisbon Airport', timeZone: 'Europe/Lisbon' } }))
    const pass = jsonOf(textOf(filesOf((await get(`${token}/wallet/apple`)).rawPayload), 'pass.json'))
    expect([pass['serialNumber'], JSON.stringify(pass['generic']).includes('2031-05-02T14:45:00+01:00'), pass['relevantDates']]).toMatchObject([renter.id, true, [{ relevantDate: '2031-05-02T13:45:00.000Z' }, {}]])
  })

  it('the pass of Google Wallet is in an address that the service account signed, and says of people first names alone (API-65, DEC-234)', async () => {
    await withAccounts()
    const { renter, token } = await completed()
    const answer = await get(`${token}/wallet/google?language=pt`)
    const address = String(answer.headers.location)
    expect([answer.statusCode, address.startsWith('https://pay.google.com/gp/v/save/'), answer.headers['referrer-policy']]).toEqual([303, true, 'no-referrer'])
    const [head = '', body = '', signature = ''] = address.slice('https://pay.google.com/gp/v/save/'.length).split('.')
    const isVerified = (text: string) => verify('RSA-SHA256', Buffer.from(text), createPublicKey(accounts.google.key), Buffer.from(signature, 'base64url'))
    expect([isVerified(`${head}.${body}`), isVerified(`${head}.${body}A`)]).toEqual([true, false])
    const claims = claimsOf(address)
    expect(claims).toMatchObject({ iss: accounts.google.email, aud: 'google', typ: 'savetowallet' })
    const text = JSON.stringify(claims)
    expect([text.includes(renter.reference), text.includes('Ana'), text.includes('Levantamento'), text.toLowerCase().includes('canary')]).toEqual([true, true, true, false])
  })

  it.each(['apple', 'google'])('%s: an expired, withdrawn or foreign token and one that nobody made answer the same 404 (API-64, API-65)', async (wallet) => {
    await withAccounts()
    const { renter, token } = await completed()
    const answers = [await get(`${token}/wallet/${wallet}`, 'alpen.localhost:4000'), await get(`${'A'.repeat(43)}/wallet/${wallet}`)]
    await api.asAdmin(`update access_link set expires_at = now() - interval '1 second' where reservation_id = '${renter.id}'`)
    answers.push(await get(`${token}/wallet/${wallet}`))
    await api.asAdmin(`update access_link set expires_at = now() + interval '1 day', revoked_at = now() where reservation_id = '${renter.id}'`)
    answers.push(await get(`${token}/wallet/${wallet}`))
    expect(answers.map((answer) => [answer.statusCode, answer.json<{ code: string }>().code])).toEqual(answers.map(() => [404, 'LinkUnknown']))
  })

  it('a tenant without an account has no pass, and its ticket says of none (API-64, API-65, DEC-233)', async () => {
    await withAccounts()
    const { token } = await completed()
    await operator('DELETE', 'apple-wallet')
    await operator('DELETE', 'google-wallet')
    expect((await get(token)).json<Ticket>().wallets).toEqual([])
    for (const wallet of ['apple', 'google']) expect((await get(`${token}/wallet/${wallet}`)).statusCode).toBe(404)
  })

  it('an account that nothing can be signed with is refused, and what is secret is never shown (DEC-233, DEC-234)', async () => {
    const other = await testWalletAccounts()
    expect((await operator('PUT', 'apple-wallet', { ...accounts.apple, key: other.apple.key })).statusCode).toBe(400)
    expect((await operator('PUT', 'apple-wallet', { ...accounts.apple, wwdr: other.apple.wwdr })).statusCode).toBe(400)
    expect((await operator('PUT', 'google-wallet', { ...accounts.google, key: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n' })).statusCode).toBe(400)
    expect((await operator('PUT', 'google-wallet', accounts.google)).body).not.toContain('PRIVATE')
  })

  it.each(languages)('in %s both have the words of that language (DEC-233, DEC-234)', async (language) => {
    const files = filesOf(await applePass(someFacts, accounts.apple, { locales: ['en', language], service: { url: 'http://costaverde.localhost/api/wallet/apple', token: 'a-token-of-sixteen-characters' } }))
    expect(textOf(files, `${language}.lproj/pass.strings`)).toContain(mailCatalogues[language]['wallet.vehicle'])
    expect(jsonOf(textOf(files, 'pass.json'))).toMatchObject({ locations: [{ latitude: 37, longitude: -7.9 }], expirationDate: '2031-06-28T00:00:00.000Z', backgroundColor: 'rgb(18, 52, 86)' })
    const address = googlePassAddress(someFacts, accounts.google, language)
    expect(JSON.stringify(claimsOf(address))).toContain(mailCatalogues[language]['wallet.return'])
  })

  it('has the offset of the place at that moment, on either side of Greenwich (DEC-233)', () => {
    expect(zonedTime('2031-05-02T14:45', instant)).toBe('2031-05-02T14:45:00+01:00')
    expect(zonedTime('2031-05-02T10:15', instant)).toBe('2031-05-02T10:15:00-03:30')
  })
})
