import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startBackgroundWork, type BackgroundWork } from '../src/background-work.ts'
import { signingApi, type SigningApi } from './fixtures/signing-renter.fixture.ts'
import { renewKey } from '../src/sealing/key-changes.ts'
import { createDrafts } from '../src/identity/drafts.ts'
import { accountSeal } from '../src/tenants/accounts/account-seal.ts'
import { oneMailer } from '../src/mail/mail-accounts.ts'
import { enqueueMail } from '../src/mail/outbox-store.ts'
import { oneCharge, paidOnce } from './fixtures/paying-renter.fixture.ts'
import { adminToken, aFleetReservation, keyServiceOfTests, tenantSettings } from './fixtures/whole-api.fixture.ts'

const never = 3_600_000
let world: SigningApi
let work: BackgroundWork
const sentTo: string[] = []

beforeAll(async () => {
  world = await signingApi()
  const { api } = world
  work = startBackgroundWork({
    database: api.database, service: api, documents: api.documents, drafts: createDrafts(api.database, 'document-secret-of-tests'), site: { scheme: 'http', port: 4000 },
    mailSecret: 'code-secret-of-tests', everyMs: { mail: never, payments: never, reconcile: never, agreements: never, events: never, cleanup: never },
    accounts: { database: api.database, seal: accountSeal('document-secret-of-tests'), isSingleCompany: true, log: api.app.log },
    mailAccounts: oneMailer({ send: (mail) => { sentTo.push(mail.to); return Promise.resolve({ kind: 'sent' }) }, close: () => undefined }),
  })
})
afterAll(async () => {
  await work.stop()
  await world.stop()
})

const corruptSettings = (tenant: string, settings: string) => world.api.asAdmin(`update tenant set settings = '${settings}' where id = '${tenant}'`)
const orderIsDue = () => world.api.asAdmin("update payment_outbox set next_attempt_at = now(), leased_until = null where state = 'queued'")
const agreementIsDue = () => world.api.asAdmin('update rental_agreement set next_attempt_at = now(), leased_until = null')

async function queueMail(to: string): Promise<void> {
  const { id } = await world.api.stored('costaverde', 'MAIL1')
  await world.api.database.withTenant('costaverde', (transaction) => enqueueMail(transaction, {
    tenantId: 'costaverde', kind: 'code', reservationId: id, to, language: 'en', payload: { code: '482913', reference: 'CV1001', minutes: 10 }, usefulSeconds: 600,
  }, 'code-secret-of-tests'))
}

/** A picture of a rental that ended long ago; its row is all that retention looks at. */
async function oldPicture(reference: string): Promise<() => Promise<number>> {
  const ended = aFleetReservation({ checkOut: { dateAndTime: '2020-05-02T10:30', place: 'Faro', timeZone: 'Europe/Lisbon' }, checkIn: { dateAndTime: '2020-05-07T10:00', place: 'Faro', timeZone: 'Europe/Lisbon' } })
  const { id } = await world.api.stored('costaverde', reference, ended)
  await world.api.asAdmin(`insert into document_image (tenant_id, id, reservation_id, role, part, side, sealed_key, bytes) values ('costaverde', gen_random_uuid(), '${id}', 'main', 'licence', 'front', '\\x00', 1)`)
  return async () => (await world.api.asAdmin(`select from document_image where reservation_id = '${id}'`)).length
}

const openTenants = () => world.api.app.inject({ method: 'GET', url: '/internal/v1/tenants', headers: { authorization: `Bearer ${adminToken}` } })
/** What a page of this tenant is answered when it asks for its configuration. */
const openConfiguration = async (tenant: string): Promise<number> => (await world.api.call('GET', '/api/config', { host: `${tenant}.localhost:4000` })).statusCode

describe('a tenant whose settings cannot be read', () => {
  // Its id sorts before the other's: whoever walks the tenants in order meets it first.
  beforeEach(() => corruptSettings('alpen', '{}'))

  it('does not keep the mails of another from leaving', async () => {
    await queueMail('other@example.com')
    await work.runAll()
    expect(sentTo).toContain('other@example.com')
  })

  it('does not keep the payments of another from their end', async () => {
    const renter = await world.renter()
    world.card.does('charge-silently')
    expect(await renter.pay()).toMatchObject({ status: 'checking' })
    await orderIsDue()
    await work.runAll()
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
  })

  it('does not keep the agreements of another from being made', async () => {
    const renter = await world.signer()
    world.card.does('charge-later')
    expect((await renter.submit()).state).not.toBe('ready')
    world.card.finish(undefined, { kind: 'held', providerId: 'p-1', amountMinor: 47_955, currency: 'EUR', captureBefore: null, card: null })
    for (let look = 0; look < 3; look += 1) {
      await orderIsDue()
      await agreementIsDue()
      await work.runAll()
    }
    expect((await renter.fleet()).agreement).toMatchObject({ state: 'open' })
  })

  it('does not keep the pictures of another beyond their time', async () => {
    const left = await oldPicture('OLD-1')
    await work.runAll()
    expect(await left()).toBe(0)
  })
})

