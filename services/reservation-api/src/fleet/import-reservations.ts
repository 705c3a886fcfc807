import { createHash } from 'node:crypto'
import { FleetReservation, Reference, type ImportAnswer, type ImportBody, type ImportedRow } from '@checkin/fleet'
import { DatabaseUnavailable, KeysUnavailable, OutcomeUnknown, ServiceError, type Database } from '@checkin/server'
import { sql } from 'kysely'
import { inTurns } from '../database/in-turns.ts'
import type { Tables } from '../tables.ts'
import { createReservations, type CreatedNames, type SentReservation } from './create-reservations.ts'
import { withFreshNames } from './fresh-names.ts'
import { putReservation } from './put-reservation.ts'

/** Minutes for which an import is somebody's; a process that died gives it up with them. */
const leaseMinutes = 2
/** New rows of one transaction: long enough that commits cost little, short enough that the stock of a station is not held for long. */
const rowsAtOnce = 25
/** Days for which the answer of an import is kept. */
const keptDays = 7

export interface Import {
  readonly tenantId: string
  /** The company's own name of it, by which it is known again. */
  readonly id: string
  readonly body: ImportBody
}

/** What is wrong with the call itself is told of its rows, what is wrong with the database or the keys ends it: then the same import is sent again. */
const isTrouble = (error: unknown): boolean => error instanceof DatabaseUnavailable || error instanceof OutcomeUnknown || error instanceof KeysUnavailable

/**
 * Puts many reservations, each by the rules of the single call, and answers what became of each (API-81). The same import again is answered
 * from memory; one that broke off is done again, and what was stored of it is `unchanged`. Throws 409 ImportExists for other words under a known id,
 * ImportUnderWay while somebody works on it. `unexpected` is told of faults of the service itself.
 */
export async function importReservations(database: Database<Tables>, { tenantId, id, body }: Import, unexpected: (error: unknown) => void): Promise<ImportAnswer> {
  const digest = createHash('sha256').update(JSON.stringify(body)).digest()
  const known = await begin(database, tenantId, id, digest)
  if (known) return known
  const own = sql<boolean>`tenant_id = ${tenantId} and id = ${id} and digest = ${digest}`
  try {
    const answer = summed(await putRows(database, tenantId, body, unexpected))
    await database.withTenant(tenantId, (transaction) => transaction.updateTable('fleet_import').where(own).set({ answer: JSON.stringify(answer), leased_until: null }).execute())
    return answer
  } catch (error) {
    // Else nobody could send it again before the lease ends; where this fails too, it does.
    await database.withTenant(tenantId, (transaction) => transaction.deleteFrom('fleet_import').where(own).where('answer', 'is', null).execute()).catch(() => undefined)
    throw error
  }
}

/** Takes the import, or answers what became of it. */
const begin = (database: Database<Tables>, tenantId: string, id: string, digest: Buffer): Promise<ImportAnswer | null> => database.withTenant(tenantId, async (transaction) => {
  await transaction.deleteFrom('fleet_import').where('tenant_id', '=', tenantId).where('began_at', '<', sql<Date>`now() - make_interval(days => ${keptDays})`).execute()
  const lease = sql<Date>`now() + make_interval(mins => ${leaseMinutes})`
  const taken = await transaction.insertInto('fleet_import').values({ tenant_id: tenantId, id, digest, leased_until: lease })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doUpdateSet({ leased_until: lease }).where('fleet_import.leased_until', '<', sql<Date>`now()`).where('fleet_import.digest', '=', digest))
    .returning('id').executeTakeFirst()
  if (taken) return null
  const row = await transaction.selectFrom('fleet_import').where('tenant_id', '=', tenantId).where('id', '=', id).select(['digest', 'answer']).executeTakeFirstOrThrow()
  if (!row.digest.equals(digest)) throw new ServiceError(409, 'ImportExists', 'Another import has this id')
  if (!row.answer) throw new ServiceError(409, 'ImportUnderWay', 'This import is being worked on', { headers: { 'retry-after': '5' } })
  return row.answer
})

