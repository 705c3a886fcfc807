import * as z from 'zod'
import type { FleetReservationInput } from './reservation.ts'

/** Most reservations of one import. */
export const mostImported = 500

const Row = z.strictObject({
  reference: z.string().max(40),
  reservation: (z.record(z.string(), z.unknown()) as unknown as z.ZodType<unknown, FleetReservationInput>)
    .meta({ description: 'As PUT /fleet/v1/reservations/{reference} takes it; checked row by row, so that one that does not fit stops no other.' }),
}).meta({ id: 'ImportRow' })

/** Many reservations at once (API-81). */
export const ImportBody = z.strictObject({ reservations: z.array(Row).min(1).max(mostImported) }).meta({ id: 'ImportBody' })
export type ImportBody = z.output<typeof ImportBody>

const ImportedRow = z.object({
  reference: z.string(), outcome: z.enum(['created', 'replaced', 'unchanged', 'refused']),
  number: z.string().optional(), guid: z.string().optional(), rowVersion: z.int().optional(),
  status: z.int().optional().meta({ description: 'Of a refused row: what the single call would answer.' }),
  code: z.string().optional().meta({ description: 'Of a refused row; RepeatedReference for one that stands in the same import before.' }),
  issues: z.array(z.object({ path: z.string(), code: z.string().optional() })).optional().meta({ description: 'Where a refused row does not fit.' }),
}).meta({ id: 'ImportedRow' })
export type ImportedRow = z.infer<typeof ImportedRow>

/** What became of each row, in the order in which they were sent. */
export const ImportAnswer = z.object({ created: z.int(), replaced: z.int(), unchanged: z.int(), refused: z.int(), rows: z.array(ImportedRow) }).meta({ id: 'ImportAnswer' })
export type ImportAnswer = z.infer<typeof ImportAnswer>
