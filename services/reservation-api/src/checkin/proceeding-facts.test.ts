import { randomUUID } from 'node:crypto'
import { testDatabase, type TestDatabase } from '@checkin/server/testing'
import type { TenantSettings } from '@checkin/internal'
import type { Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aDriverRow, aReservationRow, aTenantSettings } from '../../test/fixtures/reservation-row.fixture.ts'
import { withTerms } from '../../test/fixtures/terms.fixture.ts'
import { recordAcceptance } from '../agreement/terms/acceptance-store.ts'
import type { Act, FlowStep } from '../reservations/proceeding.ts'
import { loadReservation, type DriverRow, type ExtraRow, type StoredReservation } from '../reservations/reservation-store.ts'
import { ExtraDetails } from '../reservations/stored-documents.ts'
import { migrationsFolder } from '../settings.ts'
import type { Tables } from '../tables.ts'
import { putTenant } from '../tenants/tenant-store.ts'
import { createProceeding } from './proceeding.ts'

let database: TestDatabase<Tables>
const host = 'costaverde.localhost'
beforeAll(async () => {
  database = await testDatabase<Tables>({ schema: 'reservation', migrations: migrationsFolder })
  await database.withTx((transaction) => putTenant(transaction, { id: 'costaverde', host, settings: aTenantSettings(), fleetToken: null }))
  await withTerms(database, 'costaverde')
})
afterAll(() => database.close())
const within = <Result>(work: (transaction: Transaction<Tables>) => Promise<Result>): Promise<Result> => database.withTenant('costaverde', work)

const needed = { visible: true, mandatory: true }
const modules = (off: readonly FlowStep[] = []): TenantSettings['modules'] =>
  (['adview', 'upview', 'exview', 'uploadview', 'paymentview', 'precheckoutview'] as const).map((viewTag) => ({ viewTag, isEnabled: !off.includes(viewTag), skipAllowed: true }))
const tenantWith = (change: Partial<TenantSettings> = {}) =>
  ({ id: 'costaverde', host, settings: aTenantSettings({ modules: modules(), fieldRules: { main: { fields: { address: needed }, second: {} }, additional: { city: needed } }, ...change }) })

type DriverFacts = Partial<Omit<DriverRow, 'id' | 'document' | 'licence' | 'second_licence'>>
interface Situation {
  readonly agrees?: boolean
  readonly main?: DriverFacts | null
  readonly additional?: DriverFacts
  /** Whether the additional driver's extra was accepted; null where there is no such extra. */
  readonly isAccepted?: boolean | null
}
const complete = { birth_date: '1990-02-03', country_id: 620, address: 'Rua do Sol 1' }
const rui = { name: 'Rui', surname: 'Costa', birth_date: '1985-07-08', country_id: 620, city: 'Faro' }

const anExtra = (flags: readonly string[], isAccepted: boolean): ExtraRow => ({
  tenant_id: 'costaverde', reservation_id: '', extra_id: flags.join() || 'SEAT', description: '', observations: null, translations: {}, category: null, rate_period_type: 'other', order_to_show: 0,
  value_minor: 0, tax_rate: 0, tax_id: null, discount_rate: 0, quantity: 1, included_quantity: 0, units: 1, is_accepted: isAccepted, is_included: false, flags: [...flags], accepted_at: null, details: ExtraDetails.parse({}),
})

/** A stored reservation of somebody between 21 and 80 years, as a test says. */
async function stored({ agrees = true, main = complete, additional, isAccepted = true }: Situation = {}): Promise<StoredReservation> {
  const row = aReservationRow({ vehicle: JSON.stringify({ groupId: 'B', groupMinAge: 21, groupMaxAge: 80 }), driver_rules: JSON.stringify({ undesirableLicences: [], ageFees: [] }), is_precheckout_eligible: true })
  return within(async (transaction) => {
    await transaction.insertInto('reservation').values(row).execute()
    if (main) await transaction.insertInto('driver').values({ ...aDriverRow({ reservation_id: row.id }), ...main }).execute()
    if (additional) await transaction.insertInto('driver').values({ ...aDriverRow({ reservation_id: row.id, role: 'additional', number: 2 }), ...additional }).execute()
    if (agrees) await recordAcceptance(transaction, { tenantId: 'costaverde', reservationId: row.id, sessionId: randomUUID(), acceptedDate: '2026-11-22', timeZone: 'Europe/Lisbon', documents: [] })
    const found = await loadReservation(transaction, 'costaverde', { id: row.id })
    if (!found) throw new Error('it was stored')
    return { ...found, extras: isAccepted === null ? [] : [anExtra([], true), anExtra(['isAddDriver'], isAccepted)] }
  })
}

