import * as fc from 'fast-check'
import type * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { defaultAnswers } from '../testing/default-answers.ts'
import { aConfig, aDriver, aDrivingLicence, anExtra, anIdentityDocument, anUpgrade, aReservation, aSummary } from '../testing/index.ts'
import { AnalyticsEvent } from '../contract/analytics.contract.ts'
import { Config, Country, DocumentType, FieldRule, FieldRules, ModuleStatus, Nationality, Term } from './configuration.schema.ts'
import { Driver, DrivingLicence, IdentityDocument } from './driver.schema.ts'
import { extraFlags } from './extra-flags.ts'
import { CashierBlock, Extra, ExtrasSummary, InvoiceBlock, UpsellOption } from './extra.schema.ts'
import { PaymentGateway, PaymentPost, PrecheckoutSubmit, SavedCard } from './payment.schema.ts'
import { Customer, FullReservation, Reservation, Vehicle } from './reservation.schema.ts'
import { Email, emptyDateSentinel, GivenDate, Guid, LocalDateTime, Money, OptionalDate, PlainDate, SentImage } from './values.schema.ts'

const words = (list: string): string[] => list.split(/,?\s+/).filter(Boolean)
const licence = words('id, issueDate, issuePlace, expiryDate, issueCountryId, issueCountry, imageFront, imageBack')
const invoice = words('nrDays, valueWithoutTax, valueWithoutTaxWithoutDiscount, valueTax, valueTaxWithoutDiscount, previewValue, previewValueWithoutDiscount, discountValue')
const reservation = aReservation().reservation
const summary = aSummary()

/** Names as docs/spec/data.md spells them, and a value that has them all. */
const entities: readonly (readonly [string, z.ZodMiniType, readonly string[], object])[] = [
  ['DATA-02 reservation', Reservation, words('reservation numberEMG reference guid voucherNr sessionKey checkIn checkOut customer driver addDriver vehicle'), reservation],
  ['DATA-04 vehicle', Vehicle, words('id vehicle imageURL co2 doors fuel groupId isSpecialGroup name order plateNumber seats sipp transmission groupMinAge groupMaxAge'), reservation.vehicle],
  ['DATA-05 driver', Driver, words('id name surname address addressComp birthDate birthPlace city country countryId zipCode document driverLicense secondDriverLicense email mobile mobileObj taxNumber nationality nationalityId gwDriverId'), aDriver()],
  ['DATA-06 identity document', IdentityDocument, words('idType id issuePlace issueDate expiryDate imageFront imageBack'), anIdentityDocument()],
  ['DATA-07 driving licence', DrivingLicence, licence, aDrivingLicence()],
  ['DATA-08 upsell option', UpsellOption, words('groupId groupName groupImageURL seats doors fuel transmission co2 extras dailyDifference dailyDifferenceWithTax totalValue totalValueWithTax finalReservationValue'), anUpgrade()],
  ['DATA-09 extras summary', ExtrasSummary, words('extras totalKms kmsIncludedType nrDays dayValue invoice cashier excess'), summary],
  ['DATA-10 invoice block', InvoiceBlock, invoice, summary.invoice],
  ['DATA-11 cashier block', CashierBlock, [...invoice, 'paidValues', 'pendingValues'], summary.cashier],
  ['DATA-12 extra, prices', Extra, words('ratePeriodType extraID description value additionalDayValue originalDayValue rateValue extraRateValue minValue maxValue extraPerValue bottomLineValue taxRate taxID quantity unitsNr totalValue valueWithTax'), anExtra()],
  ['DATA-13 extra, other fields', Extra, words('category observations orderToShow showPrice acceptedDate salePerformedBy salePerformedOn kmsFree kmsPlafondQuantity youngDriverMinAge youngDriverMaxAge event'), anExtra()],
  ['DATA-14 extra, flags', Extra, extraFlags, anExtra()],
  ['DATA-16 configuration', Config, words('firmName firmLogo cssText cssPrimary primaryBtn isUploadAvailable isUploadMandatory currency modules'), aConfig()],
  ['API-36 module status (DEC-71)', ModuleStatus, words('id viewTag isEnabled isCompleted skipAllowed'), { id: 5, viewTag: 'paymentview', isEnabled: true, isCompleted: false, skipAllowed: true }],
  ['DEC-72 full reservation', FullReservation, words('reservation driver addDriver summary'), { ...aReservation().loaded(), summary }],
  ['DEC-76 customer', Customer, words('name surname email'), reservation.customer],
  ['DATA-23 terms', Term, words('tag title'), { tag: 'rental', title: 'Terms of rental' }],
  ['DATA-23 document type', DocumentType, words('id name'), defaultAnswers.listDocumentTypes[0]!],
  ['DATA-23 nationality', Nationality, words('id name'), defaultAnswers.listNationalities[0]!],
  ['DATA-23 field rule', FieldRule, words('visible mandatory'), { visible: true, mandatory: false }],
  ['DATA-17 country', Country, words('id country isoCode phoneCode isValidatePostalCode isValidateTaxNumber'), defaultAnswers.listCountries[0]!],
  ['DATA-18 payment gateway', PaymentGateway, words('code name'), defaultAnswers.listGateways[0]!],
  ['DATA-19 payment post', PaymentPost, words('documentId amount provider token referenceToken transactionType isRecurrent validated'), {
    documentId: 'R1001', amount: 179.55, provider: 'card', token: 'tok', referenceToken: null, transactionType: 'Sale', isRecurrent: false, validated: true,
  }],
  ['DATA-20 saved card', SavedCard, words('creditCardNumber cardFlag token referenceToken'), defaultAnswers.listSavedCards[0]!],
  ['DATA-22 pre-checkout submit', PrecheckoutSubmit, words('documentId authorization isRecurring validated'), { documentId: 'R1001', authorization: 'tok', isRecurring: true, validated: true }],
]

