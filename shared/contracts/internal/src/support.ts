import * as z from 'zod'

const moment = z.string().meta({ description: 'ISO 8601 in UTC.' })
const local = z.string().meta({ description: 'YYYY-MM-DDTHH:MM:SS on the clock of the place.' })

/** By what a renter tells which reservation is meant. In a body, because it is personal and addresses are written to logs. */
export const ReservationSearch = z.strictObject({
  by: z.enum(['reference', 'surname', 'email']),
  value: z.string().trim().min(2).max(200).meta({ description: 'Whole, as a person would compare it: case, accents and signs of a surname do not matter.' }),
}).meta({ id: 'ReservationSearch' })
export type ReservationSearch = z.infer<typeof ReservationSearch>

/** One reservation that was found; of the renter no more than tells two of them apart. */
export const FoundReservation = z.object({
  reference: z.string(), renter: z.string().meta({ description: 'First letter of the name, and the surname.' }), pickUpAt: local, pickUpPlace: z.string(), returnAt: local,
  state: z.enum(['untouched', 'begun', 'completed', 'agreement']).meta({ description: 'How far the renter came.' }),
}).meta({ id: 'FoundReservation' })
export type FoundReservation = z.infer<typeof FoundReservation>

const Missing = z.object({ code: z.string(), step: z.string(), fields: z.optional(z.array(z.string())) })

/** How a reservation stands, for who helps its renter: nothing that the renter typed, no card and no whole address. */
export const SupportState = z.object({
  reference: z.string(), pickUpAt: local, pickUpPlace: z.string(), returnAt: local, returnPlace: z.string(),
  email: z.nullable(z.string()).meta({ description: 'First letter and domain of the address on file.' }),
  phone: z.nullable(z.string()).meta({ description: 'The two last digits of the number on file.' }),
  termsAccepted: z.boolean(), isCompleted: z.boolean(), hasAgreement: z.boolean(),
  agreement: z.nullable(z.string()).meta({ description: 'State of the rental agreement that is being made.' }),
  steps: z.array(z.object({ viewTag: z.string(), isEnabled: z.boolean(), isCompleted: z.boolean() })),
  missing: z.object({ complete: z.array(Missing), pay: z.array(Missing), precheckout: z.array(Missing) }).meta({ description: 'What each of the renter\'s next acts still needs, and where it is given.' }),
  money: z.object({ currency: z.string(), total: z.number(), paid: z.number(), due: z.number() }),
  payments: z.array(z.object({ purpose: z.string(), state: z.string(), amount: z.number(), currency: z.string(), at: moment, code: z.nullable(z.string()).meta({ description: 'The provider\'s reason of a refusal.' }) })),
  sessions: z.array(z.object({ level: z.string(), device: z.nullable(z.string()), beganAt: moment, seenAt: moment, isOpen: z.boolean() })).meta({ description: 'The newest ten.' }),
  messages: z.array(z.object({ kind: z.string(), language: z.string(), state: z.string(), writtenAt: moment, finishedAt: z.nullable(moment) })).meta({ description: 'The newest ten mails and text messages.' }),
  waitsForCode: z.boolean().meta({ description: 'A page of the renter waits for a code now.' }),
}).meta({ id: 'SupportState' })
export type SupportState = z.infer<typeof SupportState>

/** Who rents, as far as help by telephone needs it: no document, no picture, no tax number. */
export const RenterDetails = z.object({
  customer: z.object({ name: z.string(), surname: z.string(), email: z.nullable(z.string()) }),
  drivers: z.array(z.object({
    role: z.enum(['main', 'additional']), name: z.string(), surname: z.string(), birthDate: z.nullable(z.string()), email: z.nullable(z.string()), phone: z.nullable(z.string()),
    given: z.array(z.enum(['document', 'licence', 'secondLicence', 'address'])).meta({ description: 'What was given, not what it says.' }),
  })),
  readings: z.array(z.object({ reader: z.string(), kind: z.string(), item: z.nullable(z.string()), readAt: moment })).meta({ description: 'Who read what of this reservation before, newest first; this call is the first of them.' }),
}).meta({ id: 'RenterDetails' })
export type RenterDetails = z.infer<typeof RenterDetails>

/** Why somebody reads personal data; it is kept with the reading, and the company's system reads it in its access log. */
export const ReadingReason = z.strictObject({ reason: z.string().trim().min(3).max(200).meta({ description: 'No personal data.' }) })

/** What was sent, and where to. */
export const SentToRenter = z.object({ email: z.string().meta({ description: 'First letter and domain.' }), goodUntil: moment })
