import * as z from 'zod/mini'
import { Driver } from './driver.schema.ts'
import { ExtrasSummary } from './extra.schema.ts'
import { MissingByAct } from './missing.schema.ts'
import { Count, Guid, LocalDateTime, Money, OptionalDate } from './values.schema.ts'

const text = z.nullable(z.string())

/** A pick-up or a return: when, in the location's own time, and where. */
export const Stop = z.object({ dateAndTime: LocalDateTime, place: z.string() })
export type Stop = z.infer<typeof Stop>

/** Who booked (DEC-76). */
export const Customer = z.object({ name: z.string(), surname: z.string(), email: text })
export type Customer = z.infer<typeof Customer>

/** Vehicle or vehicle group of a reservation (DATA-04). */
export const Vehicle = z.object({
  id: z.string(),
  vehicle: z.string(),
  imageURL: text,
  co2: z.nullable(z.number()),
  doors: z.nullable(Count),
  fuel: text,
  groupId: z.string(),
  isSpecialGroup: z.boolean(),
  name: z.string(),
  order: z.int(),
  plateNumber: text,
  seats: z.nullable(Count),
  sipp: text,
  transmission: text,
  groupMinAge: z.nullable(Count),
  groupMaxAge: z.nullable(Count),
})
export type Vehicle = z.infer<typeof Vehicle>

/** A reservation as a renter may see it (DATA-02, DATA-03). */
export const Reservation = z.object({
  reservation: z.string(),
  numberEMG: text,
  reference: z.string(),
  guid: Guid,
  voucherNr: text,
  sessionKey: text,
  checkIn: Stop,
  checkOut: Stop,
  customer: Customer,
  driver: z.nullable(Driver),
  addDriver: z.nullable(Driver),
  vehicle: Vehicle,
  returnDate: OptionalDate,
  totalPrice: Money,
  totalPriceWithVAT: Money,
  amountPaid: Money,
  amountDue: Money,
  pendingValue: Money,
  paidValue: Money,
  emailToSign: text,
  depositAmount: z.nullable(Money),
})
export type Reservation = z.infer<typeof Reservation>

const withDrivers = { reservation: Reservation, driver: z.nullable(Driver), addDriver: z.nullable(Driver) }

/** Answer of API-13 and 14, and of API-12 with a session key: the reservation with both drivers. */
export const LoadedReservation = z.object({
  ...withDrivers,
  termsAccepted: z.boolean(),
  rowVersion: Count,
  sessionKey: z.optional(z.string()),
  missing: z.optional(MissingByAct),
})
export type LoadedReservation = z.infer<typeof LoadedReservation>

/** Answer of API-17 (DEC-72): the reservation with its lines and totals. */
export const FullReservation = z.object({ ...withDrivers, rowVersion: Count, summary: ExtrasSummary })
export type FullReservation = z.infer<typeof FullReservation>
