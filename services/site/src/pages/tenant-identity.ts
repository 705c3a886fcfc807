import { directionOf, type Language } from '@checkin/api/languages'
import { escaped } from '@checkin/server'
import { brandOf, logoSource } from '@checkin/ui/brand'
import { productName } from './page-messages.ts'
import type { TenantPage } from './tenant-pages.ts'

/** Where a tenant's icon and manifest are; `version` changes with the tenant's settings, so that both may be kept (DEC-188). */
export const iconAddress = (version: string): string => `/favicon.svg?v=${version}`
export const manifestAddress = (version: string, language: Language): string => `/manifest.webmanifest?lang=${language}&v=${version}`

/** What the head of each of a tenant's pages says about them. */
export const identityLinks = (version: string, language: Language): string =>
  `<link rel="icon" href="${iconAddress(version)}" type="image/svg+xml">\n<link rel="manifest" href="${escaped(manifestAddress(version, language))}">`

/**
 * A tenant's icon as SVG: its logo on white, which is what logos are made for, or the first letter of its name on its own colour (DEC-188).
 * The logo is an image within the image: what a logo file might hold besides a picture does not run.
 */
export function tenantIcon({ config }: Pick<TenantPage, 'config'>): string {
  const logo = logoSource(config.firmLogo)
  const { fill, label } = brandOf({ cssPrimary: config.cssPrimary ?? undefined, primaryBtn: config.primaryBtn ?? undefined })
  const picture = logo === null
    ? `<rect width="64" height="64" rx="14" fill="${fill}"/><text x="32" y="46" text-anchor="middle" font-family="system-ui,sans-serif" font-size="40" font-weight="800" fill="${label}">${escaped(initialOf(config.firmName))}</text>`
    : `<rect width="64" height="64" rx="14" fill="#fff"/><image href="${escaped(logo)}" x="6" y="6" width="52" height="52"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${picture}</svg>`
}

const initialOf = (name: string): string => Array.from(name.trim())[0]?.toUpperCase() ?? ''

/** A tenant's web manifest in one of its languages (DEC-188). Opened in the browser as ever: check-in is no application. */
export const tenantManifest = ({ config }: Pick<TenantPage, 'config'>, language: Language, version: string) => ({
  id: '/', start_url: '/', scope: '/', display: 'browser',
  name: `${productName} - ${config.firmName}`, short_name: config.firmName,
  lang: language, dir: directionOf(language),
  theme_color: brandOf({ cssPrimary: config.cssPrimary ?? undefined, primaryBtn: config.primaryBtn ?? undefined }).fill, background_color: '#fffdf8',
  icons: [{ src: iconAddress(version), sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
})

/** The manifest of one ticket: put on a home screen it opens as this ticket, in a window of its own (DEC-225). */
export const ticketManifest = (tenant: Pick<TenantPage, 'config'>, language: Language, version: string, path: string) =>
  ({ ...tenantManifest(tenant, language, version), id: path, start_url: path, scope: '/ticket/', display: 'standalone' })
