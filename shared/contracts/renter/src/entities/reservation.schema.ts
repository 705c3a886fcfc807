import { describeSchema } from '@checkin/http'
import * as z from 'zod/mini'
import { Driver } from './driver.schema.ts'
import { ExtrasSummary } from './extra.schema.ts'
import { Count, Guid, LocalDateTime, Money, OptionalDate } from './values.schema.ts'

/**
 * One thing that a renter's next act still needs (DEC-95): its code, which is that of the refusal too, the screen on which it is given, and for
 * data of the driver the fields as POST /driver names them. Texts, so that a page can read what a later server adds.
 */
export const Missing = z.object({ code: z.string(), step: z.string(), fields: z.optional(z.array(z.string())) })
export type Missing = z.infer<typeof Missing>
/* @__PURE__ */ describeSchema(Missing, () => ({
  id: 'Missing', description: 'One thing that an act of the renter still needs.',
  fields: { code: 'What is missing: the code with which the act would be refused.', step: 'Name of the screen on which it is given.', fields: 'Fields of the driver that are missing or not right, as POST /driver names them; those of the additional driver begin with addDriver.' },
}))

/** What is missing for completing, paying and the rental agreement; empty lists where nothing is. The most basic comes first. */
export const MissingByAct = z.object({ complete: z.array(Missing), pay: z.array(Missing), precheckout: z.array(Missing) })
export type MissingByAct = z.infer<typeof MissingByAct>
/* @__PURE__ */ describeSchema(MissingByAct, () => ({
  id: 'MissingByAct', description: 'What is missing, by act.',
  fields: { complete: 'For completing check-in.', pay: 'For paying what is due.', precheckout: 'For the deposit and the rental agreement.' },
}))

/** What a refused call brings along where something is missing. */
export const MissingData = z.object({ missing: z.array(Missing) })

const text = z.nullable(z.string())

const ClockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/))

/** One part of a day in which a location is open. */
export const OpenHours = z.object({ from: ClockTime, to: ClockTime })
/* @__PURE__ */ describeSchema(OpenHours, () => ({
  id: 'OpenHours', description: 'A part of a day in which a location is open.', fields: { from: "HH:mm on the location's own clock.", to: 'The same; 24:00 for the end of the day.' },
}))

/** What the company says of a location (DEC-185). */
export const StopStation = z.object({
  address: text,
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  open: z.nullable(z.array(OpenHours)),
  keys: z.nullable(z.enum(['counter', 'keybox'])),
  phone: z.optional(z.string()),
  keyText: z.optional(z.record(z.string(), z.string())),
})
export type StopStation = z.infer<typeof StopStation>
/* @__PURE__ */ describeSchema(StopStation, () => ({
  id: 'StopStation', description: 'What the company says of a location; what is null it does not say.',
  fields: {
    address: 'Postal address.', latitude: 'Degrees north.', longitude: 'Degrees east.',
    open: 'When it is open on the day of the stop, HH:mm of its own clock; empty where it is closed all day.',
    keys: 'Where keys are handed over: counter or keybox.',
    phone: 'Telephone of the location, where it has one of its own.',
    keyText: "Where keys are handed over in the company's own words, by language (DEC-356).",
  },
}))

/** A pick-up or a return: when, in the location's own time, and where. */
export const Stop = z.object({ dateAndTime: LocalDateTime, place: z.string(), station: z.optional(StopStation) })
export type Stop = z.infer<typeof Stop>
/* @__PURE__ */ describeSchema(Stop, () => ({
  id: 'Stop', description: 'A pick-up or a return.',
  fields: { dateAndTime: "Date and time on the location's own clock, without zone.", place: 'Name of the location.', station: 'Address, hours and keys; left out where the company says nothing of it.' },
}))

/** Who booked (DEC-76). */
export const Customer = z.object({ name: z.string(), surname: z.string(), email: text })
export type Customer = z.infer<typeof Customer>
/* @__PURE__ */ describeSchema(Customer, () => ({ id: 'Customer', description: 'Who booked.', fields: { name: 'First name.', surname: 'Last name.', email: 'E-mail address, where one is known.' } }))

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
/* @__PURE__ */ describeSchema(Vehicle, () => ({
  id: 'Vehicle', description: 'Vehicle or vehicle group of a reservation.',
  fields: {
    id: 'Id of the vehicle or of its model.',
    vehicle: 'Make and model as shown to the renter.',
    imageURL: 'Address of a picture; null for none.',
    co2: 'Grams of CO2 per kilometre.',
    doors: 'Number of doors.',
    fuel: 'Kind of fuel.',
    groupId: 'Group of vehicles that it belongs to.',
    isSpecialGroup: 'Whether the group has rules of its own at the counter.',
    name: 'Name of the group.',
    order: 'Place of the group in lists.',
    plateNumber: 'Number plate, once a vehicle is assigned.',
    seats: 'Number of seats.',
    sipp: 'Code of the group after the industry standard of four letters.',
    transmission: 'Manual or automatic.',
    groupMinAge: 'Youngest age for the group in years; 18 at least in any case.',
    groupMaxAge: 'Oldest age for the group in years; 99 when null.',
  },
}))

