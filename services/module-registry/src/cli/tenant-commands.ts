import type * as z from 'zod'
import { getTenant, goBack, listTenants, setPointer, setPointers, type TenantSummary } from '../features/tenants/tenants.contract.ts'
import { pendingText } from './change-commands.ts'
import { minute, versionsText } from './cli-text.ts'
import { CommandError } from './command-error.ts'
import { replacedKeysText } from './key-commands.ts'
import { moduleSelector, tenantHost } from './names.ts'
import { RefusedError, type RegistryClient } from './registry-client.ts'
import { table } from './table.ts'

type Status = z.infer<typeof TenantSummary>

const rolloutsText = (rollouts: Status['rollouts']): string => rollouts.map(({ modules, percent, cohorts }) =>
  `${versionsText(modules)} to ${percent} %${cohorts.length > 0 ? ` and ${cohorts.length} rules` : ''}`).join(', ')

const now = ({ host, revision, setId, modules, rollouts }: Status): string =>
  `${host} is at revision ${revision}, set ${setId}: ${versionsText(modules)}${rollouts.length > 0 ? `; rolling out ${rolloutsText(rollouts)}` : ''}`

/** All tenants, or one with its history. */
export async function statusCommand(client: RegistryClient, tenant: string | undefined): Promise<string> {
  if (tenant === undefined) {
    const { tenants } = await client.call(listTenants, { as: 'viewer' })
    const rows = table(['tenant', 'revision', 'set', 'changed', 'by', 'modules', 'rolling out'], tenants.map((each) =>
      [each.host, String(each.revision), String(each.setId), minute(each.changedAt), each.changedBy, versionsText(each.modules), rolloutsText(each.rollouts)]))
    const replaced = await replacedKeysText(client)
    return replaced === '' ? rows : `${rows}\n\n${replaced}`
  }
  const status = await client.call(getTenant, { as: 'viewer', params: { host: tenantHost(tenant) } })
  const notes = [...(status.frozen === null ? [] : [`frozen: ${status.frozen}`]), ...(status.protected ? ['every change needs a second person'] : []), ...(status.onlyRehearsed ? ['it gets rehearsed sets only'] : []), `its hours are those of ${status.timeZone}`]
  return `${now(status)}\n${notes.join('; ')}\n\n${table(['revision', 'set', 'when', 'who', 'what', 'why', 'modules', 'rolling out'], status.history.map((each) =>
    [String(each.revision), String(each.setId), minute(each.at), each.actor, each.action, each.reason, versionsText(each.modules), rolloutsText(each.rollouts)]))}`
}

export interface SetWish {
  /** `payment@1.2.0`, `payment@^1.2`, `payment@stable`, `payment@inherit`. */
  readonly choice: readonly string[]
  /** Of new sessions; everybody when left out. */
  readonly percent: number | undefined
  readonly cohorts: readonly { readonly when: { readonly languages?: string[]; readonly devices?: ('phone' | 'tablet' | 'desktop')[]; readonly staff?: boolean; readonly sources?: string[] }; readonly percent: number }[]
  /** Hour of the tenant, `2026-12-01T03:00`. */
  readonly at: string | undefined
  readonly reason: string
  /** What is set of modules together with their versions; all else of these modules has its default. */
  readonly settings: readonly { readonly module: string; readonly name: string; readonly value: string | number | boolean | null }[]
}

const settingsOf = (wishes: SetWish['settings']): Record<string, Record<string, string | number | boolean>> =>
  Object.fromEntries([...Map.groupBy(wishes, ({ module }) => module)].map(([module, of]) => [module, Object.fromEntries(of.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])))]))

/** What a change of releases is in the registry's words. */
export function changeBody({ choice, percent, cohorts, at, reason, settings }: SetWish) {
  if (choice.length === 0) throw new CommandError('Say which versions: rollout set <tenant> payment@1.2.0')
  return {
    modules: Object.fromEntries(choice.map(moduleSelector)), reason,
    ...(settings.length > 0 && { settings: settingsOf(settings) }),
    ...(percent !== undefined && { percent }), ...(cohorts.length > 0 && { cohorts, percent: percent ?? 0 }), ...(at !== undefined && { at }),
  }
}

/** Gives new sessions of a tenant, or of all where none is named, or some percent of them, other module versions. */
export async function setCommand(client: RegistryClient, tenant: string | null, wish: SetWish): Promise<string> {
  const body = changeBody(wish)
  if (tenant === null) {
    const { revision, tenants } = await client.call(listTenants, { as: 'viewer' })
    if (tenants.length === 0) throw new CommandError('There is no tenant yet')
    const answer = await client.call(setPointers, { as: 'operator', body: { hosts: 'all', ...body }, ifMatch: revision })
    return 'change' in answer ? pendingText(answer.change) : answer.tenants.map(now).join('\n')
  }
  const host = tenantHost(tenant)
  const answer = await client.call(setPointer, { as: 'operator', params: { host }, body, ifMatch: await revisionOf(client, host) })
  return 'change' in answer ? pendingText(answer.change) : now(answer)
}

/** Ends a tenant's rollouts, or gives new sessions what they got before. */
export async function backCommand(client: RegistryClient, tenant: string, to: number | undefined, reason: string): Promise<string> {
  const host = tenantHost(tenant)
  const ifMatch = await revisionOf(client, host)
  return now(await client.call(goBack, { as: 'operator', params: { host }, body: { reason, ...(to !== undefined && { to }) }, ifMatch }))
}

async function revisionOf(client: RegistryClient, host: string): Promise<number> {
  try {
    return (await client.call(getTenant, { as: 'viewer', params: { host } })).revision
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'UnknownTenant') return 0
    throw error
  }
}
