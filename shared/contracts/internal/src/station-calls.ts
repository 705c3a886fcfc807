import { FleetStation } from '@checkin/fleet'
import * as z from 'zod'
import { endpoint } from './access.ts'

/** A station of reservations that are not over, as the company's system named and described it last. */
export const KnownStation = z.object({
  place: z.string(), reservations: z.int().meta({ description: 'Pick-ups and returns there that are still to come.' }),
  said: z.nullable(FleetStation).meta({ description: 'What the company\'s system said of it with the reservation that changed last; null where it said nothing.' }),
}).meta({ id: 'KnownStation' })
export type KnownStation = z.infer<typeof KnownStation>

/** Calls about stations; what a company says of them itself is part of its settings (DEC-356). */
export const stationCalls = {
  listStations: endpoint({
    name: 'listStations', method: 'GET', path: '/internal/v1/tenants/:id/stations', summary: 'Stations of the reservations that are not over, at most 500, and what the company\'s system says of each', access: 'operator',
    params: z.object({ id: z.string().meta({ description: 'Id of the tenant.' }) }), answer: z.object({ rows: z.array(KnownStation) }), errors: [{ status: 404, code: 'NotFound' }],
  }),
} as const
