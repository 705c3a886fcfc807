import rows from '../../../docs/spec/states.json' with { type: 'json' }

/** A row of the state tables S1 to S4: on which state which event leads where, under which guard. */
export interface StateRow {
  readonly id: string
  readonly state: string
  readonly event: string
  readonly guard: string
  readonly target: string
  readonly effects: string
  /** The rulings that added or changed the row. */
  readonly ruling?: string
  /** False for a row that is ruled and not built yet. */
  readonly built?: boolean
}

/** All rows, those that are ruled and not built yet included. */
export const allStateRows: readonly StateRow[] = rows

/** The state tables of docs/spec as far as they are built; what walks them owns no copy. */
export const stateRows: readonly StateRow[] = allStateRows.filter(({ built }) => built !== false)
