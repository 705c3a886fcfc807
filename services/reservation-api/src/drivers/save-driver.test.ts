import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { breakCommits } from '@checkin/testing/database-outage'
import { logWords } from '@checkin/testing/log-words'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { photo } from '../../test/fixtures/hostile-files.fixture.ts'
import { aLicence, anAdditionalDriver, aSentDriver, aTrip, aTripWithAgeFee, driverApi, type DriverApi } from '../../test/fixtures/driver-api.fixture.ts'

let api: DriverApi
let picture: string
beforeAll(async () => {
  api = await driverApi()
  picture = (await photo(300, 200).jpeg().toBuffer()).toString('base64')
})
afterAll(() => api.stop())

const refusal = (answer: { json: () => unknown }) => {
  const { status, code, data } = answer.json() as { status: number; code: string; data: { issues?: { path: string; code: string }[] } | null }
  return { is: `${status} ${code}`, issues: data?.issues?.map((issue) => `${issue.path} ${issue.code}`) ?? [] }
}
const sealedFiles = async () => (await readdir(api.folder, { recursive: true })).filter((name) => name.endsWith('.sealed'))

describe('saving the main driver (API-23)', () => {
  it('keeps everything, and reservation, fleet and feed show it (DRIVER-56)', async () => {
    const renter = await api.renter('M1')
    const saved = await renter.save(aSentDriver({ secondDriverLicense: aLicence({ id: 'INT-1', issuePlace: null }) }))
    expect(saved.statusCode).toBe(200)
    expect((await renter.reservation()).driver).toMatchObject({
      birthDate: '1990-02-03', address: 'Rua do Sol 1', country: 'Portugal', countryId: 620, zipCode: '8000-138', city: 'Faro', taxNumber: '123456789', mobile: '+351912345678',
      mobileObj: { prefix: '351', phone: '912345678' }, document: { id: '12345678ZY4' }, driverLicense: { id: 'FA-123456', issueCountry: 'Portugal' }, secondDriverLicense: { id: 'INT-1' },
    })
    expect((await renter.fleet()).reservation.driver).toMatchObject({ birthDate: '1990-02-03', driverLicense: { id: 'FA-123456' }, secondDriverLicense: { id: 'INT-1' } })
    const { events } = (await api.fleet('costaverde', 'GET', '/events?after=0&limit=1000')).json<{ events: { kind: string; reference: string; data: object }[] }>()
    expect(events.at(-1)).toMatchObject({ kind: 'driver.saved', reference: 'M1', data: { role: 'main', rowVersion: 2 } })
  })
  it('leaves the company\'s own fields and the main driver\'s name alone, whatever is sent (DRIVER-02)', async () => {
    const renter = await api.renter('M2', aTrip({ driver: { name: 'Maria', surname: 'Silva', gwDriverId: 'GW-1', id: 4711 } }))
    expect((await renter.save(aSentDriver({ id: 4711, name: 'Other', surname: 'Person', undesirable: true, gwDriverId: 'GW-2' }))).statusCode).toBe(200)
    expect((await renter.fleet()).reservation.driver).toMatchObject({ id: 4711, name: 'Maria', surname: 'Silva', gwDriverId: 'GW-1', undesirable: false })
  })
  it('a field that is left out stays, an empty one is cleared', async () => {
    const renter = await api.renter('M3')
    await renter.save(aSentDriver())
    const { taxNumber: _left, ...without } = aSentDriver({ mobile: '', mobileObj: { prefix: '', phone: '' } })
    expect((await renter.save(without)).statusCode).toBe(200)
    expect((await renter.reservation()).driver).toMatchObject({ taxNumber: '123456789', mobile: null })
  })
  it('the loaded driver can be sent back as it is', async () => {
    const renter = await api.renter('M4')
    await renter.save(aSentDriver())
    expect(refusal(await renter.save((await renter.reservation()).driver)).is).toBe('undefined undefined')
  })
  it('the client\'s own `enabled` and unknown fields are refused (DRIVER-55)', async () => {
    const renter = await api.renter('M5')
    for (const change of [{ secondDriverLicense: aLicence({ enabled: true }) }, { isAdmin: true }, { driverLicense: aLicence({ imageFront: `data:image/webp;base64,${picture}` }) }]) {
      expect(refusal(await renter.save(aSentDriver(change))).is).toBe('400 InvalidRequest')
    }
  })
})

