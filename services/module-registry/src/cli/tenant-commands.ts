import { addFreeze, type FreezeSpec, getTenantSettings, liftFreezes, listFreezes, setPointer, setTenantOptions } from '@checkin/registry'
import { settingAssignment, tenantHost, type SettingValue } from './arguments.ts'
import { pendingText } from './change-commands.ts'
import { command, reasonOption, tenantArgument } from './declare.ts'
import { CommandError, table } from './output.ts'

const where = (tenant: string | undefined, all: boolean): string => {
  if (all) return '*'
  if (tenant === undefined) throw new CommandError('Say which tenant, or --all')
  return tenantHost(tenant)
}

const hoursText = (spec: FreezeSpec): string =>
  'weekly' in spec ? `every week from ${spec.weekly.from} until ${spec.weekly.until}` : `${spec.from === undefined ? 'from now' : `from ${spec.from}`} ${spec.until === undefined ? 'until it is lifted' : `until ${spec.until}`}`

const someTenant = { ...tenantArgument, takes: 'maybe' } as const
const allOption = { takes: 'nothing', says: 'Every tenant' } as const

export const freezeCommand = command({
  name: 'freeze', says: 'Keeps releases as they are; without a tenant and --all it lists what is frozen', usage: '[<tenant>|--all]', args: { tenant: someTenant },
  options: {
    all: allOption, from: { takes: 'text', value: 'time', says: 'From then on, 2026-12-24T18:00, with --weekly "fri 18:00"' }, until: { takes: 'text', value: 'time', says: 'Until then' },
    weekly: { takes: 'nothing', says: 'Every week anew' }, reason: reasonOption,
  },
  examples: ['freeze costaverde --reason "year end"', 'freeze --all --weekly --from "fri 18:00" --until "mon 06:00"', 'freeze'],
  json: [addFreeze, listFreezes],
  run: async ({ client }, { args: { tenant }, options: { all, from, until, weekly, reason } }) => {
    if (tenant === undefined && !all) {
      const data = await client('viewer').call(listFreezes)
      return { data, text: table(['freeze', 'tenant', 'hours', 'by', 'why'], data.freezes.map((each) => [String(each.id), each.host, hoursText(each.spec), each.actor, each.reason])) }
    }
    if (weekly && (from === undefined || until === undefined)) throw new CommandError('A weekly freeze needs --from "fri 18:00" and --until "mon 06:00"')
    const spec = weekly ? { weekly: { from: from ?? '', until: until ?? '' } } : { from, until }
    const made = await client('operator').call(addFreeze, { body: { host: where(tenant, all), spec, reason } })
    return { data: made, text: `${made.host === '*' ? 'All tenants are' : `${made.host} is`} frozen ${hoursText(made.spec)}` }
  },
})

export const unfreezeCommand = command({
  name: 'unfreeze', says: 'Ends the freezes of a tenant, or those of all', usage: '<tenant|--all>', args: { tenant: someTenant }, options: { all: allOption, reason: reasonOption },
  examples: ['unfreeze costaverde', 'unfreeze --all'], json: [liftFreezes],
  run: async ({ client }, { args: { tenant }, options: { all, reason } }) => {
    const host = where(tenant, all)
    const data = await client('operator').call(liftFreezes, { body: { host, reason } })
    return { data, text: `${data.lifted.length} ${data.lifted.length === 1 ? 'freeze' : 'freezes'} of ${host === '*' ? 'all tenants' : host} ended` }
  },
})

const yesOrNo = (option: string, text: string | undefined): boolean | undefined => {
  if (text !== undefined && text !== 'yes' && text !== 'no') throw new CommandError(`--${option} is yes or no`)
  return text === undefined ? undefined : text === 'yes'
}

