import { dryRun, explainTenant, getTenant, listTenants, type ReleaseTestStatus, rollBack, setPointer, setPointers, type TenantSummary } from '@checkin/registry'
import { deviceClasses } from '@checkin/releases'
import { releaseChange, tenantHost, type Values } from './arguments.ts'
import { pendingText } from './change-commands.ts'
import { RefusedError, type RegistryClient } from './client.ts'
import { replacedKeysText } from './key-commands.ts'
import { CommandError, minute, table, versionsText } from './output.ts'

const rolloutsText = (rollouts: TenantSummary['rollouts']): string => rollouts.map(({ modules, percent, cohorts }) =>
  `${versionsText(modules)} to ${percent} %${cohorts.length > 0 ? ` and ${cohorts.length} rules` : ''}`).join(', ')

const now = ({ host, revision, setId, modules, rollouts }: TenantSummary): string =>
  `${host} is at revision ${revision}, set ${setId}: ${versionsText(modules)}${rollouts.length > 0 ? `; rolling out ${rolloutsText(rollouts)}` : ''}`

/** All tenants, or one with its history. */
export async function statusCommand(client: RegistryClient, tenant: string | undefined): Promise<string> {
  if (tenant === undefined) {
    const { tenants } = await client('viewer').call(listTenants, undefined)
    const rows = table(['tenant', 'revision', 'set', 'changed', 'by', 'modules', 'rolling out'], tenants.map((each) =>
      [each.host, String(each.revision), String(each.setId), minute(each.changedAt), each.changedBy, versionsText(each.modules), rolloutsText(each.rollouts)]))
    const replaced = await replacedKeysText(client)
    return replaced === '' ? rows : `${rows}\n\n${replaced}`
  }
  const status = await client('viewer').call(getTenant, { params: { host: tenantHost(tenant) } })
  const notes = [...(status.frozen === null ? [] : [`frozen: ${status.frozen}`]), ...(status.protected ? ['every change needs a second person'] : []), ...(status.onlyRehearsed ? ['it gets tested sets only'] : []), `its hours are those of ${status.timeZone}`]
  return `${now(status)}\n${notes.join('; ')}\n\n${table(['revision', 'set', 'when', 'who', 'what', 'why', 'modules', 'rolling out'], status.history.map((each) =>
    [String(each.revision), String(each.setId), minute(each.at), each.actor, each.action, each.reason, versionsText(each.modules), rolloutsText(each.rollouts)]))}`
}

/** Gives new sessions of a tenant, or of all where none is named, or some percent of them, other module versions. */
export async function setCommand(client: RegistryClient, tenant: string | null, choice: readonly string[], values: Values): Promise<string> {
  const { change, ...rest } = releaseChange(choice, values)
  const body = { ...change, ...rest }
  if (tenant === null) {
    const { revision, tenants } = await client('viewer').call(listTenants, undefined)
    if (tenants.length === 0) throw new CommandError('There is no tenant yet')
    const answer = await client('operator').call(setPointers, { body: { hosts: 'all', ...body } }, { ifMatch: revision })
    return 'change' in answer ? pendingText(answer.change) : answer.tenants.map(now).join('\n')
  }
  const host = tenantHost(tenant)
  const answer = await client('operator').call(setPointer, { params: { host }, body }, { ifMatch: await revisionOf(client, host) })
  return 'change' in answer ? pendingText(answer.change) : now(answer)
}

/** Ends a tenant's rollouts, or gives new sessions what they got before. */
export async function backCommand(client: RegistryClient, tenant: string, to: number | undefined, reason: string): Promise<string> {
  const host = tenantHost(tenant)
  const ifMatch = await revisionOf(client, host)
  return now(await client('operator').call(rollBack, { params: { host }, body: { reason, ...(to !== undefined && { to }) } }, { ifMatch }))
}

async function revisionOf(client: RegistryClient, host: string): Promise<number> {
  try {
    return (await client('viewer').call(getTenant, { params: { host } })).revision
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'UnknownTenant') return 0
    throw error
  }
}

/** Why a tenant's sessions get what they get. */
export async function whyCommand(client: RegistryClient, tenant: string, { session, language, device: given, staff, source }: Values): Promise<string> {
  const device = deviceClasses.find((each) => each === given)
  if (given !== undefined && device === undefined) throw new CommandError(`--device must be one of ${deviceClasses.join(', ')}`)
  const query = { session, language, device, staff: String(staff), source }
  const { host, revision, setId, sentences } = await client('viewer').call(explainTenant, { params: { host: tenantHost(tenant) }, query })
  return [`${host} is at revision ${revision}; this session gets set ${setId}`, ...sentences.map((sentence) => `  ${sentence}`)].join('\n')
}

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

/** What a change would do, tenant by tenant. */
export async function dryRunCommand(client: RegistryClient, tenant: string | null, choice: readonly string[], values: Values): Promise<string> {
  const { change } = releaseChange(choice, values)
  const { hosts, needsSecondPerson } = await client('viewer').call(dryRun, { body: { hosts: tenant === null ? 'all' : [tenantHost(tenant)], ...change } })
  const rows = hosts.flatMap(({ host, modules, problem, frozen, rehearsal: tested }) => {
    const note = problem ? `${problem.title} (${problem.code})` : frozen === null ? testText(tested) : `frozen: ${frozen}`
    if (modules.length === 0) return [[host, '-', '-', '-', '-', note || 'nothing changes']]
    return modules.map((each) => [
      host, each.module, `${each.from ?? 'none'} -> ${each.to}${each.percent < 100 ? ` for ${each.percent} %` : ''}`, `${each.bytesFrom === null ? '' : `${kilobytes(each.bytesFrom)} -> `}${kilobytes(each.bytesTo)}`,
      each.contracts.map(({ contract, from, to }) => `${contract} ${from ?? 'none'} -> ${to ?? 'none'}`).join(', ') || '-', note,
    ])
  })
  const second = needsSecondPerson.length > 0 ? `\n\nIt would wait for a second person (${needsSecondPerson.join(', ')}).` : ''
  return `${table(['tenant', 'module', 'version', 'size', 'contracts', 'note'], rows)}${second}\n\nNothing was changed.`
}
