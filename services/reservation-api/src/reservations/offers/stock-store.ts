import type { Transaction } from 'kysely'
import type { Tables } from '../tables.ts'

/** A station of a tenant, where reservations that start there share what is in stock. */
export interface Station {
  readonly tenantId: string
  readonly place: string
}

/** Units left by extra; an extra that is not in it is not counted, there are as many as wanted. */
export type Stock = ReadonlyMap<string, number>

export async function stockAt(transaction: Transaction<Tables>, { tenantId, place }: Station): Promise<Stock> {
  const rows = await transaction.selectFrom('extra_stock').where('tenant_id', '=', tenantId).where('place', '=', place)
    .select(['extra_id', 'units_left']).execute()
  return new Map(rows.map((row) => [row.extra_id, row.units_left]))
}

/** What is left by the company's count; it counts what its stations really have. */
export async function setStock(transaction: Transaction<Tables>, { tenantId, place }: Station, stock: Stock): Promise<void> {
  const rows = inOrder(stock).map(([extraId, unitsLeft]) => ({ tenant_id: tenantId, place, extra_id: extraId, units_left: unitsLeft }))
  if (rows.length === 0) return
  await transaction.insertInto('extra_stock').values(rows)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'place', 'extra_id'])
      .doUpdateSet((eb) => ({ units_left: eb.ref('excluded.units_left') })))
    .execute()
}

/**
 * Takes units, or gives them back where the number is below 0. Answers the extra of which there is not enough, and null when all were
 * taken. The condition and the change are one statement, so that the last unit goes to one renter only.
 */
export async function takeStock(transaction: Transaction<Tables>, { tenantId, place }: Station, taken: ReadonlyMap<string, number>): Promise<string | null> {
  const counted = await stockAt(transaction, { tenantId, place })
  for (const [extraId, units] of inOrder(taken)) {
    if (units === 0 || !counted.has(extraId)) continue
    const { numUpdatedRows } = await transaction.updateTable('extra_stock')
      .where('tenant_id', '=', tenantId).where('place', '=', place).where('extra_id', '=', extraId).where('units_left', '>=', units)
      .set((eb) => ({ units_left: eb('units_left', '-', units) })).executeTakeFirst()
    if (numUpdatedRows === 0n) return extraId
  }
  return null
}

/** Always in the same order: two transactions never wait for each other. */
const inOrder = (units: ReadonlyMap<string, number>): readonly (readonly [string, number])[] =>
  [...units].sort(([one], [other]) => (one < other ? -1 : 1))
