import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { logWords } from '@checkin/testing/log-words'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setSealing } from '../src/sealing/key-changes.ts'
import { readableIn } from './fixtures/database-dump.fixture.ts'
import { aLicence, anAdditionalDriver, aSentDriver, aTrip } from './fixtures/driver-api.fixture.ts'
import { goOnWith, signingApi, type SigningApi } from './fixtures/signing-renter.fixture.ts'

/** The renter's card as receipts and payments name it: with its mask, since four digits alone lie in many a random number or time. */
const cardMarker = '4111 ****'

/** Words that stand for one person and lie nowhere by chance. */
const markersOf = (run: string) => ({
  name: `Needlename${run}`, surname: `Needlesurname${run}`, email: `needle.${run}@example.com`, signer: `needle.signer.${run}@example.com`, address: `Needle Street ${run}`, city: `Needletown${run}`,
  licence: `NEEDLE-LIC-${run}`, document: `NEEDLEDOC${run}`, voucher: `NEEDLE-VOUCHER-${run}`, guest: `Needleguest${run}`, guestEmail: `needle.guest.${run}@example.com`,
})

/** Everything that a check-in and pre-checkout leave: drivers with pictures, a draft, an invitation, a payment by card, a signature, links, mails, papers, readings. */
async function checkedIn(world: SigningApi, run: string) {
  const { api } = world
  const markers = markersOf(run)
  const picture = (await sharp({ create: { width: 120, height: 80, channels: 3, background: '#336699' } }).png().toBuffer()).toString('base64')
  const driver = { name: markers.name, surname: markers.surname, email: markers.email, address: markers.address, city: markers.city, driverLicense: aLicence({ id: markers.licence }) }
  const renter = await world.signer(aTrip({ customer: { name: markers.name, surname: markers.surname, email: markers.email }, emailToSign: markers.signer, voucherNr: markers.voucher, driver, isCompleted: false }))
  const save = (sent: object, addDriver: boolean) => renter.call('POST', '/driver', { reservation: renter.number, driver: sent, addDriver, sessionKey: renter.sessionKey })
  const answers = [
    await save(aSentDriver({ ...driver, document: { idType: 'id-card', id: markers.document, expiryDate: '2035-01-01' }, driverLicense: aLicence({ id: markers.licence, imageFront: picture, imageBack: picture }) }), false),
    await save(anAdditionalDriver({ name: markers.guest, surname: markers.surname, email: markers.guestEmail, driverLicense: aLicence({ id: `${markers.licence}-2` }) }), true),
    await renter.call('PUT', '/draft', { form: 'driver-contact/main', texts: { email: markers.email, address: markers.address } }),
    await renter.call('POST', '/invitation', { email: markers.guestEmail }),
    await api.fleet('costaverde', 'POST', '/links', { reference: renter.reference, purpose: 'verify' }),
  ]
  expect(answers.map(({ statusCode, body }) => (statusCode < 300 ? 'done' : body))).toEqual(answers.map(() => 'done'))
  expect((await renter.pay({ amount: (await renter.fleet()).summary.cashier.pendingValues })).status).toBe('paid')
  const { signatureURL } = await (await renter.link()).submit()
  world.signatures.signs(signatureURL ?? '', { name: `${markers.name} ${markers.surname}` })
  await renter.comesBack(signatureURL ?? '')
  await goOnWith(world, renter)
  await api.documents.pdfs.store(api.database, { tenantId: 'costaverde', reservationId: renter.id, kind: 'receipt', language: 'en', pdf: Buffer.from(`%PDF-1.7 ${markers.name}`) })
  return { ...renter, markers, exported: () => api.fleet('costaverde', 'GET', `/reservations/${renter.reference}/personal-data`), erased: () => api.fleet('costaverde', 'DELETE', `/reservations/${renter.reference}/personal-data`) }
}

/** Columns of sealed and of hashed values that are filled for a reservation: what a search for words cannot see. */
async function filledBytes(api: SigningApi['api'], reservationId: string): Promise<readonly string[]> {
  const columns = await api.asAdmin(`select c.table_name as table, c.column_name as name, o.column_name as key from information_schema.columns c
    join information_schema.columns o on o.table_schema = c.table_schema and o.table_name = c.table_name and o.column_name = case c.table_name when 'reservation' then 'id' else 'reservation_id' end
    where c.table_schema = 'reservation' and (c.data_type = 'bytea' or c.column_name ~ '(digest|hash)$')`)
  const filled = await Promise.all(columns.map(async ({ table, name, key }) => {
    const rows = await api.asAdmin(`select 1 from "${String(table)}" where "${String(key)}" = '${reservationId}' and "${String(name)}" is not null limit 1`)
    return rows.length > 0 ? [`${String(table)}.${String(name)}`] : []
  }))
  return filled.flat().sort()
}

const filesIn = (folder: string): readonly string[] => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name }) => name)

let world: SigningApi
beforeAll(async () => { world = await signingApi() })
afterAll(() => world.api.stop())

describe.each([['clear', false, 'a'], ['sealed', true, 'b']] as const)('a person who was erased, whose rows were %s (REL-7, REL-14)', (_form, isSealed, run) => {
  it('was whole in the answer to one call before, and is in no table, no file and no line of the log', async () => {
    const { api } = world
    await setSealing(api.database, 'costaverde', isSealed)
    const renter = await checkedIn(world, run)
    const markers = Object.values(renter.markers)
    const { statusCode, body } = await renter.exported()
    expect([statusCode, markers.filter((each) => !body.includes(each)), (JSON.parse(body) as { pictures: object[] }).pictures.length]).toEqual([200, [], 2])
    // What was there is found by the same search, so that finding nothing says something.
    expect((await readableIn(api, markers)).length).toBeGreaterThan(isSealed ? 5 : 12)
    expect(await readableIn(api, [cardMarker])).not.toEqual([])
    expect(await filledBytes(api, renter.id)).toEqual(expect.arrayContaining([
      'access_link.token_hash', 'document_image.sealed_key', 'paper.sealed_key', 'rental_agreement.sealed_url', 'driver_invitation.sealed_email', 'form_draft.sealed_texts', 'mail_outbox.payload', 'payment_key.body_digest', 'reservation.fleet_digest', ...(isSealed ? ['driver.sealed', 'driver.licence_hash', 'rental_agreement.sealed'] : []),
    ]))
    expect(filesIn(api.folder).length).toBeGreaterThanOrEqual(3)

    expect((await renter.erased()).statusCode).toBe(204)

    expect(await readableIn(api, [...markers, cardMarker])).toEqual([])
    // Sessions that have ended: random numbers of a browser, for the day in which they are kept.
    expect(await filledBytes(api, renter.id)).toEqual(['renter_session.token_hash'])
    expect(filesIn(api.folder)).toEqual([])
    expect(markers.filter((each) => logWords(api.logs()).includes(each))).toEqual([])
  })
})
