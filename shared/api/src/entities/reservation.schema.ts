import * as z from 'zod/mini'
import { Driver } from './driver.schema.ts'
import { Guid, LocalDateTime, Money, OptionalDate } from './values.schema.ts'

/** A pick-up or a return: when, in the location's own time, and where. */
export const Stop = z.object({ dateAndTime: LocalDateTime, place: z.string() })
export type Stop = z.infer<typeof Stop>

/** Who booked (DEC-76). */
export const Customer = z.object({ name: z.string(), surname: z.string(), email: z.nullish(z.string()) })
export type Customer = z.infer<typeof Customer>

/** Vehicle or vehicle group of a reservation (DATA-04). */
export const Vehicle = z.object({
  id: z.union([z.string(), z.number()]),
  vehicle: z.string(),
  imageURL: z.nullish(z.string()),
  co2: z.nullish(z.number()),
  doors: z.nullish(z.number()),
  fuel: z.nullish(z.string()),
  groupId: z.string(),
  isSpecialGroup: z.boolean(),
  name: z.string(),
  order: z.number(),
  plateNumber: z.nullish(z.string()),
  seats: z.nullish(z.number()),
  sipp: z.nullish(z.string()),
  transmission: z.nullish(z.string()),
  groupMinAge: z.nullish(z.number()),
  groupMaxAge: z.nullish(z.number()),
})
export type Vehicle = z.infer<typeof Vehicle>

/** A reservation as a renter may see it (DATA-02, DATA-03). */
export const Reservation = z.object({
  reservation: z.string(),
  numberEMG: z.nullish(z.string()),
  reference: z.string(),
  guid: Guid,
  voucherNr: z.nullish(z.string()),
  sessionKey: z.optional(z.string()),
  checkIn: Stop,
  checkOut: Stop,
  customer: Customer,
  driver: z.nullish(Driver),
  addDriver: z.nullish(Driver),
  vehicle: Vehicle,
  returnDate: OptionalDate,
  totalPrice: Money,
  totalPriceWithVAT: Money,
  amountPaid: Money,
  amountDue: Money,
  pendingValue: Money,
  paidValue: Money,
  emailToSign: z.nullish(z.string()),
  depositAmount: z.nullish(Money),
})
export type Reservation = z.infer<typeof Reservation>

/** Answer of API-12, 13 and 14: the reservation with both drivers. */
export const LoadedReservation = z.object({
  reservation: Reservation,
  driver: z.nullish(Driver),
  addDriver: z.nullish(Driver),
  termsAccepted: z.optional(z.boolean()),
  sessionKey: z.optional(z.string()),
  rowVersion: z.optional(z.number()),
})
export type LoadedReservation = z.infer<typeof LoadedReservation>
