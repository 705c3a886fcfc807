import { readFile } from 'node:fs/promises'
import { parseJson } from '@checkin/http'
import { abortPlan, approveChange, type ChangeView, createPlan, listChanges, listPlans, pausePlan, PlanSpec, type PlanView, rejectChange } from '@checkin/registry'
import { changeText, needsText } from '@checkin/registry/words'
import { moduleVersion, planWave, tenantHost } from './arguments.ts'
import { command, reasonOption, tenantArgument, versionsArgument } from './declare.ts'
import { CommandError, minute, table, versionsText } from './output.ts'

/** What happens to a change that was not applied at once. */
export function pendingText({ id, state, needs, hosts }: ChangeView): string {
  const hours = hosts.flatMap(({ host, dueAt }) => (dueAt === null ? [] : [`${host} at ${minute(dueAt)} UTC`]))
  if (state !== 'waiting') return `Change ${id} is scheduled: ${hours.join(', ')}`
  return `Change ${id} waits for a second person, because ${needsText({ needs })}: rollout approve ${id}${hours.length > 0 ? `\nThen: ${hours.join(', ')}` : ''}`
}

const outcome = ({ id, state, hosts }: ChangeView): string =>
  [`Change ${id} is ${state}`, ...hosts.map(({ host, state: own, code, revision }) => `  ${host}: ${own}${code === null ? '' : ` (${code})`}${revision === null ? '' : `, revision ${revision}`}`)].join('\n')

export const changesCommand = command({
  name: 'changes', says: 'Lists what waits for a second person or for its hour, in the words of the console', options: { everything: { takes: 'nothing', says: 'All of late' } },
  examples: ['changes', 'changes --everything --json'], json: [listChanges], jsonMore: 'with only what waits unless --everything is given',
  run: async ({ client }, { options: { everything } }) => {
    const { changes } = await client('viewer').call(listChanges, { query: {} })
    const listed = changes.filter(({ state }) => everything || state === 'waiting' || state === 'scheduled')
    const text = table(['change', 'state', 'who', 'when', 'what', 'why'], listed.map((each) =>
      [String(each.id), each.state, each.proposedBy, minute(each.proposedAt), changeText(each), each.reason]))
    return { data: { changes: listed }, text }
  },
})

const decision = (name: 'approve' | 'reject', says: string) => command({
  name, says, args: { change: { takes: 'one', says: 'Its number, as rollout changes lists it' } }, options: { reason: reasonOption },
  examples: [`${name} 7`], json: [{ approve: approveChange, reject: rejectChange }[name]],
  run: async ({ client }, { args: { change: id }, options: { reason } }) => {
    const data = await client('approver').call({ approve: approveChange, reject: rejectChange }[name], { params: { id }, body: { reason } })
    return { data, text: outcome(data) }
  },
})

export const approveCommand = decision('approve', 'Lets somebody else\'s change happen')
export const rejectCommand = decision('reject', 'Drops a change that waits')

const percentOf = ({ steps, step }: PlanView): string => `${steps[step]?.percent ?? 0} %`

/** `2 of 3`; empty in a plan without waves. */
const waveOf = ({ waves, wave = 0 }: PlanView): string => (waves ? `${wave + 1} of ${waves.length}` : '')

/** Where a plan is, in a line. */
export const planText = (plan: PlanView): string =>
  `Plan ${plan.id} (${plan.name}) is ${plan.state} at ${percentOf(plan)}, ${plan.waves ? `wave ${waveOf(plan)}, ` : ''}step ${plan.step + 1} of ${plan.steps.length}${plan.note === '' ? '' : `: ${plan.note}`}`

const waveOption = { takes: 'list', value: 'tenants', says: 'A wave of the plan, in their order: group:alpha or host:costaverde,islandcars; given as often as there are waves' } as const

