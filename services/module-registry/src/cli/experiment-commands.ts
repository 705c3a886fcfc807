import { createExperiment, type ExperimentArm, type ExperimentMetric, type ExperimentState, type ExperimentView, getExperiment, getTenantSettings, listExperiments, startExperiment, stopExperiment } from '@checkin/registry'
import { moduleName, moduleVersion, settingAssignment, tenantHost } from './arguments.ts'
import { pendingText } from './change-commands.ts'
import type { RegistryClient } from './client.ts'
import { command, reasonOption, tenantArgument } from './declare.ts'
import { CommandError, minute, table } from './output.ts'
import { settingsAfter } from './tenant-commands.ts'

const metricKinds = ['completion', 'added', 'time'] as const
type MetricKind = (typeof metricKinds)[number]
const isMetric = (text: string): text is MetricKind => metricKinds.some((kind) => kind === text)

/** A number that somebody types, within its bounds. */
function numberOf(text: string, option: string, least: number, most: number): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= least && value <= most)) throw new CommandError(`--${option} must be a number from ${least} to ${most}`)
  return value
}

/** A metric with the smallest difference that is worth knowing: percent of sessions, minor units or seconds. */
function metricOf(kind: string, effect: string, currency: string | undefined): ExperimentMetric {
  if (!isMetric(kind)) throw new CommandError(`"${kind}" is no metric: ${metricKinds.join(', ')}`)
  switch (kind) {
    case 'completion': return { kind, smallestEffect: numberOf(effect, 'effect', 0.5, 50) / 100 }
    case 'time': return { kind, smallestEffect: Math.round(numberOf(effect, 'effect', 1, 1800)) }
    case 'added':
      if (currency === undefined || !/^[A-Z]{3}$/.test(currency)) throw new CommandError('Say of which currency: --currency EUR')
      return { kind, currency, smallestEffect: Math.round(numberOf(effect, 'effect', 1, 10_000_000)) }
  }
}

const ends: Readonly<Record<Extract<ExperimentState, { state: 'ended' }>['end'], string>> = {
  'b-better': 'B is better', 'a-better': 'A is better', 'no-difference': 'no difference was found', stopped: 'stopped before it was known', withdrawn: 'B was rolled back or killed',
}

function stateText(state: ExperimentState): string {
  switch (state.state) {
    case 'planned': return state.change === null ? 'planned' : `waits for a second person as change ${state.change}`
    case 'running': return `runs until ${minute(state.until)} UTC at the latest${state.paused === null ? '' : `, paused: ${state.paused}`}`
    case 'ended': return `ended ${minute(state.at)} UTC: ${ends[state.end]}`
  }
}

const armText = ({ kind }: ExperimentMetric, { sessions, value, interval }: ExperimentArm): string => {
  if (value === null || !interval) return `too few (${sessions})`
  const text = (each: number): string => (kind === 'completion' ? `${(each * 100).toFixed(1)} %` : each.toFixed(0))
  return `${text(value)} of ${sessions} (${text(interval.low)} to ${text(interval.high)})`
}

const metricText = (metric: ExperimentMetric): string =>
  ({ completion: 'completed', added: `added per reservation, minor units${metric.kind === 'added' ? ` of ${metric.currency}` : ''}`, time: 'seconds to finish' })[metric.kind]

/** An experiment in a line. */
const line = ({ id, name, state }: ExperimentView): string => `Experiment ${id} (${name}) ${stateText(state)}`

const versionA = ({ state }: ExperimentView): string => ('a' in state ? state.a : state.state === 'ended' ? state.ran?.a ?? '-' : '-')

/** Both arms: their versions, or the settings that are compared. */
function armTexts(experiment: ExperimentView): [string, string] {
  const { version, settings } = experiment
  const text = (values: Readonly<Record<string, unknown>>): string => `${version} ${JSON.stringify(values)}`
  return settings ? [text(settings.a), text(settings.b)] : [versionA(experiment), version]
}

function rowsOf(experiments: readonly ExperimentView[]): string {
  return table(['experiment', 'name', 'tenant', 'module', 'A', 'B', 'in B', 'metric', 'A brings', 'B brings', 'state'], experiments.map((each) => [
    String(each.id), each.name, each.host, each.module, ...armTexts(each), `${each.percent} %`, metricText(each.metric),
    each.figures ? armText(each.metric, each.figures.a) : '-', each.figures ? armText(each.metric, each.figures.b) : '-', stateText(each.state),
  ]))
}

/** Arm B: a version, or all that is set of the module in it: what A has by now with what is said. */
async function armOf(client: RegistryClient, host: string, arm: string, assignments: readonly string[]) {
  if (assignments.length === 0) { const [module, version] = moduleVersion(arm); return { module, version } }
  const module = moduleName(arm)
  if (assignments.map(settingAssignment).some((each) => each.module !== module)) throw new CommandError(`B has other settings of ${arm} alone: --setting ${arm}.name=value`)
  const { modules } = await client('viewer').call(getTenantSettings, { params: { host } })
  return { module, settings: settingsAfter(modules, assignments)[module] ?? {} }
}

