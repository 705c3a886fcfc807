import { settingsDifferences, type TenantSettings } from '@checkin/internal'
import { Differences } from './differences.tsx'
import { placeText, valueText } from './settings-text.ts'

interface SettingsDifferencesProps {
  readonly before: TenantSettings
  readonly after: TenantSettings
  /** Titles of the two columns. */
  readonly names: readonly [string, string]
}

/** Two settings beside each other, value by value. */
export function SettingsDifferences({ before, after, names }: SettingsDifferencesProps) {
  const rows = settingsDifferences(before, after).map((row) => ({ key: row.path.join('.'), place: placeText(row), before: valueText(row.before), after: valueText(row.after) }))
  return <Differences caption="Settings that differ" names={['Setting', ...names]} rows={rows} />
}
