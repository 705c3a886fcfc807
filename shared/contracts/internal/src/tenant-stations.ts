import { languages } from '@checkin/api/languages'
import { FleetStation } from '@checkin/fleet'
import * as z from 'zod'

/** Longest words about the keys of a station, in characters. */
export const longestKeyText = 300

/**
 * What a company says of one of its stations itself. What its system gives with a reservation stands before it, value by value; the telephone and the words about the
 * keys are said here alone (DEC-356).
 */
export const TenantStation = z.strictObject({
  place: z.string().trim().min(1).max(80).meta({ description: 'Name of the station as the company\'s system gives it with a reservation.' }),
  ...FleetStation.shape,
  phone: z.string().trim().regex(/^\+?[\d ()/.-]{3,30}$/).nullable().default(null).meta({ description: 'Telephone of the station; null for none of its own.' }),
  keyText: z.partialRecord(z.enum(languages), z.string().trim().min(1).max(longestKeyText)).default({})
    .meta({ description: 'Where keys are handed over in the company\'s own words, by language; the product\'s words stand where a language has none.' }),
}).refine(({ latitude, longitude }) => (latitude === null) === (longitude === null), { error: 'latitude and longitude come together', path: ['longitude'] })
export type TenantStation = z.infer<typeof TenantStation>

/** The stations of a company that it says something of, each once. */
export const TenantStations = z.array(TenantStation).max(200).refine((all) => new Set(all.map(({ place }) => place)).size === all.length, { error: 'A station stands twice' })
