import { getHealth, getLive, getServiceLevels, getTrace, listErrors, previewOfSet, type ServiceLevels } from '@checkin/registry'
import { amount, moduleName, tenantHost, type Values } from './arguments.ts'
import type { RegistryClient } from './client.ts'
import { minute, previewText, table, versionsText } from './output.ts'
import type { CliSettings } from './settings.ts'

const share = (bad: number, sessions: number): string => (sessions === 0 ? '-' : `${((bad / sessions) * 100).toFixed(1)} %`)

/** How each version does in real sessions, of all tenants or of one, and how far the comparisons of running rollouts are. */
export async function healthCommand(client: RegistryClient, tenant: string | undefined, minutes: number | undefined): Promise<string> {
  const query = { host: tenant === undefined ? undefined : tenantHost(tenant), minutes }
  const { versions, verdicts: results } = await client('viewer').call(getHealth, { query })
  const rows = versions.map(({ host, module, version, sessions, bad }) => [host, `${module}@${version}`, String(sessions), String(bad), share(bad, sessions)])
  const compared = results.map(({ host, module, version, baseline, outcome, canary, base, stuck, odds }) =>
    [host, `${module}@${version}`, baseline, `${canary.bad} of ${canary.sessions}`, `${base.bad} of ${base.sessions}`, stuck ? `${stuck.step} ${stuck.canary.bad} of ${stuck.canary.sessions}, beside it ${stuck.base.bad} of ${stuck.base.sessions}` : '', odds.toPrecision(3), outcome])
  return [
    table(['tenant', 'version', 'sessions', 'broken', 'share'], rows),
    ...(compared.length > 0 ? [table(['tenant', 'rolling out', 'beside', 'broken', 'beside it', 'reached and not left', 'odds', 'result'], compared)] : []),
  ].join('\n\n')
}

/** What went wrong in pages, newest first. */
export async function errorsCommand(client: RegistryClient, tenant: string | undefined, { module, limit }: Values): Promise<string> {
  const query = { limit, host: tenant === undefined ? undefined : tenantHost(tenant), module: module === undefined ? undefined : moduleName(module) }
  const { groups } = await client('viewer').call(listErrors, { query })
  return table(['last', 'version', 'phase', 'cause', 'screen', 'times', 'tenants'], groups.map((each) =>
    [minute(each.lastAt), `${each.module}@${each.version}`, each.phase, each.reason, each.step || '-', String(each.count), each.hosts.join(' ')]))
}

/** What renters are running now. */
export async function liveCommand(client: RegistryClient, minutes: number | undefined): Promise<string> {
  const { versions } = await client('viewer').call(getLive, { query: { minutes } })
  return table(['version', 'page loads', 'tenants'], versions.map(({ module, version, visits: loads, hosts }) => [`${module}@${version}`, String(loads), hosts.join(' ')]))
}

/** `rollout trace K7QF-2M9X`: what happened to the renter who was shown this code. */
export async function traceCommand(client: RegistryClient, settings: CliSettings, code: string, { preview, hours, reason }: Values): Promise<string> {
  const trace = await client('viewer').call(getTrace, { params: { code } })
  const { count, hosts } = trace.group
  const lines = [
    `${trace.code}: ${minute(trace.at)} UTC, ${trace.host}${trace.step && `, screen ${trace.step}`}`,
    `  ${trace.module}@${trace.version} failed (${trace.phase}: ${trace.reason || 'no cause given'})`,
    `  set ${trace.setId}: ${versionsText(trace.modules)}`,
    `  ${count === 0 ? 'counted against no version' : `the same failure of this version: ${count} times, ${hosts.join(' ')}`}`,
  ]
  if (!preview) return lines.join('\n')
  const body = { reason: reason || `code ${trace.code}`, hours: amount(hours, 'hours', 24) }
  const made = await client('operator').call(previewOfSet, { params: { host: trace.host, id: trace.setId }, body })
  return [...lines, '', previewText(settings, made)].join('\n')
}

type Times = ServiceLevels['resolve']

const resultText = (met: boolean | null): string => (met === null ? 'nothing counted' : met ? 'met' : 'NOT MET')
/** Never rounded up to a whole that it is not. */
const percent = (share: number | null): string => (share === null ? '-' : `${(Math.floor(share * 10_000 + 1e-6) / 100).toFixed(2)} %`)
const atMost = (bound: number | null, { count }: Times, bounds: readonly number[]): string => (count === 0 ? '-' : bound === null ? `> ${bounds.at(-1)} ms` : `<= ${bound} ms`)

/** `rollout levels`: what the site servers promise, what they keep, and how the last hours went. */
export async function levelsCommand(client: RegistryClient, minutes: number | undefined): Promise<string> {
  const { availability, resolve, propagation, targets, bounds, course } = await client('viewer').call(getServiceLevels, { query: { minutes } })
  const time = (name: string, times: Times, target: number, of: readonly number[]): string[] =>
    [name, atMost(times.p50, times, of), atMost(times.p99, times, of), `99 % within ${target} ms`, resultText(times.met), String(times.count)]
  return [
    table(['level', 'half', '99 %', 'target', 'result', 'counted'], [
      ['pages answered', '-', percent(availability.share), `${targets.availability * 100} % good`, resultText(availability.met), String(availability.good + availability.failed)],
      time('resolving a set', resolve, targets.resolve, bounds.resolve), time('change in use', propagation, targets.propagation, bounds.propagation),
    ]),
    table(['from', 'pages', 'good', 'resolving 99 %', 'changes', 'in use 99 %'], course.map((part) => [
      minute(part.from), String(part.availability.good + part.availability.failed), percent(part.availability.share), atMost(part.resolve.p99, part.resolve, bounds.resolve),
      String(part.propagation.count), atMost(part.propagation.p99, part.propagation, bounds.propagation),
    ])),
  ].join('\n\n')
}
