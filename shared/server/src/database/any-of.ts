import { sql, type RawBuilder } from 'kysely'

/**
 * `where('id', '=', anyOf(ids))`: one parameter however many values there are. A list of `in` binds each of them, and a statement may have 65,535: what
 * grows with tenants, rentals or time belongs here. No value matches nothing.
 */
export const anyOf = <Value>(values: readonly Value[]): RawBuilder<Value> => sql<Value>`any(${values})`
