import rows from './states.fixture.json' with { type: 'json' }

/** A row of the state tables S1 to S4: on which state which event leads where, under which guard. */
export interface StateRow {
  readonly id: string
  readonly state: string
  readonly event: string
  readonly guard: string
  readonly target: string
  readonly effects: string
}

/** The state tables of the specification, as they are; what walks them owns no copy. */
export const stateRows: readonly StateRow[] = rows
