import { extraFlags, type ExtraFlag } from '@checkin/api'
import * as z from 'zod'
import { DriverRules, StoredDocument, StoredLicence, StoredVehicle, TimeZone, Translations } from './parts.ts'

const text = (longest: number, description: string) => z.string().trim().min(1).max(longest).meta({ description })
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null)
const amount = (description: string) => z.number().min(0).max(10_000_000).multipleOf(0.0001)
  .meta({ description: `${description} In the tenant's currency, with at most as many decimals as it has.` })
const hundredths = (description: string) => z.number().min(0).max(10_000_000).multipleOf(0.01).meta({ description })
const rate = (description: string) => z.number().min(0).max(100).multipleOf(0.01).meta({ description: `${description} In percent.` })
const day = (description: string) => optional(z.iso.date().meta({ description }))
const email = optional(z.email().max(255).meta({ description: 'E-mail address.' }))
const isDigits = /^\d+$/
const areUnique = (names: readonly string[]): boolean => new Set(names).size === names.length

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/)
const Hours = z.strictObject({
  days: z.array(z.int().min(1).max(7)).min(1).max(7).meta({ description: 'Days of the week, 1 Monday to 7 Sunday.' }),
  from: clock.meta({ description: 'HH:mm of the place\'s own clock.' }), to: clock.meta({ description: 'The same; 24:00 for the end of the day.' }),
}).refine(({ from, to }) => from < to, { error: 'must be after from', path: ['to'] })

/** What renters read of a station at the end of check-in. */
export const FleetStation = z.strictObject({
  address: optional(text(200, 'Postal address in one line.')),
  latitude: optional(z.number().min(-90).max(90).meta({ description: 'Degrees north, for the link to a map.' })),
  longitude: optional(z.number().min(-180).max(180).meta({ description: 'Degrees east.' })),
  hours: optional(z.array(Hours).max(28).meta({ description: 'When it is open; a day that no row names is closed. Null says nothing of it.' })),
  keys: optional(z.enum(['counter', 'keybox']).meta({ description: 'Where keys are handed over.' })),
})
export type FleetStation = z.infer<typeof FleetStation>

const Stop = z.strictObject({
  dateAndTime: z.iso.datetime({ local: true, precision: -1 }).meta({ description: 'YYYY-MM-DDTHH:mm, the place\'s own time.' }),
  place: text(80, 'Name of the station.'),
  timeZone: TimeZone,
  station: FleetStation.optional().meta({ description: 'Address, opening hours and keys, for the renter to read.' }),
})

const mobile = z.strictObject({ prefix: z.string().regex(isDigits).max(6), phone: z.string().regex(isDigits).max(12) })
  .meta({ description: 'Country prefix and number, digits only.' })

const Driver = z.strictObject({
  id: optional(z.int().min(1).meta({ description: 'The company\'s number of the driver; given out when missing.' })),
  name: text(40, 'First name.'), surname: text(40, 'Surname.'),
  birthDate: day('Birth date.'), birthPlace: optional(text(40, 'Birth place.')),
  address: optional(text(80, 'Street and number.')), addressComp: optional(text(80, 'Second line of the address.')),
  zipCode: optional(text(14, 'Postal code.')), city: optional(text(40, 'City.')),
  countryId: optional(z.int().min(1).meta({ description: 'Country, by its ISO 3166 number.' })),
  nationalityId: optional(z.int().min(1).meta({ description: 'Nationality, by the ISO 3166 number of the country.' })),
  email,
  mobileObj: optional(mobile),
  taxNumber: optional(text(15, 'Tax number.')), gwDriverId: optional(text(40, 'Id of the driver at the payment gateway.')),
  undesirable: z.boolean().default(false).meta({ description: 'The company does not rent to this driver.' }),
  document: optional(StoredDocument.meta({ description: 'Identity document.' })),
  driverLicense: optional(StoredLicence.meta({ description: 'Driving licence.' })),
  secondDriverLicense: optional(StoredLicence.meta({ description: 'Second driving licence.' })),
})
export type FleetDriver = z.infer<typeof Driver>

const flags = Object.fromEntries(extraFlags.map((flag) => [flag, z.boolean().default(false)])) as Record<ExtraFlag, z.ZodDefault<z.ZodBoolean>>

const Extra = z.strictObject({
  extraID: text(64, 'Id of the extra.'),
  ratePeriodType: text(20, 'Days, Kms, DaysUpselling or other.'),
  description: text(120, 'What the renter reads.'), observations: optional(text(400, 'Explanation.')),
  translations: Translations.default({}).meta({ description: 'The same in other languages.' }),
  category: optional(text(64, 'insurances, additional_services, equipment or another section.')),
  orderToShow: z.int().min(0).default(0),
  value: amount('Net price of one unit; of a percentual extra the percentage.'),
  taxRate: rate('VAT.'), taxID: optional(text(20, 'Id of the tax.')), discount: rate('Discount on the line.').default(0),
  quantity: z.int().min(0).max(99).default(1),
  includedQuantity: z.int().min(0).max(99).optional().meta({ description: 'Of an included extra: how many of the quantity came with it and cost nothing; all of them when left out.' }),
  unitsNr: z.int().min(1).max(999).default(1),
  stockLeft: optional(z.int().min(0).meta({ description: 'Units that can still be added; null without stock control.' })),
  additionalDayValue: optional(amount('Price of a further day.')), originalDayValue: optional(hundredths('Days that the price is for.')),
  extraRateValue: optional(amount('Rate.')), minValue: optional(amount('Least net total.')),
  maxValue: optional(amount('Highest net total.')), extraPerValue: optional(hundredths('Share.')),
  kmsFree: optional(z.number()), kmsPlafondQuantity: optional(z.number()),
  youngDriverMinAge: optional(z.int()), youngDriverMaxAge: optional(z.int()),
  acceptedDate: optional(z.iso.datetime({ local: true })),
  showPrice: z.boolean().optional().meta({ description: 'False hides the price from renters while they choose; their bill shows what it adds. Shown when left out.' }),
  salePerformedBy: optional(text(80, 'Who sold it.')),
  salePerformedOn: optional(z.iso.date().meta({ description: 'Day of the sale.' })),
  ...flags,
})
export type FleetExtra = z.infer<typeof Extra>

