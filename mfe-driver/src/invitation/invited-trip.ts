import type { InvitedTrip } from '@checkin/api/invitation'
import { createEvent, createStore } from 'effector'

/** An invited driver was proved; null when nobody is (any more). */
export const invitedTripKnown = createEvent<InvitedTrip | null>()
/** What an invited driver knows of the rental: on that page it stands for the reservation (DEC-211). */
export const $invitedTrip = createStore<InvitedTrip | null>(null).on(invitedTripKnown, (_, trip) => trip)

/** An invited driver came with this token. */
export const invitedTokenKnown = createEvent<string>()
/** The token of the link that is open here, by which calls for an invited driver are made; empty where there is none. */
export const $invitedToken = createStore('', { serialize: 'ignore' }).on(invitedTokenKnown, (_, token) => token)
