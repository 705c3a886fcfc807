import { languageName } from '../frame/format.tsx'
import type { NewTenant } from './new-tenant.ts'

/** What is about to be made, in one look. */
export function Review({ tenant: { id, host, source, versionsOf, settings } }: { readonly tenant: NewTenant }) {
  const rows: readonly (readonly [string, string])[] = [
    ['Host', `${host} (${id})`], ['Name', settings.firmName], ['Copied from', source === '' ? 'nobody' : source], ['Languages', settings.locales.map(languageName).join(', ')],
    ['Money', `${settings.currency}, test money until the company changes that`], ['Time zone', settings.timeZone], ['Counter', `${settings.phone}, mails from ${settings.sender}`],
    ['Steps', settings.modules.filter(({ isEnabled }) => isEnabled).length === 0 ? 'none' : `${settings.modules.filter(({ isEnabled }) => isEnabled).length} of ${settings.modules.length} are on`], ['Versions', `those that ${versionsOf} has now`],
  ]
  return (
    <div className="trace">
      <dl>{rows.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
      <p style={{ margin: 0 }}>Accounts at providers come on the next page, each tried before it is stored. Documents of terms and tokens are nobody else&rsquo;s: they are made for this company.</p>
    </div>
  )
}
