import type { Tables as TablesBelow } from './operators/tables.ts'

/** Every table of the schema `reservation`; each layer describes its own. */
export type Tables = TablesBelow