describe('the entities of docs/spec/data.md', () => {
  it.each(entities)('%s parses with exactly these names', (_row, schema, names, value) => {
    const parsed = schema.safeParse(value)
    expect(parsed.error?.issues ?? []).toEqual([])
    expect(Object.keys(parsed.data as object)).toEqual(expect.arrayContaining([...names]))
  })

  it.each(entities)('%s is refused when a field is renamed', (_row, schema, names, value) => {
    for (const name of names) {
      const { [name]: moved, ...rest } = value as Record<string, unknown>
      expect(schema.safeParse({ ...rest, [`${name}_`]: moved }).success, name).toBe(false)
    }
  })

  it('has 33 flags of an extra (DATA-14)', () => {
    expect(new Set(extraFlags).size).toBe(33)
  })

  it('takes a driver as desirable unless the company says otherwise (DATA-05)', () => {
    const { undesirable: _, ...silent } = aDriver()
    expect(Driver.parse(silent).undesirable).toBe(false)
  })

  it('shows a card number only masked (DATA-20)', () => {
    expect(SavedCard.safeParse({ creditCardNumber: '4111111111111111', cardFlag: 'VISA', token: 't', referenceToken: null }).success).toBe(false)
  })

  it('has no status of a reservation to show (DEC-76, DATA-23)', () => {
    expect(Object.keys(Reservation.parse({ ...reservation, status: 'confirmed', reservationStatus: 4 })).filter((name) => /status/i.test(name))).toEqual([])
  })

  it('has three offers and four answers in an analytics event, and no other (DATA-15)', () => {
    for (const viewTag of ['adview', 'upview', 'exview']) for (const action of ['skip', 'complete', 'reject', 'accept']) expect(AnalyticsEvent.safeParse({ viewTag, action }).success).toBe(true)
    for (const wrong of [{ viewTag: 'paymentview', action: 'skip' }, { viewTag: 'adview', action: 'open' }, { viewTag: 'adview' }]) expect(AnalyticsEvent.safeParse(wrong).success).toBe(false)
  })

  it('has rules of the second licence under main (DEC-89)', () => {
    const rule = { visible: true, mandatory: false }
    expect(FieldRules.safeParse({ main: { address: rule, second: { id: rule } }, additional: { address: rule } }).success).toBe(true)
    expect(FieldRules.safeParse({ main: { address: rule }, additional: {} }).success).toBe(false)
    expect(FieldRules.safeParse({ main: { address: { visible: true }, second: {} }, additional: {} }).success).toBe(false)
  })
})

