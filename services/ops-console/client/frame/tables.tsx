import { Input, Table, type TableProps } from 'antd'
import { useState } from 'react'

interface WideTableProps<Row extends object> extends Omit<TableProps<Row>, 'dataSource' | 'scroll' | 'size'> {
  /** What it shows, for who cannot see it. */
  readonly label: string
  readonly rows: readonly Row[]
}

/** A table that is wider than its panel scrolls inside it, by keyboard too: antd's own scrolling part takes no focus. */
export function WideTable<Row extends object>({ label, rows, ...table }: WideTableProps<Row>) {
  return <div className="scroll" role="region" aria-label={label} tabIndex={0}><Table<Row> {...table} size="small" dataSource={[...rows]} /></div>
}

/** Pages of so many rows; where there is one, nothing to turn. */
export const pagesOf = (pageSize: number) => ({ pageSize, showSizeChanger: false, hideOnSinglePage: true })

interface SearchedTableProps<Row extends object> extends WideTableProps<Row> {
  /** Name of the box: a page may have several. */
  readonly search: string
  /** What is said where there is no row. */
  readonly empty: string
}

/** Rows in pages of fifteen with one box that searches all of their content. */
export function SearchedTable<Row extends object>({ search, empty, rows, ...table }: SearchedTableProps<Row>) {
  const [query, setQuery] = useState('')
  if (rows.length === 0) return <p style={{ margin: 0 }}>{empty}</p>
  const found = rows.filter((row) => JSON.stringify(row).toLowerCase().includes(query.toLowerCase()))
  return (
    <>
      <label>{search} <Input allowClear value={query} onChange={({ target }) => { setQuery(target.value) }} /></label>
      <WideTable<Row> pagination={pagesOf(15)} {...table} rows={found} />
    </>
  )
}
