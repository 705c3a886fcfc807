import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aFleetReservation, tenantSettings, wholeApi, type WholeApi } from '../../test/fixtures/whole-api.fixture.ts'
import { workFinder } from '../tenants/due-work.ts'
import { endPersonalData, oldPersonalData, type Retention } from './personal-data-retention.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

const marked = aFleetReservation({
  customer: { name: 'Ix-Name', surname: 'Ix-Surname', email: 'ix@markers.example' }, emailToSign: 'ix@markers.example',
  driver: { name: 'Ix-Name', surname: 'Ix-Surname', address: 'Ix-Street', driverLicense: { id: 'IX-LICENCE' } }, voucherNr: 'IX-VOUCHER',
})

/** A rental that was returned so many days ago, with a receipt. */
async function returned(reference: string, daysAgo: number, tenant = 'costaverde'): Promise<{ readonly id: string; readonly receipt: string }> {
  const { id } = await api.stored(tenant, reference, marked)
  await api.asAdmin(`update reservation.reservation set check_in_at = now() at time zone 'UTC' - interval '${daysAgo} days', check_out_at = now() at time zone 'UTC' - interval '${daysAgo + 5} days' where id = '${id}'`)
  const receipt = await api.documents.pdfs.store(api.database, { tenantId: tenant, reservationId: id, kind: 'receipt', language: 'en', pdf: Buffer.from(`%PDF-1.7 ${reference}`) })
  return { id, receipt }
}

const end = (retention: Retention, tenant = 'costaverde') => endPersonalData(api.database, api.documents, tenant, retention)
const nameOf = async (id: string) => (await api.asAdmin(`select customer_name as name from reservation.reservation where id = '${id}'`))[0]?.['name']
const pdf = async (reference: string, id: string) => (await api.fleet('costaverde', 'GET', `/reservations/${reference}/papers/${id}`)).statusCode
const dump = async () => {
  const tables = await api.asAdmin('select table_name from information_schema.tables where table_schema = \'reservation\'')
  return JSON.stringify(await Promise.all(tables.map(({ table_name: name }) => api.asAdmin(`select to_jsonb(t) as row from "${String(name)}" t`))))
}

describe('personal data of a company that says how long it keeps them (REL-7)', () => {
  it('end so many days after the return and not before, and the feed says so', async () => {
    const [old, recent] = [await returned('OLD1', 91), await returned('RECENT1', 89)]
    await end({ personalDataRetentionDays: 90, pdfRetentionDays: null })
    expect([await nameOf(old.id), await nameOf(recent.id)]).toEqual(['', 'Ix-Name'])
    expect([await pdf('OLD1', old.receipt), await pdf('RECENT1', recent.receipt)]).toEqual([404, 200])
    const { events } = (await api.fleet('costaverde', 'GET', '/events?limit=1000')).json<{ events: { kind: string; reference: string }[] }>()
    expect(events.filter(({ kind }) => kind === 'reservation.erased').map(({ reference }) => reference)).toEqual(['OLD1'])
  })

  it('stay where the company says nothing', async () => {
    const { id } = await returned('KEPT1', 5000)
    await end({ personalDataRetentionDays: null, pdfRetentionDays: null })
    expect(await nameOf(id)).toBe('Ix-Name')
  })

  it('of another company stay as that one wants', async () => {
    const { id } = await returned('FOREIGN1', 400, 'alpen')
    await end({ personalDataRetentionDays: 90, pdfRetentionDays: null })
    expect(await nameOf(id)).toBe('Ix-Name')
  })

  it('leave nothing in the database when all of them have ended', async () => {
    await end({ personalDataRetentionDays: 30, pdfRetentionDays: null })
    await end({ personalDataRetentionDays: 30, pdfRetentionDays: null }, 'alpen')
    expect(await dump()).not.toMatch(/ix-(name|surname|street|licence|voucher)|ix@/i)
  })

  it('of more rentals than are looked for at once end in one run', async () => {
    for (let at = 0; at < 120; at += 1) await returned(`MANY${at}`, 200)
    await end({ personalDataRetentionDays: 90, pdfRetentionDays: null })
    expect(await dump()).not.toMatch(/ix-(name|surname|street|licence|voucher)|ix@/i)
  })
})

describe('papers that outlast the person, as tax law asks (REL-7)', () => {
  const retention: Retention = { personalDataRetentionDays: 90, pdfRetentionDays: 3650 }
  it('stay readable for the company until their own time is over', async () => {
    const { id, receipt } = await returned('TAX1', 100)
    await end(retention)
    expect([await nameOf(id), await pdf('TAX1', receipt)]).toEqual(['', 200])
    await api.asAdmin(`update reservation.reservation set pdfs_until = now() - interval '1 minute' where id = '${id}'`)
    await end(retention)
    expect(await pdf('TAX1', receipt)).toBe(404)
  })

  it('go at once when the company deletes the personal data itself', async () => {
    const { receipt } = await returned('TAX2', 100)
    await end(retention)
    expect((await api.fleet('costaverde', 'DELETE', '/reservations/TAX2/personal-data')).statusCode).toBe(204)
    expect(await pdf('TAX2', receipt)).toBe(404)
  })

  it('are not kept beyond the person when their time is the shorter one', async () => {
    const { receipt } = await returned('TAX3', 100)
    await end({ personalDataRetentionDays: 90, pdfRetentionDays: 60 })
    expect(await pdf('TAX3', receipt)).toBe(404)
  })
})

describe('the look for companies whose personal data are to end (REL-7, REL-13)', () => {
  it('finds only those whose period is over, and papers whose end has come', async () => {
    await returned('LOOK1', 100)
    const { id } = await returned('LOOK2', 100)
    await end({ personalDataRetentionDays: null, pdfRetentionDays: null })
    await api.asAdmin(`update reservation.reservation set erased_at = now(), pdfs_until = now() - interval '1 day' where id = '${id}'`)
    const found = await workFinder(api.database.kysely)(oldPersonalData)
    expect(found.map(({ place, tenantId }) => [place, tenantId])).toEqual(expect.arrayContaining([[0, 'costaverde'], [1, 'costaverde']]))
    const [persons] = oldPersonalData
    const tenantWith = (days: number | null) => ({ id: 'costaverde', host: 'x', settings: tenantSettings({ personalDataRetentionDays: days }) }) as Parameters<NonNullable<NonNullable<typeof persons>['isDue']>>[0]
    const since = new Date(Date.now() - 100 * 24 * 3600 * 1000)
    expect([90, 110, null].map((days) => persons?.isDue?.(tenantWith(days), since))).toEqual([true, false, false])
  })
})
