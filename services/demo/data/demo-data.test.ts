import { TenantSettings } from '@checkin/internal'
import { describe, expect, it } from 'vitest'
import { carImage } from './car-images.ts'
import { bornYearsBefore, dayIn, daysLater } from './dates.ts'
import { demoReservations, demoTenants, replaceable } from './demo-data.ts'
import { demoTerms } from './demo-terms.ts'
import { furtherReservations, furtherTenants, importIdOf } from './further-tenants.ts'

const noon = new Date('2026-11-21T12:00:00Z')
const find = (reference: string, now = noon) => {
  const found = demoReservations(now).find(({ reservation }) => reservation.reference === reference)
  if (!found) throw new Error(`${reference} is missing`)
  return found.reservation
}
const taken = (reference: string) => find(reference).extras.filter(({ isAccepted, isIncluded }) => isAccepted && !isIncluded).map(({ extraID }) => extraID)

describe('the tenants and reservations of the demo', () => {
  it('has the fifteen reservations of four tenants', () => {
    expect(demoReservations(noon).map(({ tenant, reservation }) => `${tenant} ${reservation.reference}`)).toEqual([
      ...Array.from({ length: 11 }, (_, at) => `costaverde CV${1001 + at}`), 'islandcars IC2001', 'islandcars IC2002', 'alpen AL3001', 'norte NO4001',
    ])
    expect(demoTenants.map(({ host }) => host)).toEqual(['costaverde.localhost', 'islandcars.localhost', 'alpen.localhost', 'norte.localhost'])
  })
  it('every pick-up lies ahead and every return after it, on any day of the year', () => {
    for (const now of ['2026-02-26T00:10:00Z', '2026-03-28T23:50:00Z', '2026-10-24T23:30:00Z', '2027-12-30T12:00:00Z', '2028-02-28T12:00:00Z'].map((text) => new Date(text))) {
      for (const { reservation: { reference, checkOut, checkIn } } of demoReservations(now)) {
        expect(checkOut.dateAndTime.slice(0, 10) > dayIn(now, checkOut.timeZone), reference).toBe(true)
        expect(checkIn.dateAndTime > checkOut.dateAndTime, reference).toBe(true)
      }
    }
  })
  it('shows each case that it promises', () => {
    expect(new Set(find('CV1001').extras.flatMap(({ category }) => category ?? []))).toEqual(new Set(['insurances', 'additional_services', 'equipment']))
    expect(find('CV1001').extras.find(({ isAddDriver }) => isAddDriver)).toMatchObject({ isValuePerRA: true, value: 24.39 })
    expect(find('CV1002')['hasRentalAgreement']).toBe(true)
    expect(find('CV1004')).toMatchObject({ addDriver: null })
    expect(find('CV1004').extras.find(({ isAddDriver }) => isAddDriver)).toMatchObject({ isAccepted: true, isIncluded: true })
    expect(find('CV1005').addDriver).toMatchObject({ name: 'João', surname: 'Costa' })
    expect(taken('CV1005')).toContain('UPGRADE')
    expect(find('CV1006').extras.find(({ isInvoiceVoucher }) => isInvoiceVoucher)?.extraID).toBe('DAYS')
    expect(find('CV1007')).toMatchObject({ upgrades: [] })
    expect(find('CV1007').extras.find(({ isAddDriver }) => isAddDriver)).toMatchObject({ value: 0, isValuePerRA: false })
    expect(find('CV1008')['driverRules']).toMatchObject({ undesirableLicences: ['UNDES-1'] })
    expect(find('CV1009')['savedCards']).toHaveLength(2)
    expect(find('CV1010')).toMatchObject({ customer: { surname: 'Müller-Lüdenscheidt', email: null }, vehicle: { groupMinAge: 25, groupMaxAge: 70 }, driver: { birthDate: bornYearsBefore('2026-11-21', 19), mobileObj: { phone: expect.stringMatching(/4567$/) } } })
    expect(find('CV1011').extras.find(({ isYoungDriver }) => isYoungDriver)?.isAccepted).toBeUndefined()
    expect(find('IC2002').extras.filter(({ isPercentual, stockLeft }) => isPercentual || stockLeft === 1)).toHaveLength(2)
    expect({ ...find('NO4001'), reference: 'CV1001', numberEMG: 'EMG-1001' }).toEqual(find('CV1001'))
    expect(find('AL3001').extras.map(({ extraID }) => extraID)).toEqual(['DAYS', 'KMS'])
  })
  it('Norte alone is served in every language (DEC-112)', () => {
    expect(demoTenants.map(({ id, settings }) => [id, TenantSettings.parse(settings).locales]).filter(([, locales]) => (locales?.length ?? 0) > 3)).toEqual([['norte', ['en', 'pt', 'fr', 'de', 'es', 'it', 'nl', 'ar']]])
  })
  it('Norte alone has the offers on one page, in its own name (DEC-107)', () => {
    expect(demoTenants.filter(({ settings }) => TenantSettings.parse(settings).offersLayout === 'page').map(({ id }) => id)).toEqual(['norte'])
    const terms = JSON.stringify(demoTerms.filter(({ tenant }) => tenant === 'norte'))
    expect([terms.includes('Norte'), terms.includes('Costa Verde')]).toEqual([true, false])
  })
  it('Norte alone lets drivers begin with pictures (DEC-176)', () => {
    const settings = demoTenants.map((tenant) => ({ id: tenant.id, ...TenantSettings.parse(tenant.settings) }))
    expect(settings.filter(({ driverEntry }) => driverEntry === 'scan').map(({ id, isDocumentScanAvailable }) => [id, isDocumentScanAvailable])).toEqual([['norte', true]])
  })
  it('Costa Verde and Norte let pictures be taken by phone (DEC-204)', () => {
    expect(demoTenants.filter(({ settings }) => TenantSettings.parse(settings).pictureHandOver).map(({ id }) => id)).toEqual(['costaverde', 'norte'])
  })
  it('Norte alone lets the additional driver be invited (DEC-209)', () => {
    expect(demoTenants.filter(({ settings }) => TenantSettings.parse(settings).driverInvitation).map(({ id }) => id)).toEqual(['norte'])
  })
  it('Norte alone sends codes by SMS (DEC-230)', () => {
    expect(demoTenants.filter(({ settings }) => TenantSettings.parse(settings).smsChannel !== null).map(({ id }) => id)).toEqual(['norte'])
  })
  it('Costa Verde and Norte give a ticket (DEC-206)', () => {
    expect(demoTenants.filter(({ settings }) => TenantSettings.parse(settings).ticket).map(({ id }) => id)).toEqual(['costaverde', 'norte'])
  })
  it('Costa Verde alone lets additions be taken back, until a day before pick-up, paid ones, an upgrade and the additional driver too (DEC-282, DEC-287)', () => {
    expect(demoTenants.map(({ id, settings }) => [id, TenantSettings.parse(settings)] as const).filter(([, { ticketUndoHours: hours }]) => hours !== null)
      .map(([id, { ticketUndoHours, ticketUndoIncludes }]) => [id, ticketUndoHours, ticketUndoIncludes])).toEqual([['costaverde', 24, ['paid', 'upgrade', 'driver']]])
  })
  it('every extra of a section has words in three languages', () => {
    for (const { reservation } of demoReservations(noon)) {
      for (const { extraID, translations } of reservation.extras) expect([extraID, translations?.pt?.description, translations?.fr?.description]).toEqual([extraID, expect.any(String), expect.any(String)])
    }
  })
})

