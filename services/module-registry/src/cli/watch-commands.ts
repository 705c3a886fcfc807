import { getHealth, getLive, listErrors } from '../features/health/reports.contract.ts'
import { minute } from './cli-text.ts'
import { moduleName, tenantHost } from './names.ts'
import type { RegistryClient } from './registry-client.ts'
import { table } from './table.ts'

const share = (bad: number, sessions: number): string => (sessions === 0 ? '-' : `${((bad / sessions) * 100).toFixed(1)} %`)

/** How each version does in real sessions, of all tenants or of one, and how far the comparisons of running rollouts are. */
export async function healthCommand(client: RegistryClient, tenant: string | undefined, minutes: number | undefined): Promise<string> {
  const query = { ...(tenant !== undefined && { host: tenantHost(tenant) }), ...(minutes !== undefined && { minutes: String(minutes) }) }
  const { versions, verdicts } = await client.call(getHealth, { as: 'viewer', query })
  const rows = versions.map(({ host, module, version, sessions, bad }) => [host, `${module}@${version}`, String(sessions), String(bad), share(bad, sessions)])
  const compared = verdicts.map(({ host, module, version, baseline, outcome, canary, base, stuck, odds }) =>
    [host, `${module}@${version}`, baseline, `${canary.bad} of ${canary.sessions}`, `${base.bad} of ${base.sessions}`, stuck ? `${stuck.step} ${stuck.canary.bad} of ${stuck.canary.sessions}, beside it ${stuck.base.bad} of ${stuck.base.sessions}` : '', odds.toPrecision(3), outcome])
  return [
    table(['tenant', 'version', 'sessions', 'broken', 'share'], rows),
    ...(compared.length > 0 ? [table(['tenant', 'rolling out', 'beside', 'broken', 'beside it', 'reached and not left', 'odds', 'verdict'], compared)] : []),
  ].join('\n\n')
}

/** What went wrong in pages, newest first. */
export async function errorsCommand(client: RegistryClient, wish: { readonly tenant: string | undefined; readonly module: string | undefined; readonly limit: string }): Promise<string> {
  const query = { limit: wish.limit, ...(wish.tenant !== undefined && { host: tenantHost(wish.tenant) }), ...(wish.module !== undefined && { module: moduleName(wish.module) }) }
  const { groups } = await client.call(listErrors, { as: 'viewer', query })
  return table(['last', 'version', 'phase', 'cause', 'screen', 'times', 'tenants'], groups.map((each) =>
    [minute(each.lastAt), `${each.module}@${each.version}`, each.phase, each.reason, each.step || '-', String(each.count), each.hosts.join(' ')]))
}

/** What renters are running now. */
export async function liveCommand(client: RegistryClient, minutes: number | undefined): Promise<string> {
  const { versions } = await client.call(getLive, { as: 'viewer', query: minutes === undefined ? {} : { minutes: String(minutes) } })
  return table(['version', 'page loads', 'tenants'], versions.map(({ module, version, visits, hosts }) => [`${module}@${version}`, String(visits), hosts.join(' ')]))
}