describe('values on the wire', () => {
  it.each([
    [emptyDateSentinel, null], ['0001-01-01', null], ['', null], [null, null], ['1990-05-01', '1990-05-01'], ['1990-05-01T00:00:00', '1990-05-01'],
  ])('reads the day %s as %s (SHELL-62)', (sent, read) => {
    expect(OptionalDate.parse(sent)).toBe(read)
  })

  it('never takes a missing or an impossible day for an empty one (SHELL-62)', () => {
    for (const wrong of [undefined, 'soon', '2026-02-30', '30.01.2026', 20260101]) expect(OptionalDate.safeParse(wrong).success, String(wrong)).toBe(false)
  })

  it('takes every day that exists, and no other (CONST-17)', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
    fc.assert(fc.property(days, (day) => PlainDate.safeParse(day).success && GivenDate.safeParse(day).success))
    for (const wrong of ['2026-02-29', '2026-13-01', '2026-1-1', '2026-01-01T00:00:00']) expect(PlainDate.safeParse(wrong).success, wrong).toBe(false)
    for (const outside of ['1899-12-31', '2200-01-02', '0001-01-01']) expect(GivenDate.safeParse(outside).success, outside).toBe(false)
  })

  it('takes every amount of whole cents, above and below zero', () => {
    fc.assert(fc.property(fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }), (cents) => Money.safeParse(cents / 100).success), { numRuns: 2000 })
  })

  it('takes the three places of KWD and the four of CLF, and nothing finer (DEC-29)', () => {
    fc.assert(fc.property(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), (part) => Money.safeParse(part / 10_000).success), { numRuns: 2000 })
    fc.assert(fc.property(fc.integer({ min: -9_999_999, max: 9_999_999 }).filter((part) => part % 10 !== 0), (part) => !Money.safeParse(part / 100_000).success), { numRuns: 2000 })
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, '15.00', null]) expect(Money.safeParse(wrong).success).toBe(false)
  })

  it("has times on the location's own clock only (VERIF-24)", () => {
    for (const right of ['2026-12-01T10:30', '2026-12-01T23:59:59']) expect(LocalDateTime.safeParse(right).success, right).toBe(true)
    for (const wrong of ['2026-12-01T10:30Z', '2026-12-01T10:30+01:00', '2026-12-01', '2026-12-01T24:00', '2026-02-30T10:30']) expect(LocalDateTime.safeParse(wrong).success, wrong).toBe(false)
  })

  it.each([['a@b.pt', true], ['maria.silva@example.com', true], ['a+b@x.pt', true], ['x@', false], ['a@b', false], ['@x.pt', false], ['a b@x.pt', false], ['', false], ['a@x.pt\r\nbcc: b@x.pt', false]])(
    'knows the address %j as %s (VERIF-08)', (address, right) => {
      expect(Email.safeParse(address).success).toBe(right)
    },
  )

  it('takes an address of 255 characters and none of 256 (CONST-08)', () => {
    const domain = '@example.com'
    expect(Email.safeParse('a'.repeat(255 - domain.length) + domain).success).toBe(true)
    expect(Email.safeParse('a'.repeat(256 - domain.length) + domain).success).toBe(false)
  })

  it.each([['a'.repeat(7), false], ['a'.repeat(8), true], ['Az09_-Az09', true], ['a'.repeat(64), true], ['a'.repeat(65), false], ['abc/../etc', false], ['áááááááá', false]])(
    'knows the guid %s as %s (DEC-04)', (guid, right) => {
      expect(Guid.safeParse(guid).success).toBe(right)
    },
  )

  it('takes an image of one byte less than 15 MB and none of 15 MB (DRIVER-61, CONST-19)', () => {
    const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4
    expect(SentImage.safeParse('A'.repeat(base64Length(15_728_639))).success).toBe(true)
    expect(SentImage.safeParse('A'.repeat(base64Length(15_728_640 + 3))).success).toBe(false)
  })

  it('takes no image with its data prefix (DRIVER-63)', () => {
    expect(SentImage.safeParse('data:image/webp;base64,AAAA').success).toBe(false)
  })
})