const rules = createProceeding({ postalCodes: () => null })
const missing = (reservation: StoredReservation, act: Act, { settings = {}, steps }: { settings?: Partial<TenantSettings>; steps?: readonly FlowStep[] } = {}) =>
  within((transaction) => rules.missing(transaction, { tenant: tenantWith(settings), stored: reservation, act, ...(steps && { steps }) }))
const data = (step: string, ...fields: readonly string[]) => ({ code: 'DriverDataMissing', step, fields })
const terms = { code: 'TermsNotAccepted', step: 'reservation' }
const age = { code: 'AgeNotAllowed', step: 'overview', fields: ['addDriver.birthDate'] }

describe('whether the terms are settled (VERIF-22, DEC-95)', () => {
  it('is what the renter did, where the company has any', async () => {
    const [agreed, open] = [await stored(), await stored({ agrees: false })]
    expect([await missing(agreed, 'change'), await missing(open, 'change'), await missing(open, 'change', { settings: { terms: [] } })]).toEqual([[], [terms], []])
  })

  it('is told to the page, with all that is missing', async () => {
    const readiness = (reservation: StoredReservation) => within((transaction) => rules.readiness(transaction, tenantWith(), reservation))
    expect(await readiness(await stored())).toEqual({ termsAccepted: true, missing: { complete: [], pay: [], precheckout: [] } })
    expect(await readiness(await stored({ agrees: false }))).toEqual({ termsAccepted: false, missing: { complete: [terms], pay: [terms], precheckout: [terms] } })
  })

  it('decides before anything is written: the refusal names all that is missing', async () => {
    const reservation = await stored({ agrees: false, main: { ...complete, address: null } })
    const required = (subject: StoredReservation) => within((transaction) => rules.require(transaction, { tenant: tenantWith(), stored: subject, act: 'complete' }))
    await expect(required(reservation)).rejects.toMatchObject({ status: 409, code: 'TermsNotAccepted', data: { missing: [terms, data('driver-details', 'driver.address')] } })
    await expect(required(await stored())).resolves.toBeUndefined()
  })
})

describe('the main driver as stored (DEC-95)', () => {
  it('of whom nothing is known lacks all that the first screen asks for', async () => {
    const settings = { fieldRules: { main: { fields: { name: needed, surname: needed, birthDate: needed }, second: {} }, additional: {} } }
    expect(await missing(await stored({ main: null }), 'complete', { settings })).toEqual([data('verify-driver', 'driver.name', 'driver.surname', 'driver.birthDate')])
  })

  it('lacks what the tenant\'s rules for main drivers ask for, and nothing of those for additional ones', async () => {
    expect([await missing(await stored(), 'complete'), await missing(await stored({ main: { ...complete, address: null } }), 'complete')]).toEqual([[], [data('driver-details', 'driver.address')]])
  })

  it('is refused by the company\'s own data about the person', async () => {
    expect(await missing(await stored({ main: { ...complete, undesirable: true } }), 'pay')).toEqual([{ code: 'Undesirable', step: 'verify-driver' }])
  })

  it('is not refused for an e-mail address that the additional driver has as well, which that one is told when saving', async () => {
    const email = `${randomUUID()}@example.com`
    const both = await stored({ main: { ...complete, email }, additional: { ...rui, email } })
    expect(await missing(both, 'complete')).toEqual([])
    expect(await missing({ ...both, addDriver: null }, 'complete')).toEqual([data('driver-contact', 'driver.email')])
  })

  it('is not compared with the additional driver, who may be the same person by mistake (DEC-95)', async () => {
    expect(await missing(await stored({ additional: { ...complete, name: 'Maria', city: 'Faro' } }), 'complete')).toEqual([])
  })

  it('has the pictures of the own documents, not those of the other driver', async () => {
    const reservation = await stored()
    const settings = { isUploadAvailable: true, isUploadMandatory: true, fieldRules: { main: { fields: { address: needed, imageFront: needed }, second: {} }, additional: {} } }
    const without = await missing(reservation, 'complete', { settings })
    const withPictures = (role: DriverRow['role']): StoredReservation => ({
      ...reservation, pictures: (['document', 'licence'] as const).flatMap((part) => (['front', 'back'] as const).map((side) => ({ role, part, side }) as StoredReservation['pictures'][number])),
    })
    expect(without.flatMap(({ fields = [] }) => fields).filter((field) => field.includes('image'))).not.toEqual([])
    expect(await missing(withPictures('main'), 'complete', { settings })).toEqual(without.flatMap(({ fields = [], ...rest }) => {
      const other = fields.filter((field) => !field.includes('image'))
      return other.length > 0 ? [{ ...rest, fields: other }] : []
    }))
    expect(await missing(withPictures('additional'), 'complete', { settings })).toEqual(without)
  })

  it('is asked for the postal code in the table that the service was given', async () => {
    const asked: string[] = []
    const strict = createProceeding({ postalCodes: (zipCode, country) => { asked.push(`${zipCode} ${country}`); return [] } })
    const settings = { validatePostalCode: ['PT'], fieldRules: { main: { fields: { zipCode: { visible: true, mandatory: false } }, second: {} }, additional: {} } }
    const reservation = await stored({ main: { ...complete, zip_code: '9999-999' } })
    expect(await within((transaction) => strict.missing(transaction, { tenant: tenantWith(settings), stored: reservation, act: 'complete' }))).toEqual([data('driver-details', 'driver.zipCode')])
    expect(asked).toEqual(['9999-999 PT'])
  })
})

