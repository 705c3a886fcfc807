import { describeCall, describeSchema, descriptionsOf } from '@checkin/http'
import * as z from 'zod/mini'
import { ExtrasSummary, UpsellOption, Extra, ExtraEvent } from '../entities/extra.schema.ts'
import { ReservationNumber, Count, givenText } from '../entities/values.schema.ts'
import { endpoint } from './endpoint.ts'
import { cannotUpdate, moduleOff, reservationNotFound } from './errors.ts'
import { sentBack } from './known-fields.ts'

const unsaid = 'add'

/** Text that a client may leave out or send as it was loaded, null; it arrives as 'add' then (API-18). */
const orAdd = (longest: number) => z.pipe(z._default(z.nullable(givenText(longest)), unsaid), z.transform((text) => text ?? unsaid))

/** An extra that a client chooses: which, how many, and the kind of change; its prices and flags have no effect (DEC-23). */
export const ExtraChoice = sentBack(Extra, {
  extraID: givenText(64).check(z.minLength(1)),
  quantity: Count.check(z.lte(99)),
  event: z.optional(z.nullable(ExtraEvent)),
  category: orAdd(64),
  observations: orAdd(400),
})
export type ExtraChoice = z.infer<typeof ExtraChoice>
/* @__PURE__ */ describeSchema(ExtraChoice, () => ({
  id: 'ExtraChoice', description: 'An extra that a renter takes. Beside its id, quantity and event nothing has an effect.',
  fields: descriptionsOf(Extra),
}))

/** A choice of extras to be priced (OFFERS-16). */
export const ExtrasRequest = z.strictObject({ reservationId: ReservationNumber, extras: z.array(ExtraChoice).check(z.maxLength(100)) })
export type ExtrasRequest = z.infer<typeof ExtrasRequest>
/* @__PURE__ */ describeSchema(ExtrasRequest, () => ({
  id: 'ExtrasRequest', description: 'A choice to be priced; nothing of it is kept.',
  fields: { reservationId: 'Number of the reservation.', extras: 'Every extra that is wanted.' },
}))

/** API-18: prices a choice without keeping it. */
export const calculateExtras = endpoint({
  name: 'calculateExtras', method: 'POST', path: '/reservation/extras/values', access: 'link', kind: 'read', body: ExtrasRequest, bodyLimit: 1024 * 1024,
  answer: ExtrasSummary, errors: [reservationNotFound, { status: 400, code: 'OutOfStock' }, cannotUpdate, moduleOff],
})
/* @__PURE__ */ describeCall(calculateExtras, 'Prices a choice of extras without keeping it')

/** API-19: an empty list means that there is nothing to upgrade to. */
export const listUpsellGroups = endpoint({
  name: 'listUpsellGroups', method: 'GET', path: '/reservation/upselling/groups/:reservation', access: 'link',
  params: z.object({ reservation: ReservationNumber }), answer: z.array(UpsellOption), errors: [reservationNotFound],
})
/* @__PURE__ */ describeCall(listUpsellGroups, 'Higher vehicle groups on offer', { reservation: 'Number of the reservation.' })

/** API-20: one offer by reservation number and group (DEC-24). */
export const getUpsellGroup = endpoint({
  name: 'getUpsellGroup', method: 'GET', path: '/reservation/upselling/:reservation/:groupId', access: 'link',
  params: z.object({ reservation: ReservationNumber, groupId: z.string().check(z.regex(/^[\w-]{1,40}$/)) }), answer: UpsellOption, errors: [reservationNotFound],
})
/* @__PURE__ */ describeCall(getUpsellGroup, 'One of these offers with its lines', { reservation: 'Number of the reservation.', groupId: 'The vehicle group that is offered.' })
