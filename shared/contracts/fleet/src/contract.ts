import { endpointFor } from '@checkin/http'
import * as z from 'zod'
import { EventsBody, FleetAnswer, FunnelCount, PutAnswer } from './answers.ts'
import { ImportAnswer, ImportBody } from './imports.ts'
import { ListQuery, ReservationList } from './list.ts'
import { Reference } from './parts.ts'
import { PersonalData } from './personal-data.ts'
import { PictureParams, ReadingList, ReadingsQuery } from './readings.ts'
import { FleetReservation } from './reservation.ts'
import { FleetToken, fleetTokenErrors, FleetTokenRequest, MadeFleetToken } from './tokens.ts'

/** Who may call: anybody, or a company's own system by its bearer token, which names the tenant. */
export type FleetAccess = 'open' | 'tenant'

const endpoint = endpointFor<FleetAccess>()

const params = z.object({ reference: Reference })
const notFound = { status: 404, code: 'ReservationNotFound' }
const noDocument = { status: 404, code: 'NotFound' }

const noMoney = [notFound, { status: 404, code: 'NotFound' }] as const
const held = { paymentId: z.uuid(), amount: z.number(), currency: z.string() }

const RefundRequest = z.strictObject({
  amount: z.number().positive().max(10_000_000).optional().meta({ description: 'In the currency of the payment; all that is left of it when left out.' }),
}).meta({ id: 'RefundRequest' })

const CaptureRequest = z.strictObject({
  amount: z.number().positive().max(10_000_000).optional().meta({ description: 'In the currency of the hold; all that is held when left out.' }),
}).meta({ id: 'CaptureRequest' })

const LinkRequest = z.strictObject({
  reference: Reference, purpose: z.enum(['verify', 'precheckout']),
  makeEligible: z.boolean().default(false).meta({ description: 'A link is no permission by itself: with this the company allows pre-checkout for the reservation (DEC-111).' }),
}).refine(({ purpose, makeEligible }) => !makeEligible || purpose === 'precheckout', { error: 'is for links to pre-checkout', path: ['makeEligible'] }).meta({ id: 'LinkRequest' })

