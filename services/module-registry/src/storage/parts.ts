/** Rows of which `values` binds each value: of these a statement may have 65,535. */
const mostRows = 1000

/** Rows in parts that one statement takes. */
export const inParts = <Row>(rows: readonly Row[]): Row[][] => Array.from({ length: Math.ceil(rows.length / mostRows) }, (_part, at) => rows.slice(at * mostRows, (at + 1) * mostRows))
