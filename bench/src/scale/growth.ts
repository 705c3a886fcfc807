import type { StatementCost } from './plans.ts'

/** Why a statement is a finding. */
export interface Growth {
  readonly statement: string
  readonly buffers: number
  /** The same at a hundredth of the size; undefined where it was not asked there. */
  readonly small: number | undefined
  readonly times: number
  readonly why: readonly string[]
}

/** By how much buffers may grow with a hundred times the rows (two levels of an index more are less), and below how many nobody looks. */
const [mostTimes, fewBuffers] = [3, 100] as const
/** Rows from which on a table is large. */
const manyRows = 50_000

/** The statements whose buffers grow with the table, and those that read a large table from end to end; `rows` are those of each table at the full size. */
export function growing(full: readonly StatementCost[], small: readonly StatementCost[], rows: ReadonlyMap<string, number>): readonly Growth[] {
  const before = new Map(small.map(({ statement, buffers }) => [statement, buffers]))
  return full.flatMap(({ statement, buffers, scanned }) => {
    const less = before.get(statement)
    const times = less === undefined ? Number.NaN : Math.round(buffers / Math.max(less, 1) * 10) / 10
    const large = scanned.filter((table) => (rows.get(table) ?? 0) >= manyRows)
    const why = [
      ...(buffers > fewBuffers && times > mostTimes ? [`${times} times the buffers of a hundredth`] : []),
      ...(large.length > 0 ? [`reads ${large.join(', ')} from end to end`] : []),
    ]
    return why.length === 0 ? [] : [{ statement, buffers, small: less, times, why }]
  })
}
