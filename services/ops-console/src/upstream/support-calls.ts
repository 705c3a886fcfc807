import { internalContract } from '@checkin/internal'
import type { Role } from '@checkin/registry'
import type { MoneyCallOptions } from './money-calls.ts'
import { asPerson } from './as-person.ts'

const { findReservations, getSupportState, readRenterDetails, resendLink, resendCode } = internalContract

/** Who may make a call about a renter, reading included: personal data are for who helps renters, and for nobody else (DEC-328). */
export const supportRoles: Readonly<Record<string, readonly Role[]>> = {
  [findReservations.name]: ['operator', 'support'], [getSupportState.name]: ['operator', 'support'], [resendLink.name]: ['operator', 'support'], [resendCode.name]: ['operator', 'support'],
  [readRenterDetails.name]: ['support'],
}

/** Reservations as support finds them, of tenants within reach; each reading names who stands behind the session. */
export function supportCalls({ serve, client, requireReach, refuse }: Omit<MoneyCallOptions, 'within'>): void {
  serve(findReservations, async ({ session, params, body, reply }) => {
    await requireReach(session, params.id)
    void reply.header('cache-control', 'no-store')
    return client.call(findReservations, { params, body }, asPerson(session)).catch(refuse)
  })
  serve(getSupportState, async ({ session, params, reply }) => {
    await requireReach(session, params.id)
    void reply.header('cache-control', 'no-store')
    return client.call(getSupportState, { params }, asPerson(session)).catch(refuse)
  })
  serve(readRenterDetails, async ({ session, params, body, reply }) => {
    await requireReach(session, params.id)
    void reply.header('cache-control', 'no-store')
    return client.call(readRenterDetails, { params, body }, asPerson(session)).catch(refuse)
  })
  serve(resendLink, async ({ session, params }) => {
    await requireReach(session, params.id)
    return client.call(resendLink, { params }, asPerson(session)).catch(refuse)
  })
  serve(resendCode, async ({ session, params }) => {
    await requireReach(session, params.id)
    return client.call(resendCode, { params }, asPerson(session)).catch(refuse)
  })
}
