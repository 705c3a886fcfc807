import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from '@checkin/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unseal } from '../src/database/sealed-payload.ts'
import { keysCommand } from '../src/cli/keys.ts'
import { createDrafts } from '../src/identity/drafts.ts'
import { countedBy, queueSms, secondsUntilFree } from '../src/identity/sms-on-file.ts'
import { challengeFor, spendWork } from '../src/identity/guess-work.ts'
import { createTicketLink, calendarOfSession } from '../src/checkin/ticket/ticket-link.ts'
import { deviceHashes, isPassToken, isSaid, passToken, saidDigest } from '../src/checkin/ticket/wallet/pass-keys.ts'
import { dataKeys } from '../src/keys/tenant-keys.ts'
import { keyServiceOf } from '../src/keys/key-settings.ts'
import { loadReservation } from '../src/reservations/reservation-store.ts'
import { migrationsFolder } from '../src/settings.ts'
import type { Tables } from '../src/tables.ts'
import { accountSeal } from '../src/tenants/accounts/account-seal.ts'
import { latestAccount, putAccount } from '../src/tenants/accounts/account-store.ts'
import { sealedUnderToken } from '../src/drivers/invitation/invitation.ts'
import { workFor } from './fixtures/guess-work.fixture.ts'
import { tenantSettings, wholeApi, type Place, type WholeApi } from './fixtures/whole-api.fixture.ts'

const former = { code: 'former-code-secret-of-tests', document: 'former-document-secret-of-tests' }
const next = { code: 'next-code-secret-of-tests', document: 'next-document-secret-of-tests' }
const both = { code: `${next.code}\n${former.code}`, document: `${next.document}\n${former.document}` }

let folder = ''
let place: Place
/** Servers before, while and after the secrets are changed, over one database. */
let before: WholeApi
let changing: WholeApi
let after: WholeApi
const alsoStarted: WholeApi[] = []
const started = (secrets: typeof former) => wholeApi({ place, secrets, keys: dataKeys(keyServiceOf({ file: null, secret: secrets.document })) })
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'secret-rotation-'))
  place = { database: await testDatabase<Tables>({ schema: 'reservation', migrations: migrationsFolder }), folder }
  before = await started(former)
  changing = await started(both)
  // Keys of companies are wrapped with the former document key until somebody wraps them anew.
  after = await started({ code: next.code, document: both.document })
})
afterAll(async () => {
  for (const each of [...alsoStarted, before, changing, after]) await each.stop()
  rmSync(folder, { recursive: true, force: true })
})

const inTenant = <Done>(work: Parameters<typeof before.database.withTenant<Done>>[1]): Promise<Done> => before.database.withTenant('costaverde', work)
let rentals = 0
const aRental = async () => {
  const reference = `S${rentals += 1}`
  return { reference, ...await before.stored('costaverde', reference) }
}

/** Asks a server for a code, and answers the code and the cookie of who asked. */
async function codeOf(api: WholeApi, secrets: typeof former, reference: string) {
  const asked = await api.call('POST', '/api/reservation/lookup', { body: { reference, surname: 'Silva', checkoutdate: '', mail: 'maria.silva@example.com' } })
  const [mail] = await before.asAdmin("select id, payload from mail_outbox where kind = 'code' order by created_at desc limit 1")
  const { code } = unseal(secrets.code, String(mail?.['id']), mail?.['payload'] as Buffer) as { code: string }
  return { code, token: /checkin_session=([\w-]+)/.exec(String(asked.headers['set-cookie']))?.[1] ?? '' }
}

