import rows from '../../../docs/spec/states.json' with { type: 'json' }

/** A row of the state tables S1 to S4: on which state which event leads where, under which guard; `built` is false for one that is only ruled. */
export type StateRow = (typeof rows)[number] & { readonly built?: boolean }

/** All rows, those that are ruled and not built yet included. */
export const allStateRows: readonly StateRow[] = rows

/** The state tables of docs/spec as far as they are built; what walks them owns no copy. */
export const stateRows = allStateRows.filter(({ built }) => built !== false)
