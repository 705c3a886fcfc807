import { Input } from 'antd'
import { useState, type ReactNode } from 'react'

interface SearchedProps<Row> {
  /** Name of the box: a page may have several. */
  readonly label: string
  readonly rows: readonly Row[]
  readonly children: (found: readonly Row[]) => ReactNode
}

/** Rows with one box that searches all of their content. */
export function Searched<Row>({ label, rows, children }: SearchedProps<Row>) {
  const [sought, setSought] = useState('')
  const found = rows.filter((row) => JSON.stringify(row).toLowerCase().includes(sought.toLowerCase()))
  return (
    <>
      <label>{label} <Input allowClear value={sought} onChange={({ target }) => { setSought(target.value) }} /></label>
      {children(found)}
    </>
  )
}
