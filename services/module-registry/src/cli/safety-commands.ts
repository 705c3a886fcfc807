import { createPreview, createStaffLink } from '../features/passes/passes.contract.ts'
import type { FreezeSpec } from '../features/freezes/freeze-window.ts'
import { addFreeze, liftFreezes, listFreezes } from '../features/freezes/freezes.contract.ts'
import { killVersion, setDefaults, setLabel } from '../features/rollouts/rollouts.contract.ts'
import { setOptions } from '../features/tenants/tenants.contract.ts'
import { versionsText } from './cli-text.ts'
import { CommandError } from './command-error.ts'
import { moduleSelector, moduleVersion, tenantHost } from './names.ts'
import { previewText } from './preview-text.ts'
import type { RegistryClient } from './registry-client.ts'
import type { CliSettings } from './settings.ts'
import { table } from './table.ts'

/** Withdraws a version everywhere. */
export async function killCommand(client: RegistryClient, what: string, reason: string): Promise<string> {
  const [name, version] = moduleVersion(what)
  const { moved, withoutModule } = await client.call(killVersion, { as: 'operator', params: { name, version }, body: { reason } })
  return [
    `${name}@${version} is withdrawn for ever`,
    ...moved.map((each) => `  ${each.host} has ${name}@${each.version}`),
    ...withoutModule.map((host) => `  ${host} has no other version that fits: its renters are shown the way to the counter`),
  ].join('\n')
}

const where = (tenant: string | undefined, all: boolean): string => {
  if (all) return '*'
  if (tenant === undefined) throw new CommandError('Say which tenant, or --all')
  return tenantHost(tenant)
}

const hoursText = (spec: FreezeSpec): string =>
  'weekly' in spec ? `every week from ${spec.weekly.from} until ${spec.weekly.until}` : `${spec.from === undefined ? 'from now' : `from ${spec.from}`} ${spec.until === undefined ? 'until it is lifted' : `until ${spec.until}`}`

export interface FreezeWish {
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly weekly?: boolean | undefined
  readonly reason: string
}

/** Keeps releases as they are; without a tenant and --all it lists what is frozen. */
export async function freezeCommand(client: RegistryClient, tenant: string | undefined, all: boolean, { from, until, weekly = false, reason }: FreezeWish): Promise<string> {
  if (tenant === undefined && !all) {
    const { freezes } = await client.call(listFreezes, { as: 'viewer' })
    return table(['freeze', 'tenant', 'hours', 'by', 'why'], freezes.map((each) => [String(each.id), each.host, hoursText(each.spec), each.actor, each.reason]))
  }
  if (weekly && (from === undefined || until === undefined)) throw new CommandError('A weekly freeze needs --from "fri 18:00" and --until "mon 06:00"')
  const spec = weekly ? { weekly: { from, until } } : { ...(from !== undefined && { from }), ...(until !== undefined && { until }) }
  const made = await client.call(addFreeze, { as: 'operator', body: { host: where(tenant, all), spec, reason } })
  return `${made.host === '*' ? 'All tenants are' : `${made.host} is`} frozen ${hoursText(made.spec)}`
}

export async function unfreezeCommand(client: RegistryClient, tenant: string | undefined, all: boolean, reason: string): Promise<string> {
  const host = where(tenant, all)
  const { lifted } = await client.call(liftFreezes, { as: 'operator', body: { host, reason } })
  return `${lifted.length} ${lifted.length === 1 ? 'freeze' : 'freezes'} of ${host === '*' ? 'all tenants' : host} ended`
}

/** A link that shows versions on the real site to whoever opens it; without versions, one that makes them staff. */
export async function previewCommand(client: RegistryClient, settings: CliSettings, tenant: string, choice: readonly string[], wish: { readonly hours: number | undefined; readonly staff: boolean; readonly reason: string }): Promise<string> {
  const host = tenantHost(tenant)
  if (choice.length === 0 && !wish.staff) throw new CommandError('Say which versions: rollout preview <tenant> payment@1.3.0')
  const body = { reason: wish.reason, ...(wish.hours !== undefined && { hours: wish.hours }) }
  const made = wish.staff
    ? await client.call(createStaffLink, { as: 'operator', params: { host }, body })
    : await client.call(createPreview, { as: 'operator', params: { host }, body: { ...body, modules: Object.fromEntries(choice.map(moduleVersion)) } })
  return previewText(settings, made)
}

/** `rollout label payment@1.4.0 stable`. */
export async function labelCommand(client: RegistryClient, what: string, label: string, reason: string): Promise<string> {
  const [name, version] = moduleVersion(what)
  await client.call(setLabel, { as: 'operator', params: { name, label }, body: { version, reason } })
  return `${label} of ${name} is ${version}`
}

/** What tenants get that inherit. */
export async function defaultCommand(client: RegistryClient, choice: readonly string[], reason: string): Promise<string> {
  if (choice.length === 0) throw new CommandError('Say which: rollout default payment@stable')
  const { defaults } = await client.call(setDefaults, { as: 'operator', body: { modules: Object.fromEntries(choice.map(moduleSelector)), reason } })
  return `Tenants that inherit get ${versionsText(defaults)}`
}

export interface OptionWish {
  readonly zone?: string | undefined
  readonly protect?: string | undefined
  readonly rehearsed?: string | undefined
  readonly reason: string
}

const yesOrNo = (option: string, text: string | undefined): boolean | undefined => {
  if (text !== undefined && text !== 'yes' && text !== 'no') throw new CommandError(`--${option} is yes or no`)
  return text === undefined ? undefined : text === 'yes'
}

/** Time zone of a tenant, whether each of its changes needs a second person, and whether it gets rehearsed sets only. */
export async function tenantCommand(client: RegistryClient, tenant: string, { zone, protect, rehearsed, reason }: OptionWish): Promise<string> {
  const [isProtected, onlyRehearsed] = [yesOrNo('protect', protect), yesOrNo('rehearsed', rehearsed)]
  const body = { reason, ...(zone !== undefined && { timeZone: zone }), ...(isProtected !== undefined && { protected: isProtected }), ...(onlyRehearsed !== undefined && { onlyRehearsed }) }
  const answer = await client.call(setOptions, { as: isProtected === false || onlyRehearsed === false ? 'approver' : 'operator', params: { host: tenantHost(tenant) }, body })
  return `${answer.host}: hours of ${answer.timeZone}; ${answer.protected ? 'every change needs a second person' : 'not protected'}${answer.onlyRehearsed ? '; rehearsed sets only' : ''}`
}