/** A row that may be stored. */
interface FittingRow extends SentReservation {
  /** Its place among what was sent. */
  readonly at: number
}

async function putRows(database: Database<Tables>, tenantId: string, { reservations }: ImportBody, unexpected: (error: unknown) => void): Promise<readonly ImportedRow[]> {
  const results: ImportedRow[] = []
  const fitting: FittingRow[] = []
  const seen = new Set<string>()
  for (const [at, row] of reservations.entries()) {
    const checked = seen.has(row.reference.toUpperCase()) ? refused(row.reference, 400, 'RepeatedReference') : checkedRow(row)
    seen.add(row.reference.toUpperCase())
    if ('outcome' in checked) results[at] = checked
    else fitting.push({ ...checked, at })
  }
  const parts = Array.from({ length: Math.ceil(fitting.length / rowsAtOnce) }, (_, part) => fitting.slice(part * rowsAtOnce, (part + 1) * rowsAtOnce))
  for (const part of parts) {
    const created = await createNew(database, tenantId, part)
    for (const { at, reference } of part) {
      const names = created.get(reference)
      if (names) results[at] = { reference, outcome: 'created', ...names, rowVersion: 1 }
    }
    const others = part.filter(({ reference }) => !created.has(reference))
    for (const [at, row] of await inTurns(others, async (sent) => [sent.at, await putOne(database, tenantId, sent, unexpected)] as const)) results[at] = row
  }
  return results
}

const refused = (reference: string, status: number, code: string, issues?: ImportedRow['issues']): ImportedRow => ({ reference, outcome: 'refused', status, code, ...(issues && { issues }) })

/** A row by every rule of the single call, before anything is stored. Places only are told: what was sent may be personal and is not to be repeated. */
function checkedRow({ reference, reservation }: ImportBody['reservations'][number]): SentReservation | ImportedRow {
  if (!Reference.safeParse(reference).success) return refused(reference, 400, 'InvalidRequest', [{ path: 'reference', code: 'invalid_format' }])
  const parsed = FleetReservation.safeParse(reservation)
  if (!parsed.success) return refused(reference, 400, 'InvalidRequest', parsed.error.issues.slice(0, 20).map(({ path, code }) => ({ path: path.map(String).join('.'), code })))
  const { reference: repeated = reference, ...words } = parsed.data
  return repeated === reference ? { reference, reservation: words } : refused(reference, 400, 'InvalidRequest', [{ path: 'reference', code: 'custom' }])
}

/** Stores what is new of a part in one transaction, which most of a large import is; nothing where one of them cannot be stored, then each is tried alone. */
const createNew = (database: Database<Tables>, tenantId: string, part: readonly FittingRow[]): Promise<ReadonlyMap<string, CreatedNames>> =>
  withFreshNames(() => database.withTenant(tenantId, (transaction) => createReservations(transaction, tenantId, part))).catch((error: unknown) => {
    if (isTrouble(error)) throw error
    return new Map<string, CreatedNames>()
  })

async function putOne(database: Database<Tables>, tenantId: string, { reference, reservation }: SentReservation, unexpected: (error: unknown) => void): Promise<ImportedRow> {
  try {
    const { kind, ...names } = await withFreshNames(() => database.withTenant(tenantId, (transaction) => putReservation(transaction, tenantId, reference, reservation)))
    return { reference, outcome: kind, ...names }
  } catch (error) {
    if (isTrouble(error)) throw error
    if (error instanceof ServiceError) return refused(reference, error.status, error.code)
    unexpected(error)
    return refused(reference, 500, 'Internal')
  }
}

function summed(rows: readonly ImportedRow[]): ImportAnswer {
  const of = (outcome: ImportedRow['outcome']): number => rows.filter((row) => row.outcome === outcome).length
  return { created: of('created'), replaced: of('replaced'), unchanged: of('unchanged'), refused: of('refused'), rows: [...rows] }
}