describe('what speaks against a save', () => {
  const licence = (change: object) => ({ driverLicense: aLicence(change) })
  const identityDocument = (change: object) => ({ document: { idType: 'passport', id: 'P1', expiryDate: '2035-01-01', ...change } })
  it.each([
    ['an address that is needed', { address: '' }, 'driver.address required'],
    ['a country (DRIVER-22)', { countryId: null, city: 'X' }, 'driver.countryId required'],
    ['a country that there is none of', { countryId: 999 }, 'driver.countryId invalid'],
    ['a postal code that does not exist (DRIVER-28)', { zipCode: '9999-999' }, 'driver.zipCode invalid'],
    ['no postal code where they are checked (DRIVER-23)', { zipCode: '' }, 'driver.zipCode required'],
    ['a wrong check digit (DRIVER-29)', { taxNumber: '123456788' }, 'driver.taxNumber invalid'],
    ['no tax number where they are checked (DRIVER-24)', { taxNumber: '' }, 'driver.taxNumber required'],
    ['no birth date (DRIVER-30)', { birthDate: '' }, null],
    ['a document issued after the pick-up (DRIVER-44)', identityDocument({ issueDate: '2031-05-03' }), 'driver.document.issueDate too-late'],
    ['a document that ends on the return day (DRIVER-45)', identityDocument({ expiryDate: '2031-05-07' }), 'driver.document.expiryDate too-early'],
    ['no document number (DRIVER-41)', identityDocument({ id: null }), 'driver.document.id required'],
    ['no licence', { driverLicense: null }, 'driver.driverLicense.id required'],
    ['no issue country (DRIVER-49)', licence({ issueCountryId: null }), 'driver.driverLicense.issueCountry required'],
    ['a licence from before birth (DRIVER-50)', licence({ issueDate: '1990-02-02' }), 'driver.driverLicense.issueDate too-early'],
    ['a licence from the future (DRIVER-50)', licence({ issueDate: '2099-01-01' }), 'driver.driverLicense.issueDate too-late'],
    ['a licence that ends on the return day (DRIVER-51)', licence({ expiryDate: '2031-05-07' }), 'driver.driverLicense.expiryDate too-early'],
    ['a licence for longer than 60 years (DRIVER-51, CONST-14)', licence({ expiryDate: '2190-01-01' }), 'driver.driverLicense.expiryDate too-late'],
    ['a second licence that is over (DRIVER-54)', { secondDriverLicense: aLicence({ expiryDate: '2020-01-01' }) }, 'driver.secondDriverLicense.expiryDate too-early'],
    ['a number without a prefix (DRIVER-37)', { mobileObj: { prefix: '', phone: '912345678' } }, 'driver.mobileObj.prefix required'],
    ['a prefix of no country (DRIVER-37)', { mobileObj: { prefix: '999', phone: '912345678' } }, 'driver.mobileObj.prefix invalid'],
    ['a number with a prefix of no country, in one (DRIVER-37)', { mobile: '+999912345678', mobileObj: undefined }, 'driver.mobileObj.prefix required'],
    ['a document of a type that there is none of (DRIVER-40)', identityDocument({ idType: 'zzz' }), 'driver.document.idType invalid'],
    ['a licence of a country that there is none of (DRIVER-49)', licence({ issueCountryId: 999 }), 'driver.driverLicense.issueCountry invalid'],
  ])('%s', async (_case, change, issue) => {
    const renter = await api.renter('P1')
    const { is, issues } = refusal(await renter.save(aSentDriver(change)))
    expect(is).toBe('400 InvalidRequest')
    if (issue) expect(issues).toContain(issue)
    expect((await renter.fleet()).rowVersion).toBe(1)
  })
  it('a mandatory field that is not shown never blocks (DRIVER-20, DEC-31)', async () => {
    expect((await (await api.renter('P2')).save(aSentDriver({ birthPlace: null }))).statusCode).toBe(200)
  })
  it.each([
    ['AgeNotAllowed (ERR-29)', '400 AgeNotAllowed', aSentDriver({ birthDate: '2012-01-01' }), false],
    ['Undesirable by the company\'s list (DRIVER-14)', '400 Undesirable', aSentDriver({ driverLicense: aLicence({ id: 'UNDES1' }) }), false],
    ['SameDriver by licence (DEC-36)', '400 SameDriver', anAdditionalDriver({ driverLicense: aLicence({ id: 'fa 123456' }) }), true],
    ['SameDriver by name and birth date (DEC-36)', '400 SameDriver', anAdditionalDriver({ name: 'MARÍA', surname: 'silva', birthDate: '1990-02-03' }), true],
    ['EmailInUse by the other driver (ERR-31)', '400 EmailInUse', anAdditionalDriver({ email: 'Maria.Silva@example.com' }), true],
  ])('%s', async (title, expected, driver, addDriver) => {
    const renter = await api.renter(`C-${title.split(' ').slice(0, 3).join('-').replace(/[^\w-]/g, '')}`, aTripWithAgeFee())
    await renter.save(aSentDriver())
    expect(refusal(await renter.save(driver, addDriver)).is).toBe(expected)
  })
  it('an e-mail of somebody on another reservation is in use', async () => {
    await api.renter('C1', aTrip({ driver: { name: 'Eva', surname: 'Lopes', email: 'eva.lopes@example.com' } }))
    expect(refusal(await (await api.renter('C2')).save(aSentDriver({ email: 'eva.lopes@example.com' }))).is).toBe('400 EmailInUse')
  })
  it('a rental agreement ends all changes', async () => {
    expect(refusal(await (await api.renter('D18', aTrip({ hasRentalAgreement: true }))).save(aSentDriver())).is).toBe('409 HasRentalAgreement')
  })
  it('the session that completed the check-in may only read; a later one may still mend it (DEC-85)', async () => {
    const renter = await api.renter('D1', aTrip({ isPrecheckoutEligible: false }))
    const body = { reservation: { reservation: renter.number }, extras: [], hasClickedUpgrade: false, hasCompletedReservation: true }
    expect((await renter.save(aSentDriver())).statusCode).toBe(200)
    expect((await api.call('PUT', '/api/reservation', { token: renter.token, body })).statusCode).toBe(200)
    expect(refusal(await renter.save(aSentDriver())).is).toBe('409 ReadOnlySession')
    const later = await api.session('costaverde', renter.id)
    const save = { reservation: renter.number, driver: aSentDriver(), addDriver: false, sessionKey: later.sessionKey }
    expect((await api.call('POST', '/api/driver', { token: later.token, body: save })).statusCode).toBe(200)
  })
  it('another tab\'s session and another reservation\'s number are refused (DEC-07)', async () => {
    const renter = await api.renter('D2')
    expect(refusal(await renter.save(aSentDriver(), false, { sessionKey: 'another-session' })).is).toBe('409 SessionMismatch')
    expect(refusal(await renter.save(aSentDriver(), false, { reservation: '12345678' })).is).toBe('400 CannotUpdate')
  })
})

