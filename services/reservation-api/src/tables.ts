import type { Tables as TablesBelow } from './fleet/tables.ts'

/** Every table of the schema `reservation`; each layer describes its own. */
export type Tables = TablesBelow
