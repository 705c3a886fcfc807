import { Input, Table, type TableProps } from 'antd'
import { type ReactNode, useState } from 'react'

interface WideTableProps<Row extends object> extends Omit<TableProps<Row>, 'scroll'> {
  /** What it shows, for who cannot see it. */
  readonly label: string
}

/** A table that is wider than its panel scrolls inside it, by keyboard too: antd's own scrolling part takes no focus. */
export function WideTable<Row extends object>({ label, ...table }: WideTableProps<Row>) {
  return <div className="scroll" role="region" aria-label={label} tabIndex={0}><Table<Row> {...table} /></div>
}

interface SearchedProps<Row> {
  /** Name of the box: a page may have several. */
  readonly label: string
  readonly rows: readonly Row[]
  readonly children: (found: readonly Row[]) => ReactNode
}

/** Rows with one box that searches all of their content. */
export function Searched<Row>({ label, rows, children }: SearchedProps<Row>) {
  const [query, setQuery] = useState('')
  const found = rows.filter((row) => JSON.stringify(row).toLowerCase().includes(query.toLowerCase()))
  return (
    <>
      <label>{label} <Input allowClear value={query} onChange={({ target }) => { setQuery(target.value) }} /></label>
      {children(found)}
    </>
  )
}
