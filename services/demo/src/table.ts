import type { LoadedDemo } from './demo-data.ts'
import type { Ports } from './ports.ts'

/** Columns as wide as their widest cell. */
const columns = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_cell, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows.map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd()).join('\n')
}

/** The addresses and the demo reservations: all that one needs to walk through the product. */
export function printTable({ ports, demo }: { readonly ports: Ports; readonly demo: LoadedDemo }): void {
  const site = (host: string, path = ''): string => `http://${host}:${ports.site}${path}`
  console.log(`
Addresses
${columns([
    ...demo.tenants.map(({ host, name }) => [site(host), name]),
    [`http://ops.localhost:${ports.ops}`, 'ops console: sign in with demo-operator, demo-approver, demo-support or demo-viewer'],
    [`http://mail.localhost:${ports.mailbox}`, 'mailbox: the codes arrive here'],
    [`http://sms.localhost:${ports.sandboxes}`, 'text messages: codes by SMS arrive here (Norte)'],
    [`http://push.localhost:${ports.sandboxes}`, 'wallets: a phone takes the pass of a ticket, and follows its changes (Costa Verde)'],
    [`http://card.localhost:${ports.sandboxes}`, 'card provider (pays with 4111 1111 1111 1111)'],
    [`http://wallet.localhost:${ports.sandboxes}`, 'wallet provider'],
    [`http://127.0.0.1:${ports.api}`, 'reservation-api (fleet API, metrics)'],
    [`http://127.0.0.1:${ports.registry}`, 'module-registry'],
    [`http://127.0.0.1:${ports.siteMetrics}`, 'site (metrics)'],
    [`http://127.0.0.1:${ports.opsMetrics}`, 'ops console (metrics)'],
  ])}
${demo.reservations.length === 0 ? '' : `
Reservations
${columns([['tenant', 'reference', 'surname', 'e-mail', 'case'], ...demo.reservations.map(({ tenant, reference, surname, mail, title }) => [tenant, reference, surname, mail, title])])}

Links
${columns(demo.links.map(({ title, url }) => [title, url]))}
`}
Ready. Ctrl-C stops everything.`)
}
