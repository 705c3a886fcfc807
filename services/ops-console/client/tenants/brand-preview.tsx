import { brandOf, logoSource } from '@checkin/ui/brand'
import { Alert } from 'antd'
import type { TenantSettings } from '@checkin/internal'

const warnings = {
  'label-replaced': 'The button\'s text could not be read on its colour; renters get a readable one instead.',
  'not-a-colour': 'One of these is no colour; renters get the standard one.',
} as const

/** What renters will see, by the same contrast guard that the site applies, by day and by night. */
export function BrandPreview({ settings }: { readonly settings: TenantSettings }) {
  const brand = brandOf(settings)
  const logo = logoSource(settings.firmLogo)
  const scenes = [
    { name: 'By day', ground: '#fffdf8', text: '#1d2a24', inks: brand.day },
    { name: 'By night', ground: '#1d2f27', text: '#f4efe6', inks: brand.night },
  ]
  return (
    <>
      {brand.warnings.map((warning) => <Alert key={warning} type="warning" showIcon title={warnings[warning]} />)}
      {scenes.map(({ name, ground, text, inks }) => (
        <figure key={name} className="preview" style={{ margin: 0, background: ground, color: text }}>
          <div className="bar" style={{ borderBottom: `4px solid ${brand.progress}` }}>
            {logo !== null && <img src={logo} alt="" height={28} />}
            {settings.firmName}
          </div>
          <div className="body">
            <b>Find your reservation</b>
            <button type="button" tabIndex={-1} disabled style={{ background: brand.fill, color: brand.label }}>Locate</button>
            <span style={{ color: inks.ink, textDecoration: 'underline' }}>Terms and conditions</span>
            <span style={{ background: inks.tint, border: `1px solid ${inks.edge}`, borderRadius: 10, padding: '6px 10px' }}>{settings.currency} · {settings.phone}</span>
          </div>
          <figcaption className="hidden">{name}</figcaption>
        </figure>
      ))}
    </>
  )
}
