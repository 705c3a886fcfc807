import { type ConformanceStatus, dryRun, explainTenant, getModuleStatus, getTenant, listTenants, type PublicVersion, type ReleaseTestStatus, resumePlan, resumeRollouts, rollBack, setPointer, setPointers, type TenantSummary } from '@checkin/registry'
import { deviceClasses } from '@checkin/releases'
import { type ChangeOptions, moduleName, releaseChange, revision, tenantHost } from './arguments.ts'
import { pendingText, planText } from './change-commands.ts'
import { RefusedError, type RegistryClient } from './client.ts'
import { command, type Command, type CommandAnswer, emergencyOption, reasonOption, synopsis, tenantArgument, versionsArgument } from './declare.ts'
import { replacedKeysText } from './key-commands.ts'
import { CommandError, minute, statusPage, table, versionsText } from './output.ts'
import type { CliSettings } from './settings.ts'

const rolloutsText = (rollouts: TenantSummary['rollouts']): string => rollouts.map(({ modules, settings, percent, cohorts, suspended }) =>
  `${versionsText(modules)}${settings ? ' with other settings' : ''} to ${percent} %${cohorts.length > 0 ? ` and ${cohorts.length} rules` : ''}${suspended ? ` (suspended until ${minute(suspended.until)}, then ${suspended.percent} % again)` : ''}`).join(', ')

/** What a tenant serves, in a line. */
export const now = ({ host, revision, setId, modules, rollouts }: TenantSummary): string =>
  `${host} is at revision ${revision}, set ${setId}: ${versionsText(modules)}${rollouts.length > 0 ? `; rolling out ${rolloutsText(rollouts)}` : ''}`

export const statusCommand = command({
  name: 'status', says: 'Shows what all tenants serve, or one of them with its history; with --module which versions of a module may be rolled out, for which nobody needs a token',
  examples: ['status', 'status costaverde --json', 'status --module payment'],
  args: { tenant: { ...tenantArgument, takes: 'maybe' } }, options: { module: { takes: 'text', value: 'module', says: 'The versions of this module, as its public page has them' } },
  json: [listTenants, getTenant, getModuleStatus],
  run: ({ client, settings }, { args: { tenant }, options: { module } }) => {
    if (module !== undefined) return versionsOf(client, settings, moduleName(module))
    return tenant === undefined ? allTenants(client, settings) : oneTenant(client, tenant)
  },
})

const publicState = ({ state, since, notice, instead, rolledBack }: PublicVersion): string => [
  since === null ? state : `${state} since ${minute(since)}`,
  ...(notice === null ? [] : [notice]), ...(instead === null ? [] : [`take ${instead} instead`]),
  ...(rolledBack === null ? [] : [`rolled back at ${minute(rolledBack.at)} by ${rolledBack.by === 'canary' ? 'canary analysis' : 'an operator'}`]),
].join('; ')

async function versionsOf(client: RegistryClient, settings: CliSettings, name: string): Promise<CommandAnswer> {
  const data = await client('nobody').call(getModuleStatus, { params: { name } })
  const rows = table(['version', 'published', 'labels', 'state'], data.versions.map((each) => [each.version, minute(each.publishedAt), each.labels.join(' '), publicState(each)]))
  return { data, text: `${rows}\n\nFor everybody: ${statusPage(settings, name)}` }
}

async function allTenants(client: RegistryClient, settings: CliSettings): Promise<CommandAnswer> {
  const data = await client('viewer').call(listTenants)
  const rows = table(['tenant', 'revision', 'set', 'changed', 'by', 'modules', 'rolling out'], data.tenants.map((each) =>
    [each.host, String(each.revision), String(each.setId), minute(each.changedAt), each.changedBy, versionsText(each.modules), rolloutsText(each.rollouts)]))
  const replaced = await replacedKeysText(client)
  return { data, text: [rows, ...(replaced === '' ? [] : [replaced]), `Which versions may be rolled out, for everybody: ${statusPage(settings)}`].join('\n\n') }
}

async function oneTenant(client: RegistryClient, tenant: string): Promise<CommandAnswer> {
  const status = await client('viewer').call(getTenant, { params: { host: tenantHost(tenant) } })
  const notes = [...(status.frozen === null ? [] : [`frozen: ${status.frozen}`]), ...(status.protected ? ['every change needs a second person'] : []), ...(status.onlyRehearsed ? ['it gets tested sets only'] : []), ...(status.onlyAttested === true ? ['it gets attested sets only'] : []), ...(status.onlyConforming === true ? ['it gets conforming versions only'] : []), `its hours are those of ${status.timeZone}`]
  const text = `${now(status)}\n${notes.join('; ')}\n\n${table(['revision', 'set', 'when', 'who', 'what', 'why', 'modules', 'rolling out'], status.history.map((each) =>
    [String(each.revision), String(each.setId), minute(each.at), each.actor, each.action, each.reason, versionsText(each.modules), rolloutsText(each.rollouts)]))}`
  return { data: status, text }
}