export const planCommand = command({
  name: 'plan', says: 'Starts the staged rollout that a JSON file describes', args: { file: { takes: 'one', says: 'The plan, as docs/rollouts.md has it', offers: 'file' } }, options: { wave: waveOption },
  examples: ['plan offers.json', 'plan offers.json --wave group:alpha --wave host:costaverde,islandcars'], json: [createPlan],
  run: async ({ client }, { args: { file }, options: { wave } }) => {
    const text = await readFile(file, 'utf8').catch(() => { throw new CommandError(`${file} can't be read`) })
    const written = parseJson(text)
    const spec = PlanSpec.safeParse(wave.length > 0 && typeof written === 'object' ? { ...written, waves: wave.map(planWave) } : written)
    if (!spec.success) throw new CommandError(`${file}: ${spec.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`)
    const data = await client('operator').call(createPlan, { body: spec.data })
    return { data, text: 'change' in data ? pendingText(data.change) : planText(data) }
  },
})

export const stageCommand = command({
  name: 'stage', says: 'Gives a tenant\'s new sessions other versions in the usual steps, watched', usage: `<tenant|--all|--wave> <${versionsArgument.named}…>`,
  args: { tenant: { ...tenantArgument, takes: 'maybe' }, versions: { ...versionsArgument, takes: 'any' } },
  options: { all: { takes: 'nothing', says: 'Every tenant, in place of one' }, wave: waveOption, reason: reasonOption },
  examples: ['stage costaverde offers@1.3.0 --reason "new extras"', 'stage --all driver@1.4.0', 'stage --wave group:alpha --wave group:beta driver@1.4.0'], json: [createPlan],
  run: async ({ client }, { args: { tenant, versions }, options: { all, wave, reason } }) => {
    const waves = wave.map(planWave)
    if (all && waves.length > 0) throw new CommandError('Say --all or --wave, not both')
    // With --all or --wave there is no tenant: what stands in its place is a version.
    const isOfMany = all || waves.length > 0
    const choice = isOfMany && tenant !== undefined ? [tenant, ...versions] : versions
    if (choice.length === 0 || (tenant === undefined && !isOfMany)) throw new CommandError('Say which tenant and versions: rollout stage <tenant> offers@1.3.0')
    const body = { name: choice.join(' ').slice(0, 100), ...(waves.length > 0 ? { waves } : { hosts: all ? 'all' as const : [tenantHost(tenant ?? '')] }), modules: Object.fromEntries(choice.map(moduleVersion)), reason }
    const data = await client('operator').call(createPlan, { body })
    return { data, text: 'change' in data ? pendingText(data.change) : planText(data) }
  },
})

export const plansCommand = command({
  name: 'plans', says: 'Lists plans and what each waits for', examples: ['plans'], json: [listPlans],
  run: async ({ client }) => {
    const data = await client('viewer').call(listPlans)
    const text = table(['plan', 'name', 'state', 'at', 'wave', 'step', 'tenants', 'modules', 'note'], data.plans.map((each) =>
      [String(each.id), each.name, each.state, percentOf(each), waveOf(each), `${each.step + 1} of ${each.steps.length}`, each.hosts.join(' '), versionsText(each.modules), each.note]))
    return { data, text }
  },
})

const planTurn = (name: 'pause' | 'abort', says: string) => {
  const endpoint = { pause: pausePlan, abort: abortPlan }[name]
  return command({
    name, says, args: { plan: { takes: 'one', says: 'Its number, as rollout plans lists it' } }, options: { reason: reasonOption }, examples: [`${name} 3`], json: [endpoint],
    run: async ({ client }, { args: { plan: id }, options: { reason } }) => {
      const data = await client('operator').call(endpoint, { params: { id }, body: { reason } })
      return { data, text: planText(data) }
    },
  })
}

export const pauseCommand = planTurn('pause', 'Keeps a plan at its step')
export const abortCommand = planTurn('abort', 'Ends a plan and its rollout')
