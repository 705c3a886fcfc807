import { settingsDifferences, type TenantSettings } from '@checkin/internal'
import { placeText, valueText } from './settings-text.ts'

interface SettingsDifferencesProps {
  readonly before: TenantSettings
  readonly after: TenantSettings
  /** Titles of the two columns. */
  readonly names: readonly [string, string]
}

/** Two settings beside each other, value by value; on a phone each is a card. */
export function SettingsDifferences({ before, after, names }: SettingsDifferencesProps) {
  const rows = settingsDifferences(before, after)
  if (rows.length === 0) return <p>Nothing differs.</p>
  return (
    <div className="scroll cards" role="region" aria-label="Differences" tabIndex={0}>
      <table className="matrix" role="table">
        <caption className="hidden">Settings that differ</caption>
        <thead role="rowgroup"><tr role="row">{['Setting', ...names].map((title) => <th key={title} role="columnheader" scope="col">{title}</th>)}</tr></thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={placeText(row)} role="row" data-setting={row.path.join('.')}>
              <th role="rowheader" scope="row">{placeText(row)}</th>
              <td role="cell" data-name={names[0]}>{valueText(row.before)}</td>
              <td role="cell" data-name={names[1]}>{valueText(row.after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