describe('the additional driver (DEC-41, DEC-98)', () => {
  const child = { ...rui, birth_date: '2012-02-03' }
  it('whose age does not fit the group blocks completion and nothing else', async () => {
    const reservation = await stored({ additional: child })
    expect([await missing(reservation, 'complete'), await missing(reservation, 'pay')]).toEqual([[age], []])
    expect(await missing(await stored({ additional: rui }), 'complete')).toEqual([])
  })

  it.each([
    ['whose extra was not accepted', { additional: child, isAccepted: false }], ['without any such extra', { additional: child, isAccepted: null }],
    ['who lacks what the rules for additional drivers ask for', { additional: { ...child, city: null } }], ['of whom there is none', {}],
  ] as const)('%s was not finished, and never blocks', async (_who, situation) => {
    expect(await missing(await stored(situation), 'complete')).toEqual([])
  })

  it('whose birth date nobody asks for has no age', async () => {
    const hidden = { visible: false, mandatory: false }
    const settings = { fieldRules: { main: { fields: {}, second: {} }, additional: { birthDate: hidden } } }
    expect(await missing(await stored({ additional: { ...rui, birth_date: null } }), 'complete', { settings })).toEqual([])
  })

  it('may drive from the birthday on that makes the group\'s age, on the day of pick-up', async () => {
    const born = (birthDate: string) => stored({ additional: { ...rui, birth_date: birthDate } })
    expect([await missing(await born('2010-05-02'), 'complete'), await missing(await born('2010-05-03'), 'complete')]).toEqual([[], [age]])
  })
})

describe('what the company and the tenant allow', () => {
  it('is pre-checkout where both do (API-21)', async () => {
    const reservation = await stored()
    const notEligible = [{ code: 'NotEligible', step: 'reservation' }]
    const closed = { ...reservation, row: { ...reservation.row, is_precheckout_eligible: false } }
    expect([await missing(reservation, 'enterPrecheckout'), await missing(closed, 'enterPrecheckout'), await missing(reservation, 'enterPrecheckout', { settings: { modules: modules(['precheckoutview']) } })]).toEqual([[], notEligible, notEligible])
  })

  it('is a step that is on, where the act belongs to it (SHELL-05)', async () => {
    const reservation = await stored()
    const settings = { modules: modules(['exview']) }
    expect([await missing(reservation, 'change', { settings }), await missing(reservation, 'change', { settings, steps: ['upview'] }), await missing(reservation, 'change', { settings, steps: ['exview'] })])
      .toEqual([[], [], [{ code: 'ModuleOff', step: 'overview' }]])
  })
})