export const setCommand: Command = command({
  name: 'set', says: 'Gives some new sessions of a tenant other module versions; all of them what passed a staged plan, or in an emergency',
  usage: `<tenant|--all> <${versionsArgument.named}…>`,
  args: { tenant: { ...tenantArgument, takes: 'maybe' }, versions: { ...versionsArgument, takes: 'any' } },
  options: {
    all: { takes: 'nothing', says: 'Every tenant, in place of one' },
    setting: { takes: 'list', value: 'module.name=value', says: 'What is set of the module with this version' },
    percent: { takes: 'text', value: 'number', says: 'Only so many of the new sessions' },
    rule: { takes: 'list', value: 'rule', says: 'Whom another percentage is for: staff:100, language=pt,device=phone:20, source=broker:20' },
    at: { takes: 'text', value: 'time', says: 'An hour of the tenant\'s own time zone, 2026-12-01T03:00' },
    emergency: emergencyOption,
    'dry-run': { takes: 'nothing', says: 'Shows what would happen, and changes nothing' },
    reason: reasonOption,
  },
  examples: ['set costaverde offers@1.3.0 --percent 10 --reason "new extras"', 'set costaverde payment@1.2.1 --emergency --reason "cards are refused"', 'set costaverde offers@1.3.0 --percent 0 --rule staff:100 --rule language=pt,device=phone:20', 'set --all driver@1.4.0 --setting driver.usualAge=40 --dry-run'],
  json: [setPointer, setPointers, dryRun],
  run: ({ client }, { args: { tenant: first, versions }, options }) => {
    if (first === undefined && !options.all) throw new CommandError(`The tenant is missing.\n\n${synopsis(setCommand)}`)
    // With --all there is no tenant: what stands in its place is a version.
    const [tenant, choice] = options.all ? [null, first === undefined ? [] : [first, ...versions]] : [first ?? '', versions]
    return options['dry-run'] ? dryRunOf(client, tenant, choice, options) : setVersions(client, tenant, choice, options)
  },
})

async function setVersions(client: RegistryClient, tenant: string | null, choice: readonly string[], options: ChangeOptions): Promise<CommandAnswer> {
  const { change, ...rest } = releaseChange(choice, options)
  const body = { ...change, ...rest }
  if (tenant === null) {
    const { revision: ifMatch, tenants } = await client('viewer').call(listTenants)
    if (tenants.length === 0) throw new CommandError('There is no tenant yet')
    const answer = await client('operator').call(setPointers, { body: { hosts: 'all', ...body } }, { ifMatch })
    return { data: answer, text: 'change' in answer ? pendingText(answer.change) : answer.tenants.map(now).join('\n') }
  }
  const host = tenantHost(tenant)
  const answer = await client('operator').call(setPointer, { params: { host }, body }, { ifMatch: await revisionOf(client, host) })
  return { data: answer, text: 'change' in answer ? pendingText(answer.change) : now(answer) }
}

export const backCommand = command({
  name: 'back', says: 'Ends a tenant\'s rollouts, or gives new sessions what they got before', args: { tenant: tenantArgument },
  options: { to: { takes: 'text', value: 'revision', says: 'Goes back to this revision' }, reason: reasonOption },
  examples: ['back costaverde', 'back costaverde --to 12 --reason "extras don\'t load"'], json: [rollBack],
  run: async ({ client }, { args: { tenant }, options: { to: text, reason } }) => {
    const host = tenantHost(tenant)
    const to = revision(text)
    const ifMatch = await revisionOf(client, host)
    const data = await client('operator').call(rollBack, { params: { host }, body: { reason, ...(to !== undefined && { to }) } }, { ifMatch })
    return { data, text: now(data) }
  },
})

export const resumeCommand = command({
  name: 'resume', says: 'Lets a plan go on, or gives a tenant\'s suspended rollouts their share back before their time is over', usage: '<plan|tenant>',
  args: { plan: { takes: 'one', named: 'plan|tenant', says: 'The number of a plan, as rollout plans lists it, or the tenant' } }, options: { reason: reasonOption },
  examples: ['resume 3', 'resume costaverde --reason "the failures were ours"'], json: [resumePlan, resumeRollouts],
  run: async ({ client }, { args: { plan: text }, options: { reason } }) => {
    if (/^\d+$/.test(text)) {
      const data = await client('operator').call(resumePlan, { params: { id: text }, body: { reason } })
      return { data, text: planText(data) }
    }
    const host = tenantHost(text)
    const data = await client('operator').call(resumeRollouts, { params: { host }, body: { reason } }, { ifMatch: await revisionOf(client, host) })
    return { data, text: now(data) }
  },
})

