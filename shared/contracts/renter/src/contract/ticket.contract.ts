import { describeCall, describeSchema, endpointFor } from '@checkin/http'
import * as z from 'zod/mini'
import type { ErrorCode } from '../failures/error-codes.ts'
import type { Access } from './endpoint.ts'

// A module brings this file itself: what it took from beside it would be a copy of what the shell provides.
const endpoint = endpointFor<Access, ErrorCode>()
const Token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const Hours = z.object({ from: z.string(), to: z.string() })
/* @__PURE__ */ describeSchema(Hours, () => ({ id: 'TicketHours', description: 'When a station is open.', fields: { from: 'On the clock there, HH:MM.', to: 'On the clock there, HH:MM.' } }))
const Station = z.object({
  address: z.nullable(z.string()), latitude: z.nullable(z.number()), longitude: z.nullable(z.number()),
  open: z.nullable(z.array(Hours)), keys: z.nullable(z.enum(['counter', 'keybox'])),
  phone: z.optional(z.string()), keyText: z.optional(z.record(z.string(), z.string())),
})
/* @__PURE__ */ describeSchema(Station, () => ({
  id: 'TicketStation', description: 'What the company says of a station (DEC-185).',
  fields: { address: 'As on an envelope.', latitude: 'In degrees.', longitude: 'In degrees.', open: 'Hours of that very day; none where it is closed.', keys: 'Where keys are.', phone: 'Telephone of the station, where it has one of its own.', keyText: "Where keys are in the company's own words, by language (DEC-356)." },
}))

export const TicketStop = z.object({ place: z.string(), dateAndTime: z.string(), timeZone: z.string(), station: z.nullable(Station) })
export type TicketStop = z.infer<typeof TicketStop>
/* @__PURE__ */ describeSchema(TicketStop, () => ({
  id: 'TicketStop', description: 'A pick-up or return.',
  fields: { place: 'Name of the station.', dateAndTime: 'On the clock there, YYYY-MM-DDTHH:MM.', timeZone: 'IANA name of its zone.', station: 'What the company says of it; null for nothing.' },
}))
export const TicketDriver = z.object({ firstName: z.string(), passport: z.boolean() })
/* @__PURE__ */ describeSchema(TicketDriver, () => ({ id: 'TicketDriver', description: 'Who brings what: nothing else is said of a person.', fields: { firstName: 'The first name alone.', passport: 'Whether a passport was given, not another document.' } }))
export const TicketDeposit = z.object({ state: z.enum(['due', 'held', 'debited', 'released']), amount: z.number().check(z.nonnegative()) })
/* @__PURE__ */ describeSchema(TicketDeposit, () => ({
  id: 'TicketDeposit', description: 'How the deposit stands.', fields: { state: 'due: to be given at the counter; held: on the card; debited: taken from what was held; released: held no longer.', amount: 'Amount in the currency of the ticket.' },
}))
/** What of a rental the company may have changed (DEC-263). */
export const ticketParts = ['price', 'period', 'place', 'vehicle'] as const
export const TicketChange = z.object({
  at: z.string(), by: z.enum(['company', 'renter']), what: z.enum(['booked', 'changed', 'upgrade', 'extras', 'completed', 'paid']), total: z.nullable(z.number()),
  totalBefore: z.optional(z.number()), changed: z.optional(z.array(z.enum(ticketParts))),
})
export type TicketChange = z.infer<typeof TicketChange>
/* @__PURE__ */ describeSchema(TicketChange, () => ({
  id: 'TicketChange', description: 'One change of the price or of what is due.', fields: { at: 'When, an instant in UTC.', by: 'Who changed it.', what: 'What was done.', total: 'Total afterwards; null where it was not written down.', totalBefore: 'Total before, of a change by the company (DEC-263).', changed: 'What the company changed; period is dates and times (DEC-263).' },
}))
export const TicketPaper = z.object({ kind: z.enum(['receipt', 'credit-note', 'signed-agreement']), createdAt: z.string() })
/* @__PURE__ */ describeSchema(TicketPaper, () => ({ id: 'TicketPaper', description: 'A document that there is; it is saved by the session of the rental, or in the mail.', fields: { kind: 'receipt, credit-note or signed-agreement.', createdAt: 'When it was made, an instant in UTC.' } }))