export const tenantCommand = command({
  name: 'tenant', says: 'Shows or changes a tenant\'s time zone and groups, whether each change needs a second person, and whether it gets tested, attested or conforming sets only', args: { tenant: tenantArgument },
  options: {
    zone: { takes: 'text', value: 'Europe/Lisbon', says: 'IANA name of the zone that its hours are in' },
    groups: { takes: 'text', value: 'names', says: 'Groups that it is in, with commas between them; "" is none' },
    protect: { takes: 'text', value: 'yes|no', says: 'Every change needs a second person', offers: ['yes', 'no'] },
    rehearsed: { takes: 'text', value: 'yes|no', says: 'It gets sets only that passed the release matrix test', offers: ['yes', 'no'] },
    attested: { takes: 'text', value: 'yes|no', says: 'It gets sets only of which a runner attested that', offers: ['yes', 'no'] },
    conforming: { takes: 'text', value: 'yes|no', says: 'It gets module versions only of which a runner attested that they conform', offers: ['yes', 'no'] }, reason: reasonOption,
  },
  examples: ['tenant costaverde --zone Europe/Lisbon', 'tenant costaverde --groups pilot,south', 'tenant costaverde --protect yes --rehearsed yes', 'tenant costaverde --attested yes --conforming yes'], json: [setTenantOptions],
  run: async ({ client }, { args: { tenant }, options: { zone, groups, protect, rehearsed, attested, conforming, reason } }) => {
    const protections = { protected: yesOrNo('protect', protect), onlyRehearsed: yesOrNo('rehearsed', rehearsed), onlyAttested: yesOrNo('attested', attested), onlyConforming: yesOrNo('conforming', conforming) }
    const body = { reason, timeZone: zone, ...protections, ...(groups !== undefined && { groups: groups.split(',').map((name) => name.trim()).filter((name) => name !== '') }) }
    const answer = await client(Object.values(protections).includes(false) ? 'approver' : 'operator').call(setTenantOptions, { params: { host: tenantHost(tenant) }, body })
    return { data: answer, text: `${answer.host}: hours of ${answer.timeZone}; ${answer.groups?.length ? `groups ${answer.groups.join(', ')}; ` : ''}${answer.protected ? 'every change needs a second person' : 'not protected'}${answer.onlyRehearsed ? '; tested sets only' : ''}${answer.onlyAttested === true ? '; attested sets only' : ''}${answer.onlyConforming === true ? '; conforming versions only' : ''}` }
  },
})

export const settingsCommand = command({
  name: 'settings', says: 'Shows what may be set about a tenant\'s modules and what is, or changes some of it',
  args: { tenant: tenantArgument, settings: { takes: 'any', named: 'module.name=value', says: 'What to change; nothing behind = is the default again' } }, options: { reason: reasonOption },
  examples: ['settings costaverde', 'settings costaverde driver.usualAge=45 --reason "older renters"'],
  json: [getTenantSettings, setPointer],
  run: async ({ client }, { args: { tenant, settings: assignments }, options: { reason } }) => {
    const host = tenantHost(tenant)
    const data = await client('viewer').call(getTenantSettings, { params: { host } })
    if (assignments.length === 0) {
      const text = table(['module', 'setting', 'value', 'default', 'what for'], data.modules.flatMap(({ module, version, settings }) => settings.map(({ name, spec, value }) =>
        [`${module}@${version}`, name, value === null ? '-' : String(value), String(spec.default), spec.says])))
      return { data, text }
    }
    const answer = await client('operator').call(setPointer, { params: { host }, body: { settings: settingsAfter(data.modules, assignments), reason } }, { ifMatch: data.revision })
    if ('change' in answer) return { data: answer, text: pendingText(answer.change) }
    return { data: answer, text: `${host} is at revision ${answer.revision}: ${Object.entries(answer.settings).map(([module, values]) => `${module} ${JSON.stringify(values)}`).join(', ') || 'everything has its default'}` }
  },
})

type Known = readonly { readonly module: string; readonly settings: readonly { readonly name: string; readonly value: SettingValue | null }[] }[]

/** All that is set of the modules that are named: what was, with what is assigned. */
export function settingsAfter(known: Known, assignments: readonly string[]): Record<string, Record<string, SettingValue>> {
  const settings: Record<string, Record<string, SettingValue>> = {}
  for (const { module, name, value } of assignments.map(settingAssignment)) {
    const now = known.find((each) => each.module === module)?.settings ?? []
    const of = settings[module] ??= Object.fromEntries(now.flatMap((each) => (each.value === null ? [] : [[each.name, each.value]])))
    if (value === null) delete of[name]
    else of[name] = value
  }
  return settings
}