const Upgrade = z.strictObject({
  vehicle: StoredVehicle.meta({ description: 'The group offered.' }),
  dailyDifference: amount('Net surcharge per day.'), taxRate: rate('VAT.'),
})
export type FleetUpgrade = z.infer<typeof Upgrade>

const SavedCard = z.strictObject({
  provider: text(40, 'Code of the payment gateway.'),
  creditCardNumber: z.string().regex(/^\d{4} \*{4} \*{4} \d{4}$/).meta({ description: 'Masked number: 4111 **** **** 1111.' }),
  cardFlag: text(40, 'Brand.'), token: text(512, 'The provider\'s token.'), referenceToken: optional(text(512, 'Further token.')),
})

/** The car as the company hands it over; what is null is compared with the handover sheet. */
const Condition = z.strictObject({
  damages: optional(z.int().min(0).max(99).meta({ description: 'Number of damages that are known.' })),
  fuelEighths: optional(z.int().min(0).max(8).meta({ description: 'Fuel or charge in eighths of a full tank or battery.' })),
  mileageKm: optional(z.int().min(0).max(9_999_999).meta({ description: 'Kilometres on the dashboard.' })),
})

/** Optional without a default: a repetition of a body from before it existed stays a repetition. */
const Source = z.string().regex(/^[a-z0-9-]{1,30}$/)

/** A reservation as the rental company's own system gives it. Published as JSON Schema. */
export const FleetReservation = z.strictObject({
  reference: z.string().max(40).optional().meta({ description: 'The reference of the address, if it is repeated.' }),
  numberEMG: optional(text(40, 'Number of the reservation at the company.')), voucherNr: optional(text(40, 'Voucher.')),
  checkOut: Stop.meta({ description: 'Pick-up.' }), checkIn: Stop.meta({ description: 'Return.' }),
  nrDays: optional(z.int().min(1).max(999).meta({ description: 'Rental days; counted from the dates when missing.' })),
  customer: z.strictObject({ name: text(40, 'First name.'), surname: text(40, 'Surname, by which the reservation is found.'), email }),
  driver: optional(Driver.meta({ description: 'Main driver.' })), addDriver: optional(Driver.meta({ description: 'Additional driver.' })),
  vehicle: StoredVehicle,
  extras: z.array(Extra).max(100).default([]).meta({ description: 'Lines of the reservation and extras on offer.' }),
  upgrades: z.array(Upgrade).max(30).default([]).meta({ description: 'Higher groups on offer.' }),
  savedCards: z.array(SavedCard).max(20).default([]),
  paidValue: amount('Already paid by the renter.').default(0), depositAmount: optional(amount('Deposit to hold.')),
  totalKms: optional(z.int().min(0)), kmsIncludedType: optional(text(20, 'How kilometres are counted.')),
  excess: z.strictObject({ cdw: optional(amount('Collision.')), theft: optional(amount('Theft.')), optional: optional(amount('With optional cover.')) })
    .default({ cdw: null, theft: null, optional: null }),
  driverRules: DriverRules.default({ undesirableLicences: [], ageFees: [] }),
  emailToSign: email,
  condition: Condition.optional().meta({ description: 'The car as it is handed over, for the renter to compare.' }),
  source: Source.optional().meta({ description: 'Where the booking came from, a short word: direct, broker, corporate. Rules of a rollout may ask for it.' }),
  hasRentalAgreement: z.boolean().default(false), isPrecheckoutEligible: z.boolean().default(false), isCompleted: z.boolean().default(false),
}).refine(({ checkOut, checkIn }) => checkIn.dateAndTime >= checkOut.dateAndTime, { error: 'must not be before checkOut', path: ['checkIn'] })
  .refine(({ extras }) => areUnique(extras.map(({ extraID }) => extraID)), { error: 'extraID must be unique', path: ['extras'] })
  .refine(({ upgrades }) => areUnique(upgrades.map(({ vehicle }) => vehicle.groupId)), { error: 'groupId must be unique', path: ['upgrades'] })
  .refine(({ savedCards }) => areUnique(savedCards.map(({ token }) => token)), { error: 'token must be unique', path: ['savedCards'] })
export type FleetReservation = z.infer<typeof FleetReservation>

/** What a sender may write: everything with a default may be missing. */
export type FleetReservationInput = z.input<typeof FleetReservation>
