import type { Tables as FleetTables } from './fleet/tables.ts'
import type { Tables as OperatorTables } from './operators/tables.ts'

/** Every table of the schema `reservation`; each layer describes its own. */
export interface Tables extends FleetTables, OperatorTables {}