export const TicketVehicle = z.object({ name: z.string(), group: z.string() })
/* @__PURE__ */ describeSchema(TicketVehicle, () => ({ id: 'TicketVehicle', description: 'The vehicle that is booked.', fields: { name: 'As the company calls it.', group: 'Its group.' } }))

export const TicketAddition = z.object({ extraID: z.string(), name: z.string(), units: z.int().check(z.positive()), amount: z.number().check(z.nonnegative()), isPaid: z.boolean(), back: z.optional(z.number().check(z.positive())) })
export type TicketAddition = z.infer<typeof TicketAddition>
/* @__PURE__ */ describeSchema(TicketAddition, () => ({
  id: 'TicketAddition', description: 'An extra, or the upgrade, that the renter added in check-in.',
  fields: { extraID: 'Its id.', name: 'In the language that was asked for.', units: 'How many were added.', amount: 'By how much the total with tax is less without it.', isPaid: 'Whether it was paid for and its money cannot go back by itself: then the company takes it back (DEC-288).', back: 'What of it is refunded the way it was paid, if it alone is taken back; missing for nothing (DEC-282).' },
}))
export const TicketUndo = z.object({ until: z.string(), closed: z.nullable(z.enum(['late', 'agreement', 'payment', 'address'])), additions: z.array(TicketAddition) })
export type TicketUndo = z.infer<typeof TicketUndo>
/* @__PURE__ */ describeSchema(TicketUndo, () => ({
  id: 'TicketUndo', description: 'What the renter can take back (DEC-287).',
  fields: { until: 'Until when, on the clock of the pick-up, YYYY-MM-DDTHH:MM.', closed: 'Why nothing can be taken back now: too late, an agreement, a payment under way, or no address for a code; null where it can.', additions: 'What was added and is there still.' },
}))

export const TicketRefund = z.object({ at: z.string(), amount: z.number().check(z.positive()), state: z.enum(['ordered', 'refunded', 'refused']) })
/* @__PURE__ */ describeSchema(TicketRefund, () => ({
  id: 'TicketRefund', description: 'Money that goes back because something was taken back by the ticket (DEC-282).',
  fields: { at: 'When it was taken back, an instant in UTC.', amount: 'Amount in the currency of the ticket.', state: 'ordered: on its way; refunded: the provider gave it back; refused: the provider did not, the company has to.' },
}))

export const Ticket = z.object({
  version: z.number(), reference: z.string(), pickUp: TicketStop, dropOff: TicketStop, vehicle: TicketVehicle,
  drivers: z.array(TicketDriver), currency: z.string(), total: z.number(), due: z.number(), deposit: z.nullable(TicketDeposit), papers: z.array(TicketPaper), changes: z.array(TicketChange),
  wallets: z.optional(z.array(z.enum(['apple', 'google']))), undo: z.optional(TicketUndo), refunds: z.optional(z.array(TicketRefund)),
})
export type Ticket = z.infer<typeof Ticket>
/* @__PURE__ */ describeSchema(Ticket, () => ({
  id: 'Ticket', description: 'All that the bearer of a ticket sees (DEC-206).',
  fields: {
    version: 'Grows with every change of the rental.', reference: 'Reference of the reservation.', pickUp: 'Where and when it begins.', dropOff: 'Where and when it ends.',
    vehicle: 'The vehicle that is booked.', drivers: 'Main driver first.', currency: 'ISO 4217.', total: 'Total with tax.', due: 'Still to be paid; 0 for nothing.',
    deposit: 'The deposit; null for none.', papers: 'Documents that there are, oldest first.', changes: 'Newest last; the latest twenty.', wallets: 'Wallets that the ticket can be kept in (DEC-233); none where the server does not say.',
    undo: 'Additions that can be taken back; missing where the tenant offers it not, or nothing was added (DEC-287).',
    refunds: 'Money that goes back by the ticket, oldest first; missing for none (DEC-282).',
  },
}))