describe('CHECKIN_CODE_SECRET is changed while servers run (DEC-307, ASVS 11.2.2)', () => {
  it('a code that was mailed with the former secret is right, one of the next is where the former is gone, and a former one is not', async () => {
    const [one, two, three] = [await aRental(), await aRental(), await aRental()]
    const ofBefore = await codeOf(before, former, one.reference)
    expect((await changing.call('GET', `/api/validate/${ofBefore.code}`, { token: ofBefore.token })).statusCode).toBe(200)
    const ofNext = await codeOf(changing, next, two.reference)
    expect((await after.call('GET', `/api/validate/${ofNext.code}`, { token: ofNext.token })).statusCode).toBe(200)
    const late = await codeOf(before, former, three.reference)
    expect((await after.call('GET', `/api/validate/${late.code}`, { token: late.token })).statusCode).toBe(404)
  })

  it('a proof of work that was asked for with the former secret pays', async () => {
    const [subject, limits] = [{ tenantId: 'costaverde', reference: 'S-WORK' }, { bits: 4, mostBits: 8, missesPerBit: 5, seconds: 60 }]
    const spends = (secret: string, work: string) => inTenant((transaction) => spendWork(transaction, secret, subject, work, 4, limits))
    const asked = workFor(challengeFor(former.code, subject, 4, limits))
    expect([await spends(next.code, asked), await spends(both.code, asked), await spends(both.code, asked)]).toEqual([false, true, false])
    expect(await spends(next.code, workFor(challengeFor(both.code, subject, 4, limits)))).toBe(true)
  })

  it('text messages that were counted with the former secret count, by number and by network', async () => {
    const { id: reservationId } = await aRental()
    const about = { tenantId: 'costaverde', reservationId, number: '+351912345678', address: '203.0.113.7' }
    const limits = { perNumberHour: 1, perNumberDay: 5, perReservationHour: 100, perNetworkHour: 100, perTenantHour: 100 }
    const free = (secret: string, change: object = {}) => inTenant((transaction) => secondsUntilFree(transaction, countedBy(secret, about), { ...limits, ...change }))
    await inTenant((transaction) => queueSms(transaction, countedBy(former.code, about), { kind: 'code-sms', language: 'en', payload: { code: '000000' }, usefulSeconds: 60, number: about.number, sessionId: '01900000-0000-7000-8000-000000000002' }, former.code))
    expect([await free(next.code), await free(both.code) > 0]).toEqual([0, true])
    expect(await free(both.code, { perNumberHour: 100, perNetworkHour: 1 })).toBeGreaterThan(0)
  })

  it('the end of check-in still gives the calendar of a ticket that was made with the former secret', async () => {
    const { id } = await aRental()
    const session = { id: 's', tenantId: 'costaverde', reservationId: id, level: 'verified', sessionKey: 'k', isPreview: false } as const
    const calendar = await inTenant(async (transaction) => {
      const stored = await loadReservation(transaction, 'costaverde', { id })
      if (!stored) throw new Error('not stored')
      await createTicketLink(transaction, stored.row, former.code)
      const completed = { row: { ...stored.row, is_completed: true } }
      const tenant = { id: 'costaverde', host: 'costaverde.localhost', settings: tenantSettings({ ticket: true }) }
      return Promise.all([former.code, both.code, next.code].map((secret) => calendarOfSession(transaction, completed, { tenant, session, secret })))
    })
    expect(calendar.map((each) => 'ticketCalendar' in each)).toEqual([true, true, false])
    expect(calendar[1]).toEqual(calendar[0])
  })

  it('a pass of a wallet is proved by its token of before, its phone is known, and it is not said to have changed', () => {
    const pass = { tenantId: 'costaverde', passTypeId: 'pass.example', serial: 'a' }
    const proves = (secret: string, token: string) => isPassToken(secret, pass, `ApplePass ${token}`)
    expect([proves(both.code, passToken(former.code, pass)), proves(next.code, passToken(both.code, pass)), proves(next.code, passToken(former.code, pass))]).toEqual([true, true, false])
    expect(deviceHashes(both.code, 'costaverde', 'd')).toEqual([...deviceHashes(next.code, 'costaverde', 'd'), ...deviceHashes(former.code, 'costaverde', 'd')])
    const said = saidDigest(former.code, { price: 1 })
    expect([isSaid(said, both.code, { price: 1 }), isSaid(said, both.code, { price: 2 }), isSaid(said, next.code, { price: 1 })]).toEqual([true, false, false])
  })

  it('where an invited driver is reached opens with the link as before', () => {
    const [sealed, resealed] = [former, both].map(({ code }) => sealedUnderToken(code).seal('token', 'place', 'ana@example.com'))
    if (!sealed || !resealed) throw new Error('nothing was sealed')
    expect([sealedUnderToken(both.code).open('token', 'place', sealed), sealedUnderToken(next.code).open('token', 'place', resealed)]).toEqual(['ana@example.com', 'ana@example.com'])
    expect(() => sealedUnderToken(next.code).open('token', 'place', sealed)).toThrow()
  })
})

