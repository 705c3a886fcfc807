import {
  EligibilityRequest, Eligible, getFullReservation, getModuleStatus, getPrecheckoutReservation, getReservation, ReservationSent, ReservationUpdate, VehicleSent,
} from '../contract/reservation.contract.ts'
import { Missing, MissingByAct } from '../entities/missing.schema.ts'
import { Customer, FullReservation, LoadedReservation, Reservation, Stop, Vehicle } from '../entities/reservation.schema.ts'
import { parameterWords, words, type WordsEntry } from './entry.ts'

const vehicle = {
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
}
const reservation = {
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
  depositAmount: 'Returnable security deposit, decimal; null when it is told at the counter.',
}
const drivers = { reservation: 'The reservation.', driver: 'Main driver; null when none is on file.', addDriver: 'Additional driver; null when none is on file.' }
const rowVersion = 'Version of what was loaded; an update may name it so that nothing newer is overwritten.'
const byGuid = { guid: 'What the verification answered as guid.' }

export const reservationWords: readonly WordsEntry[] = [
  words(Stop, 'Stop', 'A pick-up or a return.', { dateAndTime: "Date and time on the location's own clock, without zone.", place: 'Name of the location.' }),
  words(Customer, 'Customer', 'Who booked.', { name: 'First name.', surname: 'Last name.', email: 'E-mail address, where one is known.' }),
  words(Vehicle, 'Vehicle', 'Vehicle or vehicle group of a reservation.', vehicle),
  words(Reservation, 'Reservation', 'A reservation as its renter may see it.', reservation),
  words(LoadedReservation, 'LoadedReservation', 'A reservation with its drivers.', {
    ...drivers, rowVersion, termsAccepted: 'Whether the terms were agreed to for this reservation.', sessionKey: 'Correlation id of the session that the call opened.',
    missing: 'What the renter\'s next acts still need, and where it is given.',
  }),
  words(Missing, 'Missing', 'One thing that an act of the renter still needs.', {
    code: 'What is missing: the code with which the act would be refused.', step: 'Name of the screen on which it is given.', fields: 'Fields of the driver that are missing or not right, as POST /driver names them.',
  }),
  words(MissingByAct, 'MissingByAct', 'What is missing, by act.', {
    complete: 'For completing check-in.', pay: 'For paying what is due.', precheckout: 'For the deposit and the rental agreement.',
  }),
  words(FullReservation, 'FullReservation', 'A reservation with its drivers, lines and totals.', { ...drivers, rowVersion, summary: 'Extras and totals.' }),
  words(ReservationUpdate, 'ReservationUpdate', 'What a renter chose. Prices and totals in it have no effect: the server prices.', {
    reservation: 'The reservation as it was loaded, with another group when an upgrade was chosen.',
    rowVersion,
    extras: 'Every extra that is wanted.',
    hasClickedUpgrade: 'Whether an upgrade was chosen.',
    hasCompletedReservation: 'Whether this is the final step.',
  }),
  words(ReservationSent, 'ReservationSent', 'A reservation sent back; only its number and the group of its vehicle are looked at.', reservation),
  words(VehicleSent, 'VehicleSent', 'A vehicle sent back; only its group is looked at.', vehicle),
  words(EligibilityRequest, 'EligibilityRequest', 'Which reservation may go on to pre-checkout.', { reservationNumber: 'Number of the reservation.' }),
  words(Eligible, 'Eligible', 'Pre-checkout is possible.', { precheckoutToken: 'What the address of pre-checkout carries.' }),
  parameterWords(getReservation, 'params', byGuid),
  parameterWords(getPrecheckoutReservation, 'params', { guid: 'What the verification answered as guid, or the token of a link.' }),
  parameterWords(getFullReservation, 'params', byGuid),
  parameterWords(getModuleStatus, 'params', { reservation: 'Number of the reservation.' }),
]