describe('the additional driver', () => {
  it('is priced when saved, not before and only once (DEC-41)', async () => {
    const renter = await api.renter('X1')
    const before = (await renter.reservation()).reservation.totalPriceWithVAT
    expect((await renter.save(anAdditionalDriver(), true)).statusCode).toBe(200)
    expect((await renter.save(anAdditionalDriver({ city: 'Faro' }), true)).statusCode).toBe(200)
    const after = await renter.reservation()
    expect(after.reservation.totalPriceWithVAT).toBe(before + 30)
    expect(after.addDriver).toMatchObject({ name: 'Rui', surname: 'Costa', email: 'rui.costa@example.com' })
    expect(after.driver).toMatchObject({ name: 'Maria' })
    expect((await renter.fleet()).reservation.extras.find(({ extraID }) => extraID === 'ADDDRV')).toMatchObject({ isAccepted: true })
  })
  it('is refused where the reservation offers none', async () => {
    const renter = await api.renter('X2', aTrip({ extras: [] }))
    expect(refusal(await renter.save(anAdditionalDriver(), true)).is).toBe('400 CannotUpdate')
  })
  it('has rules of one\'s own: no tax number, no second licence', async () => {
    const renter = await api.renter('X3')
    expect((await renter.save(anAdditionalDriver({ secondDriverLicense: aLicence() }), true)).statusCode).toBe(200)
    expect((await renter.reservation()).addDriver).toMatchObject({ secondDriverLicense: null })
  })
  it('who is young brings the fee along, and takes it away when somebody else drives', async () => {
    const renter = await api.renter('X4', aTripWithAgeFee())
    const accepted = async () => (await renter.fleet()).reservation.extras.filter(({ isAccepted }) => isAccepted).map(({ extraID }) => extraID).sort()
    await renter.save(anAdditionalDriver({ birthDate: '2008-01-01', driverLicense: aLicence({ id: 'Y-1', issueDate: '2026-02-01' }) }), true)
    expect(await accepted()).toEqual(['ADDDRV', 'DAYS', 'YOUNG'])
    await renter.save(anAdditionalDriver(), true)
    expect(await accepted()).toEqual(['ADDDRV', 'DAYS'])
  })
  it('two saves at once both count, one after the other', async () => {
    const renter = await api.renter('X5')
    const answers = await Promise.all([renter.save(aSentDriver()), renter.save(anAdditionalDriver({ email: 'rui.x5@example.com' }), true), renter.save(aSentDriver({ city: 'Faro' }))])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect((await renter.reservation()).rowVersion).toBe(4)
  })
  it('a save that was decided on older data overwrites nothing, for either driver; one on the newest is stored (DEC-127)', async () => {
    const renter = await api.renter('X6')
    const { rowVersion } = await renter.reservation()
    expect((await renter.save(aSentDriver({ city: 'Faro' }), false, { rowVersion })).statusCode).toBe(200)
    for (const isAdditional of [false, true]) {
      const driver = isAdditional ? anAdditionalDriver({ email: 'rui.x6@example.com' }) : aSentDriver({ city: 'Lagos' })
      expect((await renter.save(driver, isAdditional, { rowVersion })).json()).toMatchObject({ status: 409, code: 'VersionConflict', data: { rowVersion: rowVersion + 1 } })
    }
    expect((await renter.reservation()).driver['city']).toBe('Faro')
    expect((await renter.save(aSentDriver({ city: 'Lagos' }), false, { rowVersion: rowVersion + 1 })).statusCode).toBe(200)
  })
  it('of two devices with the same data one saves, the other is told', async () => {
    const renter = await api.renter('X7')
    const { rowVersion } = await renter.reservation()
    const answers = await Promise.all(['Faro', 'Lagos', 'Tavira'].map((city) => renter.save(aSentDriver({ city }), false, { rowVersion })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  })
})

describe('pictures of documents', () => {
  const withPictures = (change: object = {}) => aSentDriver({ driverLicense: aLicence({ imageFront: picture, imageBack: picture, ...change }) })

  it('come back as WebP without a prefix, but to a link only that they are there (DRIVER-63, DEC-77)', async () => {
    const renter = await api.renter('I1')
    expect((await renter.save(withPictures())).statusCode).toBe(200)
    const { driverLicense } = (await renter.reservation()).driver
    expect(driverLicense).toMatchObject({ hasImageFront: true, hasImageBack: true })
    const webp = Buffer.from(driverLicense?.imageFront ?? '', 'base64')
    expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width: 300, height: 200 })
    const { token } = await api.session('costaverde', renter.id, 'link')
    const byLink = (await api.call('GET', `/api/reservation/${renter.guid}`, { token })).json<{ driver: { driverLicense: object } }>()
    expect(byLink.driver.driverLicense).toMatchObject({ imageFront: '', imageBack: '', hasImageFront: true, hasImageBack: true })
    expect((await renter.fleet()).pictures).toHaveLength(2)
  })
  it('an empty picture that is told to be there stays, any other empty one goes, with its bytes', async () => {
    const renter = await api.renter('I2')
    await renter.save(withPictures())
    const before = (await sealedFiles()).length
    await renter.save(withPictures({ imageFront: '', hasImageFront: true, imageBack: '', hasImageBack: false }))
    expect((await renter.reservation()).driver.driverLicense).toMatchObject({ hasImageFront: true, hasImageBack: false })
    expect((await sealedFiles()).length).toBe(before - 1)
  })
  it('stay where the commit broke off: it may have taken place, and then they belong to it', async () => {
    const renter = await api.renter('I9')
    const before = (await sealedFiles()).length
    const mend = await breakCommits(api.database.adminUrl, 'reservation.document_image')
    expect(refusal(await renter.save(withPictures())).is).toBe('504 OutcomeUnknown')
    await mend()
    expect((await sealedFiles()).length).toBe(before + 2)
  })
  it('what is no picture is refused with its place, nothing of it is stored, and the API goes on', async () => {
    const renter = await api.renter('I3')
    const before = await sealedFiles()
    for (const file of [Buffer.from('%PDF-1.7'), Buffer.from(picture, 'base64').subarray(0, 500), randomBytes(5000)]) {
      expect(refusal(await renter.save(withPictures({ imageBack: file.toString('base64') })))).toEqual({ is: '400 InvalidRequest', issues: ['driver.driverLicense.imageBack invalid'] })
    }
    expect(refusal(await renter.save(withPictures({ imageBack: 'no base64!' }))).is).toBe('400 InvalidRequest')
    expect(await sealedFiles()).toEqual(before)
    expect((await renter.fleet()).rowVersion).toBe(1)
  })
  it('lie sealed: no file holds a picture, and no key opens another\'s place', async () => {
    const renter = await api.renter('I4')
    await renter.save(withPictures())
    for (const name of await sealedFiles()) {
      const bytes = await readFile(join(api.folder, name))
      expect(bytes.includes('WEBP')).toBe(false)
      expect(bytes.includes('RIFF')).toBe(false)
    }
    const rows = await api.asAdmin(`select sealed_key from document_image where reservation_id = '${renter.id}'`)
    expect(new Set(rows.map((row) => (row['sealed_key'] as Buffer).toString('hex'))).size).toBe(2)
  })
  it('are needed on both sides where upload is mandatory (DRIVER-42, DRIVER-52, DEC-91), and not where there is no upload (DEC-30)', async () => {
    await api.settings({ isUploadMandatory: true })
    const renter = await api.renter('I5')
    const { issues } = refusal(await renter.save(withPictures({ imageBack: '' })))
    expect(issues).toEqual(['driver.document.imageFront required', 'driver.document.imageBack required', 'driver.driverLicense.imageBack required'])
    await api.settings({ isUploadMandatory: true, isUploadAvailable: false })
    expect((await renter.save(withPictures())).statusCode).toBe(200)
    expect((await renter.fleet()).pictures).toEqual([])
    await api.settings()
  })
  it('are gone, keys and bytes, when the personal data are deleted', async () => {
    const renter = await api.renter('I6')
    await renter.save(withPictures())
    const before = (await sealedFiles()).length
    expect((await api.fleet('costaverde', 'DELETE', '/reservations/I6/personal-data')).statusCode).toBe(204)
    expect((await sealedFiles()).length).toBe(before - 2)
    expect(await api.asAdmin(`select id from document_image where reservation_id = '${renter.id}'`)).toEqual([])
    expect((await renter.save(aSentDriver())).statusCode).toBe(401)
  })
  it('go when the tenant keeps them no longer after the return', async () => {
    const renter = await api.renter('I7')
    await renter.save(withPictures())
    await api.documents.cleanUp(api.database, 'costaverde', 30)
    expect((await renter.fleet()).pictures).toHaveLength(2)
    await api.asAdmin(`update reservation set check_in_at = now() - interval '31 days', check_out_at = now() - interval '40 days' where id = '${renter.id}'`)
    await api.documents.cleanUp(api.database, 'costaverde', 30)
    expect((await renter.fleet()).pictures).toEqual([])
  })
  it('are not those of whoever the company puts in the driver\'s place', async () => {
    const renter = await api.renter('I8')
    await renter.save(withPictures())
    await api.stored('costaverde', 'I8', aTrip({ driver: { name: 'Eva', surname: 'Pires', driverLicense: { id: 'E-1' } } }))
    expect((await renter.reservation()).driver.driverLicense).toMatchObject({ hasImageFront: false })
  })
  it('six pictures of 12 megapixels are saved in one call', async () => {
    const renter = await api.renter('I9')
    const big = (await photo(4000, 3000).jpeg({ quality: 60 }).toBuffer()).toString('base64')
    const both = { imageFront: big, imageBack: big }
    const driver = aSentDriver({ document: { idType: 'passport', id: 'P1', expiryDate: '2035-01-01', ...both }, driverLicense: aLicence(both), secondDriverLicense: aLicence({ id: 'INT-9', ...both }) })
    const startedAt = performance.now()
    expect((await renter.save(driver)).statusCode).toBe(200)
    console.info(`six 12-megapixel photos, ${Math.round(big.length * 6 / 1e6)} MB of base64: saved in ${Math.round(performance.now() - startedAt)} ms`)
    expect((await renter.fleet()).pictures).toHaveLength(6)
  })
  it('neither pictures nor what drivers typed are in the logs (DEC-80)', () => {
    const logs = logWords(api.logs())
    for (const word of [picture.slice(20, 60), 'Rua do Sol', '12345678ZY4', 'FA-123456', '912345678', 'maria.silva', 'Costa"']) expect(logs).not.toContain(word)
  })
})
