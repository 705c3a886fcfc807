import { getHealth, getLive, getServiceLevels, getTrace, listErrors, previewOfSet, type ServiceLevels } from '@checkin/registry'
import type { Health } from '@checkin/telemetry'
import { amount, moduleName, tenantHost } from './arguments.ts'
import { command, minutesOption, reasonOption, tenantArgument } from './declare.ts'
import { minute, previewText, table, versionsText } from './output.ts'

const share = (bad: number, sessions: number): string => (sessions === 0 ? '-' : `${((bad / sessions) * 100).toFixed(1)} %`)

const maybeTenant = { ...tenantArgument, takes: 'maybe' } as const

/** What else is compared, each beside the other version. */
function journeysText(journeys: Health['verdicts'][number]['journeys']): string {
  if (!journeys) return ''
  const { slow, completion, sales } = journeys
  const pair = ({ canary, base }: typeof completion) => `${canary.bad} of ${canary.sessions}, beside it ${base.bad} of ${base.sessions}`
  return [slow ? `${slow.step} ${pair(slow)}` : '-', pair(completion), sales ? pair(sales) : '-'].join('; ')
}

export const healthCommand = command({
  name: 'health', says: 'Shows how each version does in real sessions, and how far canary comparisons are', args: { tenant: maybeTenant }, options: { minutes: minutesOption(60) },
  examples: ['health costaverde --minutes 60'], json: [getHealth],
  run: async ({ client }, { args: { tenant }, options: { minutes } }) => {
    const query = { host: tenant === undefined ? undefined : tenantHost(tenant), minutes: amount(minutes, 'minutes', 1440) }
    const data = await client('viewer').call(getHealth, { query })
    const rows = data.versions.map(({ host, module, version, sessions, bad }) => [host, `${module}@${version}`, String(sessions), String(bad), share(bad, sessions)])
    const compared = data.verdicts.map(({ host, module, version, baseline, outcome, canary, base, stuck, odds, journeys, measure }) =>
      [host, `${module}@${version}`, baseline, `${canary.bad} of ${canary.sessions}`, `${base.bad} of ${base.sessions}`, stuck ? `${stuck.step} ${stuck.canary.bad} of ${stuck.canary.sessions}, beside it ${stuck.base.bad} of ${stuck.base.sessions}` : '', journeysText(journeys), odds.toPrecision(3), measure === undefined || measure === 'broken' ? outcome : `${outcome} (${measure})`])
    const tables = [
      table(['tenant', 'version', 'sessions', 'broken', 'share'], rows),
      ...(compared.length > 0 ? [table(['tenant', 'rolling out', 'beside', 'broken', 'beside it', 'reached and not left', 'long, not completed, little added', 'odds', 'result'], compared)] : []),
    ]
    return { data, text: tables.join('\n\n') }
  },
})

export const errorsCommand = command({
  name: 'errors', says: 'Shows what went wrong in pages, newest first', args: { tenant: maybeTenant },
  options: { module: { takes: 'text', value: 'module', says: 'Of this module only' }, limit: { takes: 'text', value: 'number', usually: '100', says: 'At most so many (100)' } },
  examples: ['errors costaverde --module payment --limit 20'], json: [listErrors],
  run: async ({ client }, { args: { tenant }, options: { module, limit } }) => {
    const query = { limit, host: tenant === undefined ? undefined : tenantHost(tenant), module: module === undefined ? undefined : moduleName(module) }
    const data = await client('viewer').call(listErrors, { query })
    const text = table(['last', 'version', 'phase', 'cause', 'screen', 'times', 'tenants'], data.groups.map((each) =>
      [minute(each.lastAt), `${each.module}@${each.version}`, each.phase, each.reason, each.step || '-', String(each.count), each.hosts.join(' ')]))
    return { data, text }
  },
})

export const liveCommand = command({
  name: 'live', says: 'Shows what renters are running now', options: { minutes: minutesOption(5) }, examples: ['live', 'live --minutes 30'], json: [getLive],
  run: async ({ client }, { options: { minutes } }) => {
    const data = await client('viewer').call(getLive, { query: { minutes: amount(minutes, 'minutes', 1440) } })
    return { data, text: table(['version', 'page loads', 'tenants'], data.versions.map(({ module, version, visits: loads, hosts }) => [`${module}@${version}`, String(loads), hosts.join(' ')])) }
  },
})