/** Calls of the rental company's own system: reservations in, events out. */
export const fleetContract = {
  getReservationSchema: endpoint({
    name: 'getReservationSchema', method: 'GET', path: '/fleet/v1/schema.json', summary: 'JSON Schema of a reservation', access: 'open', answer: z.record(z.string(), z.unknown()), errors: [],
  }),
  listReservations: endpoint({
    name: 'listReservations', method: 'GET', path: '/fleet/v1/reservations', summary: 'Reservations by pick-up, narrowed and a page at a time; nothing personal', access: 'tenant',
    query: ListQuery, answer: ReservationList, errors: [],
  }),
  putReservation: endpoint({
    name: 'putReservation', method: 'PUT', path: '/fleet/v1/reservations/:reference', summary: 'Creates or replaces a reservation; the same again changes nothing', access: 'tenant',
    params, body: FleetReservation, bodyLimit: 2 * 1024 * 1024, answer: PutAnswer, statuses: [200, 201], errors: [],
  }),
  importReservations: endpoint({
    name: 'importReservations', method: 'PUT', path: '/fleet/v1/imports/:importId', access: 'tenant',
    summary: 'Puts up to 500 reservations, each by the rules of the single call, and answers row by row; the same import again is answered from memory for a week',
    params: z.object({ importId: z.uuid().meta({ description: 'Made by the company: one for each import, the same when it is sent again.' }) }),
    body: ImportBody, bodyLimit: 16 * 1024 * 1024, answer: ImportAnswer,
    errors: [{ status: 409, code: 'ImportExists' }, { status: 409, code: 'ImportUnderWay' }, { status: 429, code: 'TooManyRequests' }],
  }),
  getReservation: endpoint({
    name: 'getReservation', method: 'GET', path: '/fleet/v1/reservations/:reference', summary: 'A reservation as it stands, with payments, agreement and documents', access: 'tenant',
    params, answer: FleetAnswer, errors: [notFound],
  }),
  getPaper: endpoint({
    name: 'getPaper', method: 'GET', path: '/fleet/v1/reservations/:reference/papers/:paperId', summary: 'A receipt, a credit note, an agreement or a signed copy; each reading is written down', access: 'tenant',
    params: z.object({ reference: Reference, paperId: z.uuid() }), answer: 'pdf', errors: [noDocument],
  }),
  getPicture: endpoint({
    name: 'getPicture', method: 'GET', path: '/fleet/v1/reservations/:reference/pictures/:role/:part/:side', summary: 'A picture of a document that the renter gave; each reading is written down', access: 'tenant',
    params: z.object({ reference: Reference, ...PictureParams }), answer: 'webp', errors: [noDocument],
  }),
  listReadings: endpoint({
    name: 'listReadings', method: 'GET', path: '/fleet/v1/readings', summary: 'Who read pictures, papers and all that is held about persons, newest first', access: 'tenant',
    query: ReadingsQuery, answer: ReadingList, errors: [],
  }),
  getTerms: endpoint({
    name: 'getTerms', method: 'GET', path: '/fleet/v1/terms/:hash', summary: 'The very text that renters agreed to, whatever is valid now', access: 'tenant',
    params: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/).meta({ description: 'SHA-256 of the version, hexadecimal.' }) }), answer: 'pdf', errors: [noDocument],
  }),
  exportPersonalData: endpoint({
    name: 'exportPersonalData', method: 'GET', path: '/fleet/v1/reservations/:reference/personal-data', access: 'tenant',
    summary: 'Everything that is held about the persons of a reservation, pictures included; each call is written down and stands in the answer',
    params, answer: PersonalData, errors: [notFound],
  }),
  erasePersonalData: endpoint({
    name: 'erasePersonalData', method: 'DELETE', path: '/fleet/v1/reservations/:reference/personal-data', summary: 'Deletes the personal data of a reservation', access: 'tenant',
    params, answer: 'none', errors: [notFound],
  }),
  createLink: endpoint({
    name: 'createLink', method: 'POST', path: '/fleet/v1/links', summary: 'Makes a link for a mail of the company', access: 'tenant',
    body: LinkRequest, answer: z.object({ token: z.string(), url: z.string(), expiresAt: z.string() }), statuses: [201], errors: [notFound],
  }),
  revokeLinks: endpoint({
    name: 'revokeLinks', method: 'DELETE', path: '/fleet/v1/reservations/:reference/links', access: 'tenant',
    summary: 'Ends every link of a reservation at once: those of mails, to finish later, of the ticket, and the invitation of a driver. The same again changes nothing; new ones may be made',
    params, answer: 'none', errors: [notFound],
  }),
  refundPayment: endpoint({
    name: 'refundPayment', method: 'POST', path: '/fleet/v1/reservations/:reference/payments/:paymentId/refund', summary: 'Refunds a payment by card or wallet, or a captured deposit, in all or in part, once; the same again answers how it stands', access: 'tenant',
    params: z.object({ reference: Reference, paymentId: z.uuid() }), body: RefundRequest,
    answer: z.object({
      ...held, state: z.enum(['ordered', 'refunded', 'refused']).meta({ description: 'ordered until the provider has answered; refused: nothing moved.' }), code: z.nullable(z.string()),
    }).meta({ id: 'Refund' }),
    errors: [...noMoney, { status: 409, code: 'NotRefundable' }, { status: 409, code: 'RefundExists' }],
  }),
  captureDeposit: endpoint({
    name: 'captureDeposit', method: 'POST', path: '/fleet/v1/reservations/:reference/deposit/capture', access: 'tenant',
    summary: 'Takes a held deposit, in all or in part, once; what is not captured is released, and what was due and held with it counts as paid. The same again answers how it stands',
    params, body: CaptureRequest,
    answer: z.object({
      ...held, state: z.enum(['ordered', 'captured', 'refused']).meta({ description: 'ordered until the provider has answered; refused: nothing was taken.' }), code: z.nullable(z.string()),
    }).meta({ id: 'Capture' }),
    errors: [notFound, { status: 409, code: 'NothingHeld' }, { status: 409, code: 'NotCapturable' }, { status: 409, code: 'CaptureExists' }, { status: 409, code: 'ReleaseUnderWay' }, { status: 409, code: 'AgreementUnderWay' }],
  }),
  renewDeposit: endpoint({
    name: 'renewDeposit', method: 'POST', path: '/fleet/v1/reservations/:reference/deposit/renew', access: 'tenant',
    summary: 'Holds a deposit anew on the card that the renter kept, then voids the former hold; the same again answers how it stands, after a refusal it tries again',
    params, body: z.strictObject({ paymentId: z.uuid().meta({ description: 'The hold that is to be renewed, as the reservation lists it.' }) }).meta({ id: 'RenewRequest' }),
    answer: z.object({
      ...held, state: z.enum(['renewing', 'renewed', 'refused']).meta({ description: 'renewing until the provider has answered; refused: the former hold stands.' }), code: z.nullable(z.string()),
      captureBefore: z.nullable(z.string()).meta({ description: 'Until when the new hold lasts, ISO 8601 in UTC.' }),
    }).meta({ id: 'Renewal', description: 'The new hold; paymentId is its own.' }),
    errors: [...noMoney, { status: 409, code: 'NothingHeld' }, { status: 409, code: 'NoCardKept' }, { status: 409, code: 'CaptureUnderWay' }, { status: 409, code: 'ReleaseUnderWay' }],
  }),
  releaseDeposit: endpoint({
    name: 'releaseDeposit', method: 'POST', path: '/fleet/v1/reservations/:reference/deposit/release', summary: 'Gives a held deposit back; the same again answers how it stands', access: 'tenant',
    params, answer: z.object({ ...held, state: z.enum(['releasing', 'released']).meta({ description: 'releasing until the provider has confirmed it.' }) }).meta({ id: 'Release' }),
    errors: [notFound, { status: 409, code: 'NothingHeld' }, { status: 409, code: 'AgreementUnderWay' }, { status: 409, code: 'CaptureUnderWay' }],
  }),
  countOfferAnswers: endpoint({
    name: 'countOfferAnswers', method: 'GET', path: '/fleet/v1/offers', summary: 'How renters answered offers', access: 'tenant', answer: z.object({ answers: z.array(FunnelCount) }), errors: [],
  }),
  listEvents: endpoint({
    name: 'listEvents', method: 'GET', path: '/fleet/v1/events', summary: 'What happened after an event, oldest first', access: 'tenant',
    query: z.object({
      after: z.coerce.number<number | string>().int().min(0).default(0).meta({ description: 'Id of the last event that is known.' }),
      limit: z.coerce.number<number | string>().int().min(1).max(1000).default(100),
    }),
    answer: EventsBody, errors: [],
  }),
  replayEvents: endpoint({
    name: 'replayEvents', method: 'POST', path: '/fleet/v1/events/replay', access: 'tenant',
    summary: 'Has the company\'s own address told again what happened after an event, oldest first; nothing that it was not told yet is left out',
    body: z.strictObject({ after: z.int().min(0).meta({ description: 'Id of the last event that is not told again; 0 for all.' }) }).meta({ id: 'ReplayRequest' }),
    answer: z.object({ after: z.string().meta({ description: 'Id of the event after which telling goes on: the one that was named, or an earlier one up to which it was told.' }) }).meta({ id: 'Replay' }),
    errors: [noDocument],
  }),
  listTokens: endpoint({
    name: 'listTokens', method: 'GET', path: '/fleet/v1/tokens', summary: 'The company\'s tokens that hold, never the tokens themselves', access: 'tenant',
    answer: z.object({ tokens: z.array(FleetToken), present: z.uuid().meta({ description: 'Id of the token of this very call.' }) }), errors: [],
  }),
  createToken: endpoint({
    name: 'createToken', method: 'POST', path: '/fleet/v1/tokens', summary: 'Makes a token beside the present one, to change over without a gap; two hold at most', access: 'tenant',
    body: FleetTokenRequest, answer: MadeFleetToken, statuses: [201], errors: [fleetTokenErrors.tooMany],
  }),
  revokeToken: endpoint({
    name: 'revokeToken', method: 'DELETE', path: '/fleet/v1/tokens/:tokenId', summary: 'Ends a token at once, also the one of this very call; the last one is ended by the administrator only', access: 'tenant',
    params: z.object({ tokenId: z.uuid() }), answer: 'none', errors: [fleetTokenErrors.unknown, fleetTokenErrors.last],
  }),
} as const
