import { addFreeze, type FreezeSpec, getTenantSettings, liftFreezes, listFreezes, setPointer, setTenantOptions } from '@checkin/registry'
import { settingAssignment, tenantHost, type SettingValue, type Values } from './arguments.ts'
import { pendingText } from './change-commands.ts'
import type { RegistryClient } from './client.ts'
import { CommandError, table } from './output.ts'

const where = (tenant: string | undefined, all: boolean): string => {
  if (all) return '*'
  if (tenant === undefined) throw new CommandError('Say which tenant, or --all')
  return tenantHost(tenant)
}

const hoursText = (spec: FreezeSpec): string =>
  'weekly' in spec ? `every week from ${spec.weekly.from} until ${spec.weekly.until}` : `${spec.from === undefined ? 'from now' : `from ${spec.from}`} ${spec.until === undefined ? 'until it is lifted' : `until ${spec.until}`}`

/** Keeps releases as they are; without a tenant and --all it lists what is frozen. */
export async function freezeCommand(client: RegistryClient, tenant: string | undefined, all: boolean, { from, until, weekly = false, reason }: Values): Promise<string> {
  if (tenant === undefined && !all) {
    const { freezes } = await client('viewer').call(listFreezes)
    return table(['freeze', 'tenant', 'hours', 'by', 'why'], freezes.map((each) => [String(each.id), each.host, hoursText(each.spec), each.actor, each.reason]))
  }
  if (weekly && (from === undefined || until === undefined)) throw new CommandError('A weekly freeze needs --from "fri 18:00" and --until "mon 06:00"')
  const spec = weekly ? { weekly: { from: from ?? '', until: until ?? '' } } : { from, until }
  const made = await client('operator').call(addFreeze, { body: { host: where(tenant, all), spec, reason } })
  return `${made.host === '*' ? 'All tenants are' : `${made.host} is`} frozen ${hoursText(made.spec)}`
}

export async function unfreezeCommand(client: RegistryClient, tenant: string | undefined, all: boolean, reason: string): Promise<string> {
  const host = where(tenant, all)
  const { lifted } = await client('operator').call(liftFreezes, { body: { host, reason } })
  return `${lifted.length} ${lifted.length === 1 ? 'freeze' : 'freezes'} of ${host === '*' ? 'all tenants' : host} ended`
}

const yesOrNo = (option: string, text: string | undefined): boolean | undefined => {
  if (text !== undefined && text !== 'yes' && text !== 'no') throw new CommandError(`--${option} is yes or no`)
  return text === undefined ? undefined : text === 'yes'
}

/** Time zone of a tenant, whether each of its changes needs a second person, and whether it gets tested sets only. */
export async function tenantCommand(client: RegistryClient, tenant: string, { zone, protect, rehearsed, reason }: Values): Promise<string> {
  const [isProtected, onlyRehearsed] = [yesOrNo('protect', protect), yesOrNo('rehearsed', rehearsed)]
  const body = { reason, timeZone: zone, protected: isProtected, onlyRehearsed }
  const answer = await client(isProtected === false || onlyRehearsed === false ? 'approver' : 'operator').call(setTenantOptions, { params: { host: tenantHost(tenant) }, body })
  return `${answer.host}: hours of ${answer.timeZone}; ${answer.protected ? 'every change needs a second person' : 'not protected'}${answer.onlyRehearsed ? '; tested sets only' : ''}`
}

/** Shows what may be set about a tenant's modules and what is, or changes some of it; the rest stays. */
export async function settingsCommand(client: RegistryClient, tenant: string, assignments: readonly string[], reason: string): Promise<string> {
  const host = tenantHost(tenant)
  const { revision, modules } = await client('viewer').call(getTenantSettings, { params: { host } })
  if (assignments.length === 0) {
    return table(['module', 'setting', 'value', 'default', 'what for'], modules.flatMap(({ module, version, settings }) => settings.map(({ name, spec, value }) =>
      [`${module}@${version}`, name, value === null ? '-' : String(value), String(spec.default), spec.says])))
  }
  const settings = settingsAfter(modules, assignments)
  const answer = await client('operator').call(setPointer, { params: { host }, body: { settings, reason } }, { ifMatch: revision })
  return 'change' in answer ? pendingText(answer.change) : `${host} is at revision ${answer.revision}: ${Object.entries(answer.settings).map(([module, values]) => `${module} ${JSON.stringify(values)}`).join(', ') || 'everything has its default'}`
}

type Known = readonly { readonly module: string; readonly settings: readonly { readonly name: string; readonly value: SettingValue | null }[] }[]

/** All that is set of the modules that are named: what was, with what is assigned. */
function settingsAfter(known: Known, assignments: readonly string[]): Record<string, Record<string, SettingValue>> {
  const settings: Record<string, Record<string, SettingValue>> = {}
  for (const { module, name, value } of assignments.map(settingAssignment)) {
    const now = known.find((each) => each.module === module)?.settings ?? []
    const of = settings[module] ??= Object.fromEntries(now.flatMap((each) => (each.value === null ? [] : [[each.name, each.value]])))
    if (value === null) delete of[name]
    else of[name] = value
  }
  return settings
}