export const traceCommand = command({
  name: 'trace', says: 'Shows what happened to the renter who was shown this code', args: { code: { takes: 'some', says: 'Code for support, however it is typed' } },
  options: { preview: { takes: 'nothing', says: 'Also makes a signed link to that very set' }, hours: { takes: 'text', value: 'hours', says: 'So long is the link good (4)' }, reason: reasonOption },
  examples: ['trace K7QF-2M9X', 'trace K7QF-2M9X --preview --hours 1'], json: [getTrace], jsonMore: 'with --preview also the link, as preview',
  run: async ({ client, settings }, { args: { code }, options: { preview, hours, reason } }) => {
    const trace = await client('viewer').call(getTrace, { params: { code: code.join(' ') } })
    const { count, hosts } = trace.group
    const lines = [
      `${trace.code}: ${minute(trace.at)} UTC, ${trace.host}${trace.step && `, screen ${trace.step}`}`,
      `  ${trace.module}@${trace.version} failed (${trace.phase}: ${trace.reason || 'no cause given'})`,
      `  set ${trace.setId}: ${versionsText(trace.modules)}`,
      `  ${count === 0 ? 'counted against no version' : `the same failure of this version: ${count} times, ${hosts.join(' ')}`}`,
    ]
    if (!preview) return { data: trace, text: lines.join('\n') }
    const body = { reason: reason || `code ${trace.code}`, hours: amount(hours, 'hours', 24) }
    const made = await client('operator').call(previewOfSet, { params: { host: trace.host, id: trace.setId }, body })
    return { data: { ...trace, preview: made }, text: [...lines, '', previewText(settings, made)].join('\n') }
  },
})

type Times = ServiceLevels['resolve']

const resultText = (met: boolean | null): string => (met === null ? 'nothing counted' : met ? 'met' : 'NOT MET')
/** Never rounded up to a whole that it is not. */
const percent = (share: number | null): string => (share === null ? '-' : `${(Math.floor(share * 10_000 + 1e-6) / 100).toFixed(2)} %`)
const atMost = (bound: number | null, { count }: Times, bounds: readonly number[]): string => (count === 0 ? '-' : bound === null ? `> ${bounds.at(-1)} ms` : `<= ${bound} ms`)

export const levelsCommand = command({
  name: 'levels', says: 'Shows what the site servers promise, what they keep, and how the last hours went', options: { minutes: minutesOption(360) },
  examples: ['levels --minutes 360'], json: [getServiceLevels],
  run: async ({ client }, { options: { minutes } }) => {
    const data = await client('viewer').call(getServiceLevels, { query: { minutes: amount(minutes, 'minutes', 9999) } })
    const { availability, resolve, propagation, targets, bounds, course, expired } = data
    const time = (name: string, times: Times, target: number, of: readonly number[]): string[] =>
      [name, atMost(times.p50, times, of), atMost(times.p99, times, of), `99 % within ${target} ms`, resultText(times.met), String(times.count)]
    const tables = [
      table(['level', 'half', '99 %', 'target', 'result', 'counted'], [
        ['pages answered', '-', percent(availability.share), `${targets.availability * 100} % good`, resultText(availability.met), String(availability.good + availability.failed)],
        time('resolving a set', resolve, targets.resolve, bounds.resolve), time('change in use', propagation, targets.propagation, bounds.propagation),
      ]),
      table(['from', 'pages', 'good', 'resolving 99 %', 'changes', 'in use 99 %'], course.map((part) => [
        minute(part.from), String(part.availability.good + part.availability.failed), percent(part.availability.share), atMost(part.resolve.p99, part.resolve, bounds.resolve),
        String(part.propagation.count), atMost(part.propagation.p99, part.propagation, bounds.propagation),
      ])),
    ]
    const notes = expired === 0 ? [] : ['Site servers say that what they know of releases has expired: look for who is between them and the registry, and at the clocks.']
    return { data, text: [...notes, ...tables].join('\n\n') }
  },
})