describe('replacing what is past', () => {
  const stored = (day: string) => ({ reservation: { checkOut: { dateAndTime: `${day}T10:30`, timeZone: 'Europe/Lisbon' } } })
  it.each([['2026-11-20', true], ['2026-11-21', false], ['2026-11-22', false]])('a pick-up on %s, seen on 21 November: %s', (day, past) => {
    expect(replaceable(stored(day), noon)).toBe(past)
  })
  it('the day is that of the place of the pick-up', () => {
    expect(replaceable(stored('2026-06-10'), new Date('2026-06-10T23:30:00Z'))).toBe(true)
  })
})

describe('dates of the demo', () => {
  it('count over months and leap days', () => {
    expect(daysLater('2028-02-28', 1)).toBe('2028-02-29')
    expect(daysLater('2026-12-30', 5)).toBe('2027-01-04')
    expect(bornYearsBefore('2028-05-29', 19)).toBe('2009-02-28')
  })
  it('a drawn car is an image that the page\'s rules allow', () => {
    expect(Buffer.from(carImage('suv', '#123456').slice('data:image/svg+xml;base64,'.length), 'base64').toString()).toMatch(/^<svg .*#123456.*<\/svg>$/)
  })
})

describe('companies beyond those of the demo', () => {
  it('are the same at every start, each with settings that are good and a host of its own', () => {
    const companies = furtherTenants(196)
    expect(companies).toEqual(furtherTenants(196))
    expect(new Set(companies.map(({ host }) => host)).size).toBe(196)
    expect(new Set(companies.map(({ like }) => like)).size).toBe(demoTenants.length)
  })
  it('have as many reservations as asked for, under references of their own, all ahead, and one name for each import', () => {
    for (const company of furtherTenants(4)) {
      const rows = furtherReservations(company, 150, noon)
      expect(new Set(rows.map(({ reference }) => reference)).size).toBe(150)
      for (const { reference, reservation: { checkOut } } of rows) expect(checkOut.dateAndTime.slice(0, 10) > dayIn(noon, checkOut.timeZone), reference).toBe(true)
    }
    expect(importIdOf('brand-001', 0)).toBe(importIdOf('brand-001', 0))
    expect(new Set([importIdOf('brand-001', 0), importIdOf('brand-001', 1), importIdOf('brand-002', 0)]).size).toBe(3)
  })
})