export const experimentStartCommand = command({
  name: 'experiment start', says: 'Gives some sessions another version of a module, or other settings of it, compares by a metric and a rule that are said now, and ends by itself',
  args: { tenant: tenantArgument, arm: { takes: 'one', named: 'B', says: 'Arm B, as driver@1.4.0, or driver with --setting; arm A is what the tenant has' } },
  options: {
    metric: { takes: 'text', value: 'metric', needed: true, says: 'What both are compared by: completion, added (per reservation) or time (to finish)', offers: metricKinds },
    effect: { takes: 'text', value: 'number', needed: true, says: 'Smallest difference that is worth knowing: percent of sessions, minor units or seconds' },
    setting: { takes: 'list', value: 'module.name=value', says: 'What B has set otherwise than A; nothing behind = is the default' },
    currency: { takes: 'text', value: 'code', says: 'Of what is added: EUR' },
    percent: { takes: 'text', value: 'percent', usually: '50', says: 'Share of new sessions in B, up to 50 (50)' },
    error: { takes: 'text', value: 'percent', usually: '5', says: 'How often two equal arms may be called different (5)' },
    days: { takes: 'text', value: 'days', usually: '28', says: 'It ends after so many days at the latest (28)' },
    sessions: { takes: 'text', value: 'number', says: 'It ends when so many sessions of both are known' },
    name: { takes: 'text', value: 'text', says: 'What it is called; what B is where left out' }, reason: reasonOption,
  },
  examples: ['experiment start costaverde driver@1.4.0 --metric completion --effect 3', 'experiment start costaverde driver --setting driver.usualAge=45 --metric time --effect 20', 'experiment start costaverde offers@1.3.0 --metric added --currency EUR --effect 200 --percent 20 --days 14 --reason "larger pictures"'], json: [startExperiment],
  run: async ({ client }, { args: { tenant, arm }, options }) => {
    const host = tenantHost(tenant)
    const body = {
      host, name: options.name ?? [arm, ...options.setting].join(' '), ...await armOf(client, host, arm, options.setting), percent: numberOf(options.percent, 'percent', 1, 50), metric: metricOf(options.metric, options.effect, options.currency), reason: options.reason,
      rule: { errorRate: numberOf(options.error, 'error', 0.1, 20) / 100, mostDays: numberOf(options.days, 'days', 0.05, 90), mostSessions: options.sessions === undefined ? null : numberOf(options.sessions, 'sessions', 100, 10_000_000) },
    }
    const { id } = await client('operator').call(createExperiment, { body })
    try {
      const data = await client('operator').call(startExperiment, { params: { id: String(id) }, body: { reason: options.reason } })
      return { data, text: 'change' in data ? `Experiment ${id} is planned. ${pendingText(data.change)}` : line(data) }
    } catch (error) {
      // What cannot start now is not left behind as a plan that nobody knows of.
      await client('operator').call(stopExperiment, { params: { id: String(id) }, body: { reason: 'it could not start' } }).catch(() => undefined)
      throw error
    }
  },
})

export const experimentShowCommand = command({
  name: 'experiment show', says: 'Lists experiments with what both arms bring and the 95 % interval of each figure, or shows one with its course', args: { experiment: { takes: 'maybe', says: 'Its number; all where left out' } },
  examples: ['experiment show', 'experiment show 3 --json'], json: [listExperiments, getExperiment],
  run: async ({ client }, { args: { experiment } }) => {
    if (experiment === undefined) { const data = await client('viewer').call(listExperiments); return { data, text: rowsOf(data.experiments) } }
    const data = await client('viewer').call(getExperiment, { params: { id: experiment } })
    const course = table(['when', 'A brings', 'B brings'], data.course.map(({ at, a, b }) => [minute(at), armText(data.metric, a), armText(data.metric, b)]))
    const odds = data.figures ? `\nOdds for A ${data.figures.odds.a.toFixed(1)}, for B ${data.figures.odds.b.toFixed(1)}; ${data.figures.odds.needed.toFixed(0)} end it` : ''
    return { data, text: `${line(data)}\n${rowsOf([data])}${odds}${data.course.length === 0 ? '' : `\n${course}`}` }
  },
})

export const experimentStopCommand = command({
  name: 'experiment stop', says: 'Ends an experiment: new sessions get what everybody has', args: { experiment: { takes: 'one', says: 'Its number, as rollout experiment show lists it' } }, options: { reason: reasonOption },
  examples: ['experiment stop 3 --reason "seen enough"'], json: [stopExperiment],
  run: async ({ client }, { args: { experiment: id }, options: { reason } }) => {
    const data = await client('operator').call(stopExperiment, { params: { id }, body: { reason } })
    return { data, text: line(data) }
  },
})