/** The revision that a tenant is at; 0 for one that serves nothing yet. */
export async function revisionOf(client: RegistryClient, host: string): Promise<number> {
  try {
    return (await client('viewer').call(getTenant, { params: { host } })).revision
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'UnknownTenant') return 0
    throw error
  }
}

export const whyCommand = command({
  name: 'why', says: 'Explains why a tenant\'s sessions get what they get', args: { tenant: tenantArgument },
  options: {
    session: { takes: 'text', value: 'id', says: 'Of this session' }, language: { takes: 'text', value: 'pt', says: 'Of a session in this language' },
    device: { takes: 'text', value: 'device', says: `Of a session on this: ${deviceClasses.join(', ')}`, offers: deviceClasses },
    staff: { takes: 'nothing', says: 'Of a session of staff' }, source: { takes: 'text', value: 'broker', says: 'Of a booking from there' },
  },
  examples: ['why costaverde', 'why costaverde --language pt --device phone --source broker'], json: [explainTenant],
  run: async ({ client }, { args: { tenant }, options: { session, language, device: given, staff, source } }) => {
    const device = deviceClasses.find((each) => each === given)
    if (given !== undefined && device === undefined) throw new CommandError(`--device must be one of ${deviceClasses.join(', ')}`)
    const query = { session, language, device, staff: String(staff), source }
    const data = await client('viewer').call(explainTenant, { params: { host: tenantHost(tenant) }, query })
    return { data, text: [`${data.host} is at revision ${data.revision}; this session gets set ${data.setId}`, ...data.sentences.map((sentence) => `  ${sentence}`)].join('\n') }
  },
})

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

/** What the release matrix test knows of a change's sets, for a line of the dry run. */
function testText(status: ReleaseTestStatus): string {
  switch (status.state) {
    case 'nothing-new': return ''
    case 'none': return 'not tested'
    case 'passed': return `tested ${minute(status.at)}: ${status.journeys.join(', ')}`
    case 'failed': return `test failed: ${status.journey} at ${status.step}`
  }
}

/** What runners attested of one version of a change. */
function conformanceText(status: ConformanceStatus | undefined, name: string): string {
  const found = status?.state === 'missing' ? status.missing.find(({ module }) => module === name) : undefined
  return found === undefined ? '' : found.failed ? 'does not conform' : 'conformance not attested'
}

/** What a change would do, tenant by tenant. */
async function dryRunOf(client: RegistryClient, tenant: string | null, choice: readonly string[], options: ChangeOptions): Promise<CommandAnswer> {
  const { change } = releaseChange(choice, options)
  const data = await client('viewer').call(dryRun, { body: { hosts: tenant === null ? 'all' : [tenantHost(tenant)], ...change } })
  const { hosts, needsSecondPerson } = data
  const rows = hosts.flatMap(({ host, modules, problem, frozen, rehearsal: tested, conformance }) => {
    const note = problem ? `${problem.title} (${problem.code})` : frozen === null ? testText(tested) : `frozen: ${frozen}`
    if (modules.length === 0) return [[host, '-', '-', '-', '-', note || 'nothing changes']]
    return modules.map((each) => [
      host, each.module, `${each.from ?? 'none'} -> ${each.to}${each.percent < 100 ? ` for ${each.percent} %` : ''}`, `${each.bytesFrom === null ? '' : `${kilobytes(each.bytesFrom)} -> `}${kilobytes(each.bytesTo)}`,
      each.contracts.map(({ contract, from, to }) => `${contract} ${from ?? 'none'} -> ${to ?? 'none'}`).join(', ') || '-',
      [each.deprecated && `deprecated: ${each.deprecated.reason}${each.deprecated.instead === null ? '' : `, take ${each.deprecated.instead}`}`, note, problem === null && conformanceText(conformance, each.module)].filter(Boolean).join('; '),
    ])
  })
  const second = needsSecondPerson.length > 0 ? `\n\nIt would wait for a second person (${needsSecondPerson.join(', ')}).` : ''
  const text = `${table(['tenant', 'module', 'version', 'size', 'contracts', 'note'], rows)}${second}\n\nNothing was changed.`
  return { data, text }
}
