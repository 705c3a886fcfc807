import { createHash } from 'node:crypto'
import type { ModuleStatus, PublicVersion } from '@checkin/registry'
import { escaped } from '@checkin/server'

const style = `
:root{color-scheme:light dark;--ink:#17231d;--quiet:#4a5b52;--line:#d5ded9;--back:#fff;--good:#0b6b3a;--warn:#8a4b00;--bad:#a4161a;--link:#0b5d8a}
@media (prefers-color-scheme:dark){:root{--ink:#e8efeb;--quiet:#a9b8b0;--line:#34423b;--back:#121815;--good:#6fd39b;--warn:#f0b35a;--bad:#ff8f8f;--link:#7cc4ee}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:24px 16px 48px}
a{color:var(--link)}
h1{margin:0;font-size:1.75rem;line-height:1.2;overflow-wrap:anywhere}
h2{margin:32px 0 0;font-size:1.125rem}
p{margin:8px 0 0}
ul{margin:16px 0 0;padding:0;list-style:none}
li,tr{border-bottom:1px solid var(--line)}
li{padding:12px 0;display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 24px}
table{width:100%;margin-top:16px;border-collapse:collapse}
th,td{padding:10px 16px 10px 0;text-align:start;vertical-align:top}
th{font-weight:600}
td:first-child,th:first-child{white-space:nowrap}
td p{margin:4px 0 0}
time{white-space:nowrap}
table+p{margin-top:24px}
.quiet{color:var(--quiet)}
.state{font-weight:600}
.usable{color:var(--good)}
.deprecated,.back{color:var(--warn)}
.withdrawn{color:var(--bad)}
.label{display:inline-block;margin-inline-start:6px;padding:0 8px;border:1px solid var(--line);border-radius:999px;font-weight:400;font-size:.875rem}
@media (max-width:600px){
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tr{display:block;padding:12px 0}
th[scope=row],td{display:block;padding:0}
td:nth-child(2)::before{content:"Published "}
td:first-child,th:first-child{white-space:normal}
}`

/** Headers of the pages: they run nothing, load nothing, and nobody shows them in a frame. */
export const statusPageHeaders = {
  'content-type': 'text/html; charset=utf-8', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src data:; webrtc 'block'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
}

const page = (title: string, body: string, data: string | null): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">${data === null ? '' : `<link rel="alternate" type="application/json" href="${escaped(data)}">`}<style>${style}</style></head>
<body><main>${body}</main></body></html>
`

const allModules = '<p><a href="/status">All modules</a></p>'
const asData = (path: string): string => `<p><a href="${escaped(path)}">The same as JSON</a></p>`

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
/** `27 November 2026, 05:29 UTC`. */
function moment(instant: string): string {
  const at = new Date(instant)
  return `<time datetime="${escaped(instant)}">${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}, ${instant.slice(11, 16)} UTC</time>`
}

/** Which modules there are. */
export function modulesPage(modules: readonly ModuleStatus[]): string {
  const rows = modules.map(({ name, newest }) => `<li><a href="/status/${escaped(name)}">${escaped(name)}</a><span class="quiet">${newest === null ? 'no release may be rolled out' : `newest release ${escaped(newest)}`}</span></li>`)
  return page('Published modules', `<h1>Published modules</h1>
<p class="quiet">Which versions of each may be rolled out.</p>
${rows.length === 0 ? '<p>Nothing is published yet.</p>' : `<ul>${rows.join('')}</ul>`}
${asData('/registry/v1/status')}`, '/registry/v1/status')
}

const states: Readonly<Record<PublicVersion['state'], string>> = { usable: 'May be rolled out', deprecated: 'Deprecated', withdrawn: 'Withdrawn for ever' }

function stateOf({ state, since, notice, instead, rolledBack }: PublicVersion): string {
  return [
    `<span class="state ${state}">${states[state]}</span>${since === null ? '' : ` <span class="quiet">since ${moment(since)}</span>`}`,
    ...(notice === null ? [] : [`<p>${escaped(notice)}</p>`]),
    ...(instead === null ? [] : [`<p>Take <a href="#v${escaped(instead)}">${escaped(instead)}</a> instead.</p>`]),
    ...(rolledBack === null ? [] : [`<p><span class="state back">Rolled back</span> <span class="quiet">last on ${moment(rolledBack.at)}, ${rolledBack.by === 'canary' ? 'by canary analysis' : 'by an operator'}</span></p>`]),
  ].join('')
}

const row = (version: PublicVersion): string =>
  `<tr id="v${escaped(version.version)}"><th scope="row">${escaped(version.version)}${version.labels.map((label) => ` <span class="label">${escaped(label)}</span>`).join('')}</th><td class="quiet">${moment(version.publishedAt)}</td><td>${stateOf(version)}</td></tr>`

const tableOf = (caption: string, versions: readonly PublicVersion[]): string => (versions.length === 0 ? '' :
  `<h2>${caption}</h2><table aria-label="${caption}"><thead><tr><th scope="col">Version</th><th scope="col">Published</th><th scope="col">State</th></tr></thead><tbody>${versions.map(row).join('\n')}</tbody></table>`)

/** The versions of a module, each with what became of it. */
export function modulePage({ name, newest, versions, more }: ModuleStatus): string {
  const isRelease = ({ version }: PublicVersion): boolean => !version.includes('-')
  const data = `/registry/v1/status/${name}`
  return page(`Versions of ${name}`, `<h1>Versions of ${escaped(name)}</h1>
<p>${newest === null ? 'No release of it may be rolled out.' : `Newest release that may be rolled out: <a href="#v${escaped(newest)}">${escaped(newest)}</a>.`}</p>
${tableOf('Releases', versions.filter(isRelease))}
${tableOf('Development versions', versions.filter((version) => !isRelease(version)))}
${more === 0 ? '' : `<p class="quiet">${more} older versions are not listed.</p>`}
${asData(data)}${allModules}`, data)
}

/** What an address says that names no published module; it repeats nothing of the address. */
export const unknownModulePage = (): string => page('No such module', `<h1>No such module</h1>
<p>No version of a module with this name is published.</p>${allModules}`, null)
