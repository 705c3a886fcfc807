import * as z from 'zod/mini'
import { ExtrasSummary, UpsellOption } from '../entities/extra.schema.ts'
import { ReservationNumber } from '../entities/values.schema.ts'
import { endpoint } from './endpoint.ts'
import { ExtraChoice } from './extra-choice.ts'
import { cannotUpdate, moduleOff, reservationNotFound } from './refusals.ts'

/** A choice of extras to be priced (OFFERS-16). */
export const ExtrasRequest = z.strictObject({ reservationId: ReservationNumber, extras: z.array(ExtraChoice).check(z.maxLength(100)) })
export type ExtrasRequest = z.infer<typeof ExtrasRequest>

/** API-18: prices a choice without keeping it. */
export const calculateExtras = endpoint({
  name: 'calculateExtras', method: 'POST', path: '/reservation/extras/values', access: 'link', kind: 'read', body: ExtrasRequest, bodyLimit: 1024 * 1024,
  answer: ExtrasSummary, errors: [reservationNotFound, { status: 400, code: 'OutOfStock' }, cannotUpdate, moduleOff],
})

/** API-19: an empty list means that there is nothing to upgrade to. */
export const listUpsellGroups = endpoint({
  name: 'listUpsellGroups', method: 'GET', path: '/reservation/upselling/groups/:reservation', access: 'link',
  params: z.object({ reservation: ReservationNumber }), answer: z.array(UpsellOption), errors: [reservationNotFound],
})

/** API-20: one offer by reservation number and group (DEC-24). */
export const getUpsellGroup = endpoint({
  name: 'getUpsellGroup', method: 'GET', path: '/reservation/upselling/:reservation/:groupId', access: 'link',
  params: z.object({ reservation: ReservationNumber, groupId: z.string().check(z.regex(/^[\w-]{1,40}$/)) }), answer: UpsellOption, errors: [reservationNotFound],
})
