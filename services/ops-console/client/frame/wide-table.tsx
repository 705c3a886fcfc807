import { Table, type TableProps } from 'antd'

interface WideTableProps<Row extends object> extends Omit<TableProps<Row>, 'scroll'> {
  /** What it shows, for who cannot see it. */
  readonly label: string
}

/** A table that is wider than its panel scrolls inside it, by keyboard too: antd's own scrolling part takes no focus. */
export function WideTable<Row extends object>({ label, ...table }: WideTableProps<Row>) {
  return <div className="scroll" role="region" aria-label={label} tabIndex={0}><Table<Row> {...table} /></div>
}
