import * as z from 'zod/mini'
import { ExtraChoice, ExtrasSummary, UpsellOption } from '../entities/extra.schema.ts'
import { AnalyticsEvent } from '../entities/payment.schema.ts'
import { SessionKey } from '../entities/values.schema.ts'
import { endpoint } from './endpoint.ts'
import { ReservationNumber } from './reservation.contract.ts'

const notFound = { status: 404, code: 'ReservationNotFound' } as const

/** API-18: prices a choice without keeping it. */
export const calculateExtras = endpoint({
  name: 'calculateExtras', method: 'POST', path: '/reservation/extras/values', access: 'verified',
  body: z.strictObject({ reservationId: ReservationNumber, extras: z.array(ExtraChoice).check(z.maxLength(100)) }),
  answer: ExtrasSummary, errors: [notFound, { status: 400, code: 'OutOfStock' }, { status: 400, code: 'CannotUpdate' }],
})

/** API-19: an empty list means that there is nothing to upgrade to. */
export const listUpsellGroups = endpoint({
  name: 'listUpsellGroups', method: 'GET', path: '/reservation/upselling/groups/:reservation', access: 'verified',
  params: z.object({ reservation: ReservationNumber }), answer: z.array(UpsellOption), errors: [notFound],
})

/** API-20: one offer by reservation number and group (DEC-24). */
export const getUpsellGroup = endpoint({
  name: 'getUpsellGroup', method: 'GET', path: '/reservation/upselling/:reservation/:groupId', access: 'verified',
  params: z.object({ reservation: ReservationNumber, groupId: z.string().check(z.regex(/^[\w-]{1,40}$/)) }), answer: UpsellOption, errors: [notFound],
})

/** API-34: fire and forget. */
export const postAnalytics = endpoint({
  name: 'postAnalytics', method: 'POST', path: '/analytics', access: 'link',
  body: z.strictObject({ sessionKey: SessionKey, analyticsData: z.array(AnalyticsEvent).check(z.minLength(1), z.maxLength(10)) }),
  answer: z.object({ stored: z.number() }), errors: [{ status: 409, code: 'SessionMismatch' }],
})
