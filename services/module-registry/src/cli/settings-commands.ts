import { getSettings } from '../features/settings/settings.contract.ts'
import { setPointer } from '../features/tenants/tenants.contract.ts'
import { pendingText } from './change-commands.ts'
import { CommandError } from './command-error.ts'
import { moduleName, tenantHost } from './names.ts'
import type { RegistryClient } from './registry-client.ts'
import { table } from './table.ts'

type Value = string | number | boolean

/** `driver.usualAge=40` or, for the default, `driver.usualAge=`. */
export function settingWish(text: string): { readonly module: string; readonly name: string; readonly value: Value | null } {
  const [, module, name, value] = /^([\w-]+)\.([a-z]\w*)=(.*)$/.exec(text) ?? []
  if (module === undefined || name === undefined || value === undefined) throw new CommandError(`"${text}" is not of the form driver.usualAge=40`)
  return { module: moduleName(module), name, value: value === '' ? null : valueOf(value) }
}

/** A number, `true` or `false`; everything else is a text. The registry refuses what the setting is not. */
function valueOf(text: string): Value {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

/** Shows what may be set about a tenant's modules and what is, or changes some of it; the rest stays. */
export async function settingsCommand(client: RegistryClient, tenant: string, wishes: readonly string[], reason: string): Promise<string> {
  const host = tenantHost(tenant)
  const { revision, modules } = await client.call(getSettings, { as: 'viewer', params: { host } })
  if (wishes.length === 0) {
    return table(['module', 'setting', 'value', 'default', 'what for'], modules.flatMap(({ module, version, settings }) => settings.map(({ name, spec, value }) =>
      [`${module}@${version}`, name, value === null ? '-' : String(value), String(spec.default), spec.says])))
  }
  const settings = settingsAfter(modules, wishes)
  const answer = await client.call(setPointer, { as: 'operator', params: { host }, body: { settings, reason }, ifMatch: revision })
  return 'change' in answer ? pendingText(answer.change) : `${host} is at revision ${answer.revision}: ${Object.entries(answer.settings).map(([module, values]) => `${module} ${JSON.stringify(values)}`).join(', ') || 'everything has its default'}`
}

type Known = readonly { readonly module: string; readonly settings: readonly { readonly name: string; readonly value: Value | null }[] }[]

/** All that is set of the modules that are named: what was, with what is wished. */
function settingsAfter(known: Known, wishes: readonly string[]): Record<string, Record<string, Value>> {
  const settings: Record<string, Record<string, Value>> = {}
  for (const { module, name, value } of wishes.map(settingWish)) {
    const now = known.find((each) => each.module === module)?.settings ?? []
    const of = settings[module] ??= Object.fromEntries(now.flatMap((each) => (each.value === null ? [] : [[each.name, each.value]])))
    if (value === null) delete of[name]
    else of[name] = value
  }
  return settings
}