/** The car as the company hands it over, for the renter to compare (DEC-131). */
export const VehicleCondition = z.object({ damages: z.nullable(Count), fuelEighths: z.nullable(Count), mileageKm: z.nullable(Count) })
export type VehicleCondition = z.infer<typeof VehicleCondition>
/* @__PURE__ */ describeSchema(VehicleCondition, () => ({
  id: 'VehicleCondition', description: 'The car as the company hands it over; what is null is not known here.',
  fields: { damages: 'Number of damages that are known.', fuelEighths: 'Fuel or charge in eighths, 0 to 8.', mileageKm: 'Kilometres on the dashboard.' },
}))

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
  condition: z.optional(VehicleCondition),
})
export type Reservation = z.infer<typeof Reservation>
/* @__PURE__ */ describeSchema(Reservation, () => ({
  id: 'Reservation', description: 'A reservation as its renter may see it.',
  fields: {
    reservation: 'Number of the reservation.',
    numberEMG: 'Number in the reservation system that it came from.',
    reference: 'What the renter knows the reservation by.',
    guid: 'What calls name the reservation by; no credential.',
    voucherNr: 'Number of the pre-paid voucher.',
    sessionKey: 'Correlation id of the session; null where the answer carries it beside the reservation.',
    checkIn: 'The return, where the rental ends.',
    checkOut: 'The pick-up, where the rental starts.',
    customer: 'Who booked.',
    driver: 'Main driver; null when none is on file.',
    addDriver: 'Additional driver; null when none is on file.',
    vehicle: 'Vehicle or group that is booked.',
    returnDate: 'Day of the return, YYYY-MM-DD.',
    totalPrice: "The renter's part of the price, decimal, VAT excluded.",
    totalPriceWithVAT: "The renter's part of the price, decimal, VAT included.",
    amountPaid: 'What was paid of it, decimal, VAT included.',
    amountDue: 'What is still to be paid, decimal, VAT included, never below 0.',
    pendingValue: 'Price minus what was paid, decimal, VAT included; below 0 when too much was paid.',
    paidValue: 'The same as amountPaid.',
    emailToSign: 'Where the link for signing goes.',
    depositAmount: 'Returnable security deposit, decimal; null when it is named at the counter.',
    condition: 'The car as it is handed over; left out where the company says nothing of it.',
  },
}))

const withDrivers = { reservation: Reservation, driver: z.nullable(Driver), addDriver: z.nullable(Driver), rowVersion: Count }
const withDriversDescriptions = {
  reservation: 'The reservation.', driver: 'Main driver; null when none is on file.', addDriver: 'Additional driver; null when none is on file.',
  rowVersion: 'Version of what was loaded; an update may name it so that nothing newer is overwritten.',
}

/** Answer of API-13 and 14, and of API-12 with a session key: the reservation with both drivers. */
export const LoadedReservation = z.object({
  ...withDrivers,
  termsAccepted: z.boolean(),
  sessionKey: z.optional(z.string()),
  missing: z.optional(MissingByAct),
  ticketCalendar: z.optional(z.string().check(z.regex(/^\/ticket\/[\w-]{43}\/calendar\.ics$/))),
})
export type LoadedReservation = z.infer<typeof LoadedReservation>
/* @__PURE__ */ describeSchema(LoadedReservation, () => ({
  id: 'LoadedReservation', description: 'A reservation with its drivers.',
  fields: {
    ...withDriversDescriptions, termsAccepted: 'Whether the terms were agreed to for this reservation.', sessionKey: 'Correlation id of the session that the call opened.',
    missing: 'What the renter\'s next acts still need, and where it is given.', ticketCalendar: 'Path of the ticket\'s calendar file (API-53) below the base of the API, for who completed the check-in or proved a code; none where there is no ticket (DEC-281).',
  },
}))

/** Answer of API-17 (DEC-72): the reservation with its lines and totals. */
export const FullReservation = z.object({ ...withDrivers, summary: ExtrasSummary })
export type FullReservation = z.infer<typeof FullReservation>
/* @__PURE__ */ describeSchema(FullReservation, () => ({
  id: 'FullReservation', description: 'A reservation with its drivers, lines and totals.',
  fields: { ...withDriversDescriptions, summary: 'Extras and totals.' },
}))
