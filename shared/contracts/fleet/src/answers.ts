import { ExtrasSummary } from '@checkin/api'
import * as z from 'zod'
import { FleetReservation, type FleetReservationInput } from './reservation.ts'

/**
 * A schema as it is answered: the same fields, without defaults, limits and rules. What is stored may be older than a rule, and a renter may
 * have given what a company would not, for example a longer name.
 */
function answered(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape)
    return z.object(Object.fromEntries(fields.map(([name, field]) => [name, answered(field)]))).meta(metaOf(schema))
  }
  if (schema instanceof z.ZodArray) return z.array(answered(schema.element)).meta(metaOf(schema))
  if (schema instanceof z.ZodNullable) return z.nullable(answered(schema.unwrap())).meta(metaOf(schema))
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return z.optional(answered(schema.unwrap())).meta(metaOf(schema))
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return z.string().meta(metaOf(schema))
  if (schema instanceof z.ZodNumber) return z.number().meta(metaOf(schema))
  return schema as z.ZodType
}
const metaOf = (schema: z.core.$ZodType) => z.globalRegistry.get(schema) ?? {}

const moment = z.string().meta({ description: 'ISO 8601 in UTC.' })
const maybe = z.nullable(z.string())
const decimal = z.number()

/** One payment of a reservation. */
export const Payment = z.object({
  paymentId: z.string(), transactionId: z.string().meta({ description: 'What the provider\'s own records are found by.' }), providerId: maybe, provider: z.string(), purpose: z.string(),
  renews: z.optional(maybe).meta({ description: 'The hold in whose place it came or was to come.' }), state: z.string(), amount: decimal, currency: z.string(), code: maybe,
  card: z.nullable(z.object({ masked: z.string(), brand: z.string() })),
  captureBefore: z.nullable(moment), createdAt: moment, settledAt: z.nullable(moment),
}).meta({ id: 'FleetPayment', description: 'What a renter paid or tried to pay.' })

/** One entry of the ledger. */
export const LedgerEntry = z.object({
  paymentId: z.string(), kind: z.string(), amount: decimal, currency: z.string(), provider: z.string(), providerId: maybe, recordedAt: moment,
}).meta({ id: 'LedgerEntry', description: 'Money that moved, as it was booked.' })

const HoldNow = z.nullable(z.object({
  paymentId: z.string(), held: decimal.meta({ description: 'Nothing once it was captured, released or is over.' }), captured: decimal, captureBefore: z.nullable(moment),
})).meta({ id: 'HoldNow', description: 'The deposit that is in force, or was last; null where none was ever held.' })

const Agreement = z.object({
  agreementId: z.string(), state: z.string(), isStale: z.boolean(), rowVersion: z.int(), language: z.string(), paperId: maybe, signedPaperId: maybe,
  signature: z.nullable(z.object({ signatureId: maybe, way: z.string(), name: maybe, signedAt: moment })),
  hold: z.object({ deposit: decimal, due: decimal, held: z.nullable(decimal), captureBefore: z.nullable(moment), now: HoldNow }).meta({ description: 'What was held on the card for this agreement; what became of it since is `now`.' }),
  createdAt: moment, failedAt: z.nullable(moment),
}).meta({ id: 'Agreement', description: 'The rental agreement under way or signed.' })

const Paper = z.object({
  paperId: z.string(), kind: z.string(), language: z.string(), bytes: z.int(), sha256: z.string().meta({ description: 'Hexadecimal: whoever keeps the document can tell it from a forgery.' }), createdAt: moment,
}).meta({ id: 'Paper', description: 'A receipt, a credit note, an agreement or a signed copy.' })

const TermsVersion = z.object({ tag: z.string(), language: z.string(), validFrom: z.string(), title: z.string(), hash: z.string() }).meta({ id: 'TermsVersion', description: 'A document that was agreed to.' })

const stored = { reference: z.string(), number: z.string(), guid: z.string(), rowVersion: z.int() }

/** Answer of GET /fleet/v1/reservations/{reference}. */
export const FleetAnswer = z.object({
  ...stored,
  updatedAt: moment,
  reservation: (answered(FleetReservation) as z.ZodType<FleetReservationInput, FleetReservationInput>).meta({ id: 'FleetReservationNow', description: 'The reservation as it stands, in the shape in which it is put: it may be sent back.' }),
  summary: ExtrasSummary,
  termsAcceptedOn: maybe,
  termsDocuments: z.array(TermsVersion),
  payments: z.array(Payment),
  ledger: z.array(LedgerEntry),
  agreement: z.nullable(Agreement),
  papers: z.array(Paper).meta({ description: 'Each is read at /papers/{paperId}.' }),
  pictures: z.array(z.object({ role: z.string(), part: z.string(), side: z.string() })).meta({ description: 'Which pictures of documents the renter gave; each is read at /pictures/{role}/{part}/{side}.' }),
}).meta({ id: 'FleetAnswer' })
export type FleetAnswer = z.infer<typeof FleetAnswer>

/** Answer of a put: what the reservation is called, and whether anything changed. */
export const PutAnswer = z.object({ ...stored, outcome: z.enum(['created', 'replaced', 'unchanged']) }).meta({ id: 'PutAnswer' })

/** Counts of the last action of renters per offer (DEC-47). */
export const FunnelCount = z.object({ viewTag: z.string(), action: z.string(), reservations: z.int() }).meta({ id: 'FunnelCount', description: 'How many reservations left an offer with an action.' })

/** One entry of the feed; facts of the company's system, nothing personal. */
export const FleetEvent = z.object({
  id: z.string().meta({ description: 'Grows with every event of the tenant, without gaps; given when the event is first read or sent. What was committed before has a lower one.' }), kind: z.string(), reference: z.string(), occurredAt: moment, data: z.record(z.string(), z.unknown()),
}).meta({ id: 'FleetEvent' })

/** A part of the feed, oldest first: answered to who asks, and sent to the address of a company's own system (decision 0139). */
export const EventsBody = z.object({ events: z.array(FleetEvent), next: z.string().meta({ description: 'What to ask for next as `after`.' }) }).meta({ id: 'EventsBody' })
