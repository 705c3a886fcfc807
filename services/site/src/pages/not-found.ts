import { directionOf, type Language } from '@checkin/api/languages'
import type { ReleaseSet } from '@checkin/releases'
import { escaped } from '@checkin/server'
import { logoSource } from '@checkin/ui/brand'
import { pageMessages, productName } from './page-messages.ts'
import { identityLinks } from './tenant-identity.ts'
import type { TenantPage } from './tenant-pages.ts'

export interface NotFoundInput {
  readonly tenant: TenantPage
  readonly language: Language
  /** Whose styles the page has. */
  readonly set: ReleaseSet
  readonly stylesheets: string
  readonly brandStyle: string
  /** Of the tenant's settings. */
  readonly version: string
  /** The browser has a session of check-in: the page leads on with it. */
  readonly hasSession: boolean
}

/**
 * The page of an address that names no screen (DEC-187): the tenant's own, in the renter's language, with a way on. It runs no script, so that a
 * session in this tab stays as it is.
 */
export function notFoundPage({ tenant: { host, config }, language, set, stylesheets, brandStyle, version, hasSession }: NotFoundInput): string {
  const { notFound } = pageMessages[language]
  const firm = escaped(config.firmName)
  const logo = logoSource(config.firmLogo)
  const [initial = ''] = config.firmName
  const way = (href: string, kind: 'primary' | 'ghost', action: string, label: string): string =>
    `<a class="ck-button" data-kind="${kind}" data-action="${action}" href="${href}">${escaped(label)}</a>`
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}" data-tenant="${escaped(host)}" data-release-set="${set.id}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${escaped(notFound.title)} - ${productName} - ${firm}</title>
${identityLinks(version, language)}
${stylesheets}
<style>${brandStyle}</style>
</head>
<body>
<div class="ck-app" data-layout="mobile"><div class="ck-main">
<header class="ck-header"><a class="ck-logo" href="/"><span class="ck-logo-tile" aria-hidden="true">${logo === null ? escaped(initial) : `<img src="${escaped(logo)}" alt="">`}</span><span>${firm}</span></a></header>
<main class="ck-container" data-container="grid" data-page="not-found"><div class="ck-step">
<div class="ck-heading"><h1>${escaped(notFound.title)}</h1><p class="ck-lead">${escaped(notFound.text)}</p></div>
${config.phone === null ? '' : `<p>${escaped(notFound.call)} <a href="tel:${config.phone.replace(/[^+\d]/g, '')}">${escaped(config.phone)}</a></p>`}
<div class="ck-actions" style="position:static;padding:0;background:none;box-shadow:none">${hasSession ? way('/reservation', 'primary', 'NotFound.goOn', notFound.goOn) : ''}${way('/', hasSession ? 'ghost' : 'primary', 'NotFound.home', notFound.home)}</div>
</div></main>
</div></div>
</body>
</html>
`
}
