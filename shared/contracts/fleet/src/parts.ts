import { languages } from '@checkin/api/languages'
import * as z from 'zod'

const text = (longest: number) => z.string().max(longest)
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null)

/** What the renter knows a reservation by. */
export const Reference = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/).meta({ description: 'What the renter knows the reservation by.' })

/** Address of a picture that a page may show: fetched with TLS, or the picture itself. Nothing that could run, be read on the way or name an inner machine (SEC-28). */
const pictureAddress = z.string().max(60_000).regex(/^(https:\/\/|data:image\/(avif|gif|jpeg|png|svg\+xml|webp)[;,])[^\s"'<>\\]+$/, 'must be https: or a data: picture')

/** Vehicle or vehicle group, as the company describes it (DATA-04). */
export const StoredVehicle = z.strictObject({
  id: text(40), vehicle: text(80), imageURL: optional(pictureAddress.meta({ description: 'Address of a picture: https, or data:image with the picture itself.' })),
  co2: optional(z.number()), doors: optional(z.int()), fuel: optional(text(40)),
  groupId: text(40), isSpecialGroup: z.boolean().default(false), name: text(80), order: z.int().default(0), plateNumber: optional(text(20)),
  seats: optional(z.int()), sipp: optional(text(8)),
  transmission: optional(text(40)), groupMinAge: optional(z.int()),
  groupMaxAge: optional(z.int()),
})
export type StoredVehicle = z.infer<typeof StoredVehicle>

/** Identity document of a driver, without its pictures. Dates are plain. */
export const StoredDocument = z.strictObject({
  idType: optional(text(40)), id: optional(text(40)), issuePlace: optional(text(20)),
  issueDate: optional(z.iso.date()), expiryDate: optional(z.iso.date()),
})
export type StoredDocument = z.infer<typeof StoredDocument>

/** Driving licence, without its pictures. */
export const StoredLicence = z.strictObject({
  id: optional(text(30)), issuePlace: optional(text(20)), issueDate: optional(z.iso.date()),
  expiryDate: optional(z.iso.date()), issueCountryId: optional(z.int().min(1)),
})
export type StoredLicence = z.infer<typeof StoredLicence>

/** What an extra is called in another language than the company's own. */
export const Translations = z.partialRecord(z.enum(languages), z.strictObject({ description: text(120), observations: optional(text(400)) }))
export type Translations = z.infer<typeof Translations>

/** How the company judges drivers of a reservation: licences it does not rent to, fees that follow from age (DEC-46). */
export const DriverRules = z.strictObject({
  undesirableLicences: z.array(text(30)),
  ageFees: z.array(z.strictObject({ type: z.enum(['young', 'senior']), minAge: z.int(), maxAge: z.int(), extraID: text(64) })),
})
export type DriverRules = z.infer<typeof DriverRules>

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
/** IANA name of a time zone. */
export const TimeZone = z.string().refine(isTimeZone, 'is no IANA time zone').meta({ description: 'IANA name of a time zone, for example Europe/Lisbon.' })
