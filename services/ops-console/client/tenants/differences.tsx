import type { ReactNode } from 'react'

/** One line of a comparison. */
export interface DifferenceRow {
  readonly key: string
  /** Where the difference is, as people read it. */
  readonly place: string
  readonly before: ReactNode
  readonly after: ReactNode
}

interface DifferencesProps {
  readonly rows: readonly DifferenceRow[]
  /** What is compared, for who cannot see the table. */
  readonly caption: string
  /** Titles of the three columns. */
  readonly names: readonly [place: string, before: string, after: string]
}

/** Two of something beside each other, as far as they differ; on a phone each difference is a card. */
export function Differences({ rows, caption, names }: DifferencesProps) {
  if (rows.length === 0) return <p>Nothing differs.</p>
  return (
    <div className="scroll cards" role="region" aria-label="Differences" tabIndex={0}>
      <table className="matrix" role="table">
        <caption className="hidden">{caption}</caption>
        <thead role="rowgroup"><tr role="row">{names.map((title) => <th key={title} role="columnheader" scope="col">{title}</th>)}</tr></thead>
        <tbody role="rowgroup">
          {rows.map(({ key, place, before, after }) => (
            <tr key={key} role="row" data-setting={key}>
              <th role="rowheader" scope="row">{place}</th>
              <td role="cell" data-name={names[1]}>{before}</td>
              <td role="cell" data-name={names[2]}>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
