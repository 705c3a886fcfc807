/** Merges rows with the same key: a statement may touch a row once. */
export function merged<Row extends object, Key extends keyof Row, Sum extends keyof Row>(rows: readonly Row[], keys: readonly Key[], sums: readonly Sum[]): Pick<Row, Key | Sum>[] {
  const groups = Map.groupBy(rows, (row) => keys.map((key) => String(row[key])).join('\n'))
  return [...groups.values()].map((group) => {
    const [head] = group
    const totals = Object.fromEntries(sums.map((name) => [name, group.reduce((total, row) => total + Number(row[name]), 0)]))
    return { ...Object.fromEntries(keys.map((key) => [key, head?.[key]])), ...totals } as Pick<Row, Key | Sum>
  })
}