describe('settings of another version', () => {
  const withFields = (fields: string) => `update tenant set settings = settings || '${fields}' where id = 'costaverde'`

  it('are read without the fields that this version does not know, wherever they stand', async () => {
    await world.api.asAdmin(withFields('{"fieldOfTomorrow": 1, "primaryBtn": {"color": "#fff", "backgroundColor": "#000", "shade": "#111"}}'))
    const { tenants } = (await openTenants()).json<{ tenants: { id: string; settings: object }[] }>()
    const { settings } = tenants.find(({ id }) => id === 'costaverde')!
    expect(settings).toMatchObject({ firmName: 'Costa Verde', primaryBtn: { color: '#fff', backgroundColor: '#000' } })
    expect(JSON.stringify(settings)).not.toMatch(/fieldOfTomorrow|shade/)
    await expect(openConfiguration('costaverde')).resolves.toBe(200)
  })

  it('are written strictly: a field that is not known is refused', async () => {
    const put = await world.api.app.inject({
      method: 'PUT', url: '/internal/v1/tenants/costaverde', headers: { authorization: `Bearer ${adminToken}` },
      payload: { host: 'costaverde.localhost', settings: { ...tenantSettings(), fieldOfTomorrow: 1 } },
    })
    expect(put.statusCode).toBe(400)
  })
})

describe('the tenant itself whose settings cannot be read', () => {
  it('keeps its last good settings in a process that knows them', async () => {
    await world.api.asAdmin("update tenant set settings = '{}' where id = 'costaverde'")
    await expect(openConfiguration('costaverde')).resolves.toBe(200)
    await work.runAll()
    expect(world.api.logs()).toContain('the last good ones are kept')
  })

  it('answers 503 in a process that never knew any, and no other tenant does', async () => {
    await world.api.asAdmin("insert into tenant (id, host, settings) values ('newcomer', 'newcomer.localhost', '{}')")
    await expect(openConfiguration('newcomer')).resolves.toBe(503)
    await expect(openConfiguration('costaverde')).resolves.toBe(200)
  })

  it('is told of once in the log, as a figure, to the console and among the tenants', async () => {
    await work.runAll()
    await work.runAll()
    const warnings = world.api.logs().split('\n').filter((line) => line.includes('"tenant":"newcomer"') && line.includes('it is not served'))
    expect(warnings).toHaveLength(1)
    expect(await world.api.metrics.metrics()).toMatch(/checkin_tenants_unreadable\S* 3/)
    const attention = await world.api.app.inject({ method: 'GET', url: '/internal/v1/attention', headers: { authorization: `Bearer ${adminToken}` } })
    expect(attention.json<{ rows: object[] }>().rows).toContainEqual(expect.objectContaining({ host: 'newcomer.localhost', kind: 'settings-unreadable', reference: 'newcomer', since: expect.any(String) as string }))
    const { unreadable } = (await openTenants()).json<{ unreadable: object[] }>()
    expect(unreadable).toContainEqual({ id: 'newcomer', host: 'newcomer.localhost', problem: expect.stringContaining('firmName') as string, revision: 1, changedAt: expect.any(String) as string })
  })

  it('is served again when somebody puts its settings right', async () => {
    const put = await world.api.app.inject({
      method: 'PUT', url: '/internal/v1/tenants/newcomer', headers: { authorization: `Bearer ${adminToken}` }, payload: { host: 'newcomer.localhost', settings: tenantSettings() },
    })
    expect(put.statusCode).toBe(200)
    await expect(openConfiguration('newcomer')).resolves.toBe(200)
    await work.runAll()
    expect(world.api.logs()).toContain('settings of a tenant can be read again')
  })
})

describe('what work tells of itself as a security event (DEC-216)', () => {
  /** The lines of an event so far. */
  const linesOf = (name: string): readonly object[] => world.api.logs().split('\n').filter((line) => line.includes(`"event.name":"${name}"`)).map((line) => JSON.parse(line) as object)

  it('a mail that is given up, by the name of the work and nothing of the mail', async () => {
    await queueMail('unreadable@example.com')
    await world.api.asAdmin("update mail_outbox set payload = 'x' where to_address = 'unreadable@example.com'")
    const before = linesOf('work.gave-up').length
    await work.runAll()
    const [line, ...more] = linesOf('work.gave-up').slice(before)
    expect([line, more]).toMatchObject([{ 'checkin.work': 'mail', 'severityNumber': 13 }, []])
    expect(JSON.stringify(line)).not.toContain('unreadable')
  })

  it('a company\'s former key of personal data that is gone after a rotation, once', async () => {
    for (let at = 0; at < 2; at += 1) await renewKey(world.api.database, keyServiceOfTests(), 'alpen', 0)
    await work.runAll()
    expect(linesOf('key.rotated')).toEqual([])
    await world.api.asAdmin("update tenant set resealing_since = now() - interval '2 minutes' where id = 'alpen'")
    await work.runAll()
    await work.runAll()
    expect(linesOf('key.rotated')).toMatchObject([{ 'service.name': 'reservation-api' }])
    expect(await world.api.asAdmin("select is_current from data_key where tenant_id = 'alpen'")).toEqual([{ is_current: true }])
  })
})
