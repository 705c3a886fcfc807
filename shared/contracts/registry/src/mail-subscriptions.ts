import { TenantHost } from '@checkin/releases'
import * as z from 'zod'
import { endpoint, IdParams, roles } from './endpoint.ts'
import { rolloutEventTypes } from './rollout-events.ts'
import { TenantGroup } from './tenants.ts'

const Chosen = {
  /** Kinds of events; all where none is named. */
  events: z.array(z.enum(rolloutEventTypes)).max(rolloutEventTypes.length).default([]),
  /** Tenants whose events are told; all in reach where neither a group nor a host is named. Groups count as they are when something happens. */
  groups: z.array(TenantGroup).max(20).default([]),
  hosts: z.array(TenantHost).max(200).default([]),
}

/** An address that is told by mail what happens to releases (DEC-354). */
export const MailSubscription = z.object({
  id: z.int(), address: z.string(), ...Chosen,
  /** Nothing is sent before the code of the first mail came back; that it waits for until `confirmBy`. */
  state: z.enum(['unconfirmed', 'active']),
  confirmBy: z.nullable(z.iso.datetime()),
  /** Who asked for it. */
  by: z.string(), madeAt: z.iso.datetime(),
  /** Since when the mail server does not take its mails; null while it does. */
  failingSince: z.nullable(z.iso.datetime()),
})
export type MailSubscription = z.infer<typeof MailSubscription>

const own = { roles, reach: 'own' } as const
const notConfigured = { status: 409, code: 'MailNotConfigured' }
const Code = z.string().trim().min(20).max(100)

export const listMailSubscriptions = endpoint({
  name: 'listMailSubscriptions', method: 'GET', path: '/registry/v1/mail-subscriptions',
  summary: 'Mails on rollout events that the caller asked for; all of them for who operates or approves for every tenant',
  access: own, answer: z.object({
    /** Whether this installation sends mail of rollout events. */
    configured: z.boolean(),
    subscriptions: z.array(MailSubscription),
  }), errors: [],
})

export const addMailSubscription = endpoint({
  name: 'addMailSubscription', method: 'POST', path: '/registry/v1/mail-subscriptions',
  summary: 'Sends a code to an address, which begins to get mails of rollout events when the code comes back',
  access: own, body: z.strictObject({ address: z.email().max(255), ...Chosen }), answer: MailSubscription,
  errors: [notConfigured, { status: 429, code: 'TooManySubscriptions' }, { status: 502, code: 'MailNotTaken' }],
})

export const confirmMailSubscription = endpoint({
  name: 'confirmMailSubscription', method: 'POST', path: '/registry/v1/mail-subscriptions/confirm',
  summary: 'Takes the code that was mailed: from now on the address is told', access: own, body: z.strictObject({ code: Code }), answer: MailSubscription,
  errors: [{ status: 404, code: 'UnknownCode' }],
})

export const endMailSubscription = endpoint({
  name: 'endMailSubscription', method: 'DELETE', path: '/registry/v1/mail-subscriptions/:id',
  summary: 'Ends mails to an address and forgets it; by who asked for it, or who operates or approves for every tenant',
  access: own, params: IdParams, answer: z.object({ ended: z.literal(true) }), errors: [{ status: 404, code: 'UnknownSubscription' }, { status: 409, code: 'NotConfirmed' }],
})

export const unsubscribeMail = endpoint({
  name: 'unsubscribeMail', method: 'POST', path: '/registry/v1/mail-subscriptions/unsubscribe',
  summary: 'Ends mails by the code of their unsubscribing link; answers the same when they have ended already',
  access: { roles: 'anyone', reach: 'own' }, body: z.strictObject({ code: Code }), answer: z.object({ ended: z.literal(true) }), errors: [],
})
