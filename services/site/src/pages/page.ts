import type { ReleaseSet } from '@checkin/releases'
import { directionOf, type Language } from '@checkin/api/languages'
import { escaped } from '@checkin/server'
import type { Preview } from '../releases/session.ts'
import { fillTenant, type PrerenderedPage } from './prerendered.ts'
import { jsonForHtml, pageData } from './page-data.ts'
import { ownTextsOfPage } from './own-texts.ts'
import { addressOf, preloadsFor, type FirstLoad, type Preload } from './preloads.ts'
import { identityLinks } from './tenant-identity.ts'
import { tenantStyle } from './tenant-style.ts'
import type { TenantPage } from './tenant-pages.ts'
import { pageMessages, productName } from './page-messages.ts'
import type { PageKind } from './csp.ts'

export interface PageInput {
  readonly tenant: TenantPage
  readonly language: Language
  readonly set: ReleaseSet
  readonly lastGood: ReleaseSet | null
  readonly kind: PageKind
  readonly firstLoad: FirstLoad
  /** The screen in the HTML; null for a shell that brings none. */
  readonly prerendered: PrerenderedPage | null
  /** Custom properties of the tenant's colours, already past the contrast guard. */
  readonly brandStyle: string
  /** Changes with the tenant's settings. */
  readonly version: string
  readonly preview: Preview | null
}

/**
 * Says that scripts run in this page, whatever becomes of the shell: of a page where none runs, a crawler's or a probe's, silence says nothing (DEC-156).
 * Payment pages go without it: what may run there stays as short as it is.
 */
export const scriptProof = "navigator.sendBeacon?.('/beacon/script')"

const preloadTag = ({ href, integrity, as }: Preload): string => `<link rel="preload" href="${href}" as="${as}" integrity="${integrity}" crossorigin>`

const integrityOf = (set: ReleaseSet, path: string): string => set.shell.files.find((file) => file.path === path)?.integrity ?? ''

/**
 * The HTML of a tenant, language and release set: everything that the first load needs is named in it,
 * so that one answer later the screen is there. Holds nothing of a session and may be compressed once for all.
 * What only the page's code reads, and the whole stylesheet, stand behind the pre-rendered screen: no paint waits for them.
 */
export function renderPage(input: PageInput): string {
  const { tenant, language, set, kind, prerendered } = input
  const messages = pageMessages[language]
  const firm = escaped(tenant.config.firmName)
  const heading = prerendered?.heading ? fillTenant(prerendered.heading, tenant.config, escaped) : null
  const style = [input.brandStyle, kind === 'plain' ? tenantStyle(tenant.config.cssText ?? undefined) : ''].filter(Boolean).join('\n')
  const data = pageData({
    tenant: { host: tenant.host, name: tenant.config.firmName, timeZone: tenant.config.timeZone },
    language, config: tenant.config, terms: tenant.terms, texts: ownTextsOfPage(tenant), set, lastGood: input.lastGood,
  })
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}" data-tenant="${escaped(tenant.host)}" data-release-set="${set.id}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${heading ? `${heading} - ` : ''}${productName} - ${firm}</title>
${identityLinks(input.version, language)}
${prerendered ? `<link rel="expect" href="#hold" blocking="render">\n<style>${prerendered.css}</style>` : stylesheets(set)}
<style>${style}</style>
${preloadsFor(set, input.firstLoad).map(preloadTag).join('\n')}
<script src="${addressOf(set.shell, set.shell.entry)}" integrity="${integrityOf(set, set.shell.entry)}" crossorigin defer></script>
</head>
<body>
${input.preview ? previewBanner(input.preview, language) : ''}<noscript><p class="boot-notice">${escaped(messages.needsScript)}</p></noscript>
${prerendered ? prerenderedBody(prerendered, tenant.config) : barBody(messages.loading)}
<script type="application/json" id="page-data">${jsonForHtml(data)}</script>${kind === 'plain' ? `<script>${scriptProof}</script>` : ''}
${prerendered ? stylesheets(set) : ''}
</body>
</html>
`
}

/** Stylesheets of a set's shell. */
export const stylesheets = (set: ReleaseSet): string =>
  set.shell.styles.map((path) => `<link rel="stylesheet" href="${addressOf(set.shell, path)}" integrity="${integrityOf(set, path)}" crossorigin>`).join('\n')

/** A shell without pre-rendered screens: a bar until its code runs. */
const barBody = (label: string): string =>
  `<div id="app"><div class="boot"><div class="boot-bar" role="progressbar" aria-label="${label}" aria-valuemin="0" aria-valuemax="100"></div></div></div>`

/**
 * The pre-rendered screen and what its script may put in its place. Nothing is painted before the script has run (`rel="expect"` in the head):
 * HTML that comes in pieces would show a desktop the page of a phone first.
 */
function prerenderedBody({ name, html, wide, waiting, captureScript }: PrerenderedPage, firm: TenantPage['config']): string {
  const filled = (part: string): string => fillTenant(part, firm, escaped)
  return `<div id="app" data-drawn="${name}">${filled(html)}</div>
<template id="wide">${filled(wide)}</template>
${waiting === null ? '' : `<template id="waiting">${filled(waiting)}</template>`}
<script id="hold">${captureScript}</script>`
}

/** The honest page for when there is nothing to serve yet: first start without a registry, or a tenant without a release. */
export const unavailablePage = (language: Language): string => `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${productName}</title>
<style>body{font:1.0625rem/1.5 system-ui,sans-serif;margin:0;display:grid;place-items:center;min-height:100vh;background:#f6f1e7;color:#1d2a24}p{max-width:40ch;padding:24px}</style></head>
<body><main><p>${escaped(pageMessages[language].unavailable)}</p></main></body></html>
`

/** Says on every page of a preview that it is one, and how to leave it. Names come from the registry's signature and hold no markup. */
function previewBanner({ id, shows, expires }: Preview, language: Language): string {
  const { title, until, end } = pageMessages[language].preview
  return `<aside data-preview="${id}" style="position:sticky;top:0;z-index:9999;background:#5b2a86;color:#fff;font:600 .875rem/1.4 system-ui,sans-serif;padding:6px 16px;display:flex;gap:12px;flex-wrap:wrap;justify-content:center">`
    + `<span>${title}: ${shows.join(', ')} (${until} ${expires.slice(0, 16).replace('T', ' ')} UTC)</span> <a href="/preview/end" style="color:#fff">${end}</a></aside>\n`
}
