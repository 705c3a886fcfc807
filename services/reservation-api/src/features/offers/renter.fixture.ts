import type { Contract, ExtrasSummary, FullReservation, Input, UpsellOption } from '@checkin/api'
import type { LightMyRequestResponse } from 'fastify'
import type { FleetReservationInput } from '../fleet/fleet-schema.ts'
import type { WholeApi } from '../../test/whole-api.fixture.ts'

/** An extra as a page sends it: at least its id and quantity, at most all that it was given. */
export type SentExtra = Partial<Input<Contract['calculateExtras']>['body']['extras'][number]>

export interface SentUpdate {
  readonly extras?: readonly SentExtra[]
  readonly groupId?: string
  readonly rowVersion?: number
  readonly completes?: boolean
  /** Fields of the reservation that a page would send along. */
  readonly reservation?: Readonly<Record<string, unknown>>
}

/** How a page asks for an extra with a quantity, and for one without (OFFERS-17). */
export const quantityOf = (extraID: string, quantity: number) => ({ extraID, quantity })
export const select = (extraID: string) => ({ extraID, quantity: 1, event: 'Select' as const })
export const unselect = (extraID: string) => ({ extraID, quantity: 1, event: 'Unselect' as const })

/** A page of a renter with an opened session, and the company's view of the same reservation. */
export async function aRenter(api: WholeApi, reference: string, reservation: FleetReservationInput, tenant = 'costaverde') {
  const names = await api.stored(tenant, reference, reservation)
  return { ...names, reference, ...await aTab(api, names, reference, tenant) }
}

interface Names {
  readonly id: string
  readonly number: string
  readonly guid: string
}

/** A further session of a reservation. */
export async function aTab(api: WholeApi, { id, number, guid }: Names, reference: string, tenant = 'costaverde') {
  const { token, sessionKey } = await api.session(tenant, id)
  const host = `${tenant}.localhost:4000`
  const call = (method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown, headers = {}): Promise<LightMyRequestResponse> =>
    api.call(method, `/api${path}`, { token, host, headers, ...(body !== undefined && { body }) })
  return {
    sessionKey, call,
    put: ({ extras = [], groupId, rowVersion, completes = false, reservation = {} }: SentUpdate) => call('PUT', '/reservation', {
      reservation: { reservation: number, ...(groupId !== undefined && { vehicle: { groupId } }), ...reservation }, extras,
      ...(rowVersion !== undefined && { rowVersion }), hasClickedUpgrade: groupId !== undefined, hasCompletedReservation: completes,
    }),
    values: (extras: readonly SentExtra[]) => call('POST', '/reservation/extras/values', { reservationId: number, extras }),
    full: async () => (await call('GET', `/reservation/full/${guid}`)).json<FullReservation>(),
    groups: async () => (await call('GET', `/reservation/upselling/groups/${number}`)).json<UpsellOption[]>(),
    company: async () => (await api.fleet(tenant, 'GET', `/reservations/${reference}`))
      .json<{ rowVersion: number; summary: ExtrasSummary; reservation: FleetReservationInput }>(),
    events: async () => (await api.fleet(tenant, 'GET', '/events?limit=1000'))
      .json<{ events: { kind: string; reference: string; data: Record<string, unknown> }[] }>().events.filter((event) => event.reference === reference),
  }
}