describe('CHECKIN_DOCUMENT_KEY is changed while servers run (DEC-307, ASVS 11.2.2)', () => {
  it('what was typed and not saved is read, and kept with the next key when it is typed on', async () => {
    const { id } = await aRental()
    const { token } = await before.session('costaverde', id)
    const keep = (api: WholeApi, city: string) => api.call('PUT', '/api/draft', { token, body: { form: 'driver-contact/main', texts: { city } } })
    const read = async (api: WholeApi) => (await api.call('GET', '/api/draft', { token })).json<{ forms?: readonly { texts: object }[] }>().forms?.map(({ texts }) => texts)
    await keep(before, 'Faro')
    expect(await read(changing)).toEqual([{ city: 'Faro' }])
    await keep(changing, 'Lagos')
    const drafts = createDrafts(before.database, next.document)
    expect((await drafts.read({ tenantId: 'costaverde', reservationId: id })).forms.map(({ texts }) => texts)).toEqual([{ city: 'Lagos' }])
  })

  it('an account of a company opens, and `checkin keys document-key` stores it as the next revision with the next key, once, and wraps the keys of companies with it', async () => {
    const account = { url: 'https://sms.example', apiKey: 'key-of-the-tests-only', secret: 'secret-of-the-tests-only', sender: 'Rental' }
    const seals = { former: accountSeal(former.document), both: accountSeal(both.document), next: accountSeal(next.document) }
    const latest = () => inTenant((transaction) => latestAccount(transaction, 'costaverde', 'sms'))
    const opened = async (seal: typeof seals.next) => {
      const row = await latest()
      if (!row?.sealed || row.key_id === null) throw new Error('no account')
      return seal.open({ tenantId: 'costaverde', kind: 'sms', revision: row.revision }, { sealed: row.sealed, keyId: row.key_id })
    }
    await inTenant((transaction) => putAccount(transaction, seals.former, { tenantId: 'costaverde', kind: 'sms', account, actor: 'olga' }))
    expect(await opened(seals.both)).toEqual(account)
    await expect(opened(seals.next)).rejects.toThrow('is sealed with the key')
    const said: string[] = []
    for (let time = 0; time < 2; time += 1) await keysCommand(['document-key'], { env: { DATABASE_URL: place.database.url, CHECKIN_DOCUMENT_KEY: both.document }, print: (line) => { said.push(line) } })
    expect(said).toEqual([expect.stringMatching(/^1 accounts sealed anew, [1-9]\d* keys of tenants wrapped anew\.$/), '0 accounts sealed anew, 0 keys of tenants wrapped anew.'])
    // Whoever has the next key alone opens what is sealed in rows.
    const alone = await started(next)
    alsoStarted.push(alone)
    const rental = await alone.fleet('costaverde', 'GET', '/reservations/S1')
    expect(rental.json()).toMatchObject({ reservation: { driver: { address: 'Rua do Sol 1' } } })
    expect([await opened(seals.next), (await latest())?.revision, (await latest())?.actor]).toEqual([account, 2, 'checkin keys'])
  })

  it('keys of companies that the environment wrapped with the former key open, and are wrapped with the next one', async () => {
    const service = (secret: string) => keyServiceOf({ file: null, secret })
    const key = Buffer.alloc(32, 5)
    const wrapped = await service(former.document).wrap('of a company', key)
    expect(await service(both.document).unwrap('of a company', wrapped)).toEqual(key)
    expect(await service(next.document).unwrap('of a company', await service(both.document).wrap('of a company', key))).toEqual(key)
    await expect(service(next.document).unwrap('of a company', wrapped)).rejects.toMatchObject({ name: 'KeysUnavailable' })
  })
})