/** API-52, API-108: what a ticket shows, to whoever has its link. Unknown, expired and revoked are one 404. */
export const getTicket = endpoint({
  name: 'getTicket', method: 'GET', path: '/ticket/:token', inBody: '/ticket', access: 'open', background: true, params: z.object({ token: Token }), answer: Ticket,
  errors: [{ status: 404, code: 'LinkUnknown' }, { status: 429, code: 'TooManyRequests' }],
})
/* @__PURE__ */ describeCall(getTicket, 'The ticket of a completed check-in', { token: 'Token of its link.' })

/** What of a ticket's refusals its calls share. */
const refusals = [{ status: 404, code: 'LinkUnknown' }, { status: 409, code: 'CannotUpdate' }, { status: 409, code: 'HasRentalAgreement' }, { status: 403, code: 'NoPaymentInPreview' }, { status: 429, code: 'TooManyRequests' }] as const
export const TicketUndoKey = z.object({ key: z.string() })
/* @__PURE__ */ describeSchema(TicketUndoKey, () => ({ id: 'TicketUndoKey', description: 'A code is on its way.', fields: { key: 'Sent back with the code; opens nothing.' } }))

/** API-93, API-109: mails a code to the address on file, which proves the renter (DEC-287). CannotUpdate has the reason in its data. */
export const sendUndoCode = endpoint({ name: 'sendUndoCode', method: 'POST', path: '/ticket/:token/code', inBody: '/ticket/code', access: 'open', kind: 'write', params: z.object({ token: Token }), answer: TicketUndoKey, errors: refusals })
/* @__PURE__ */ describeCall(sendUndoCode, 'Mails a code by which additions are taken back', { token: 'Token of its link.' })

export const TicketUndoRequest = z.strictObject({
  extraIDs: z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.minLength(1), z.maxLength(60)), version: z.int().check(z.nonnegative()), key: z.uuid(), code: z.string().check(z.regex(/^\d{6}$/)),
})
export type TicketUndoRequest = z.infer<typeof TicketUndoRequest>
/* @__PURE__ */ describeSchema(TicketUndoRequest, () => ({
  id: 'TicketUndoRequest', description: 'Takes additions back.', fields: { extraIDs: 'Ids of the extras.', version: 'Version of the ticket that was decided on.', key: 'Of the answer that announced the code.', code: 'Six digits from the mail.' },
}))

/** API-94, API-110: takes additions back, all or none; what is gone already stays so (DEC-287). CannotUpdate has the reason in its data. */
export const undoAdditions = endpoint({
  name: 'undoAdditions', method: 'POST', path: '/ticket/:token/undo', inBody: '/ticket/undo', access: 'open', kind: 'write', params: z.object({ token: Token }), body: TicketUndoRequest, answer: Ticket,
  errors: [...refusals, { status: 404, code: 'CodeNotFound' }, { status: 409, code: 'VersionConflict' }],
})
/* @__PURE__ */ describeCall(undoAdditions, 'Takes back what was added in check-in', { token: 'Token of its link.' })

/** API-53: pick-up and return as a calendar file, below the API's base. */
export const ticketCalendarPath = (token: string): `/${string}` => `/ticket/${token}/calendar.ics`

/** API-64, API-65: the ticket as a pass of a wallet, below the API's base. */
export const ticketWalletPath = (token: string, wallet: 'apple' | 'google'): `/${string}` => `/ticket/${token}/wallet/${wallet}`

/** API-90, API-96, API-97: where Apple Wallet registers devices and fetches changed passes, below the API's base; the paths below it are Apple's. */
export const passServicePath = '/wallet/apple'
/** API-90, below `passServicePath`. */
export const passDevicePath = '/v1/devices/:device/registrations/:passType/:serial'
/** API-96, below `passServicePath`. */
export const changedPassesPath = '/v1/devices/:device/registrations/:passType'
/** API-97, below `passServicePath`. */
export const latestPassPath = '/v1/passes/:passType/:serial'

/** API-52, API-93, API-94, API-108 to API-110. Apart from the other calls, whose declarations every first screen loads: the module that makes it brings it. */
export const ticketContract = { getTicket, sendUndoCode, undoAdditions } as const
export type TicketContract = typeof ticketContract
