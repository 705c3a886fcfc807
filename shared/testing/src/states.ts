import rows from '../../../docs/spec/states.json' with { type: 'json' }

/** The state tables of docs/spec as far as they are built (a row that is ruled and not built yet says so); what walks them owns no copy. */
export const stateRows = rows.filter(({ built }) => built !== false)
