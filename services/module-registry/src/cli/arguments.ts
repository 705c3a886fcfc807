import { type PlanWave, Selector, TenantGroup, type ReleaseChange } from '@checkin/registry'
import { deviceClasses, ReleasableName, Version } from '@checkin/releases'
import { CommandError } from './output.ts'

/** `payment` and `mfe-payment` are the same module on the command line. */
export function moduleName(text: string): string {
  const name = text === 'shell' || text.startsWith('mfe-') ? text : `mfe-${text}`
  if (!ReleasableName.safeParse(name).success) throw new CommandError(`"${text}" is no module name`)
  return name
}

function moduleAt(text: string, form: typeof Version): readonly [name: string, at: string] {
  const [, name, at] = /^([^@]+)@([^@]+)$/.exec(text) ?? []
  if (name === undefined || !form.safeParse(at).success) throw new CommandError(`"${text}" is not of the form payment@1.2.0`)
  return [moduleName(name), at ?? '']
}

/** `payment@1.2.0`. */
export const moduleVersion = (text: string) => moduleAt(text, Version)

/** `payment@1.2.0`, `payment@^1.2`, `payment@stable` or `payment@inherit`. */
export const moduleSelector = (text: string) => moduleAt(text, Selector)

/** A tenant by its host name, or in the demo by the part before `.localhost`. */
export const tenantHost = (text: string): string => (text.includes('.') ? text.toLowerCase() : `${text.toLowerCase()}.localhost`)

/** `group:alpha`, `host:costaverde,islandcars` or both, `group:alpha,host:norte`: what stands without a word is of the kind before it. */
export function planWave(text: string): PlanWave {
  const wave: PlanWave = { groups: [], hosts: [] }
  let kind = ''
  for (const part of text.split(',')) {
    const [, word, name = ''] = /^(?:(group|host):)?(.+)$/.exec(part.trim()) ?? []
    kind = word ?? kind
    if (kind === 'host') wave.hosts.push(tenantHost(name))
    else if (kind === 'group' && TenantGroup.safeParse(name).success) wave.groups.push(name)
    else throw new CommandError(`"${text}" is not of the form group:alpha or host:costaverde,islandcars`)
  }
  return wave
}

/** A number of a revision; `undefined` when it was left out. */
export function revision(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new CommandError(`"${text}" is no revision`)
  return Number(text)
}

/** A number; `undefined` when it was left out. */
export function amount(text: string | undefined, what: string, largest: number): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(text) || value > largest) throw new CommandError(`--${what} must be a number up to ${largest}`)
  return value
}

/** `staff:100`, `language=pt,device=phone:20`, `source=broker:20`. */
function cohortRule(text: string): ReleaseChange['cohorts'][number] {
  const [, conditions = '', percent] = /^([^:]+):([\d.]+)$/.exec(text) ?? []
  const wrong = () => new CommandError(`"${text}" is not of the form staff:100, source=broker:20 or language=pt,device=phone:20`)
  if (percent === undefined) throw wrong()
  const parts = conditions.split(',').map((part) => part.split('='))
  const of = (name: string): string[] => parts.flatMap(([key, value]) => (key === name && value !== undefined ? [value] : []))
  const devices = of('device').flatMap((value) => deviceClasses.find((device) => device === value) ?? [])
  const languages = of('language')
  const sources = of('source')
  const staff = parts.some(([key, value]) => key === 'staff' && value === undefined)
  if (languages.length + devices.length + sources.length + Number(staff) !== parts.length) throw wrong()
  const when = { ...(languages.length > 0 && { languages }), ...(devices.length > 0 && { devices }), ...(staff && { staff }), ...(sources.length > 0 && { sources }) }
  return { when, percent: amount(percent, 'rule', 100) ?? 0 }
}

export type SettingValue = string | number | boolean

/** `driver.usualAge=40` or, for the default, `driver.usualAge=`. */
export function settingAssignment(text: string): { readonly module: string; readonly name: string; readonly value: SettingValue | null } {
  const [, module, name, value] = /^([\w-]+)\.([a-z]\w*)=(.*)$/.exec(text) ?? []
  if (module === undefined || name === undefined || value === undefined) throw new CommandError(`"${text}" is not of the form driver.usualAge=40`)
  return { module: moduleName(module), name, value: value === '' ? null : settingValue(value) }
}

/** A number, `true` or `false`; everything else is a text. The registry refuses what the setting is not. */
function settingValue(text: string): SettingValue {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

function settingsOf(assignments: readonly string[]): ReleaseChange['settings'] {
  const settings: ReleaseChange['settings'] = {}
  for (const { module, name, value } of assignments.map(settingAssignment)) settings[module] = { ...settings[module], ...(value !== null && { [name]: value }) }
  return settings
}

/** What a command line says of a change of releases, beside the versions. */
export interface ChangeOptions {
  readonly percent: string | undefined
  readonly rule: readonly string[]
  readonly setting: readonly string[]
  readonly at: string | undefined
  readonly emergency: boolean
  readonly reason: string
}

/** The body of a change of releases: versions or selectors such as `payment@^1.2`, for everybody or for some. */
export function releaseChange(choice: readonly string[], { percent: text, rule, at, reason, setting, emergency }: ChangeOptions) {
  if (choice.length === 0) throw new CommandError('Say which versions: rollout set <tenant> payment@1.2.0')
  const cohorts = rule.map(cohortRule)
  const percent = amount(text, 'percent', 100) ?? (cohorts.length > 0 ? 0 : undefined)
  return {
    change: { modules: Object.fromEntries(choice.map(moduleSelector)), settings: settingsOf(setting), cohorts, ...(percent !== undefined && { percent }), ...(emergency && { emergency }) },
    reason, ...(at !== undefined && { at }),
  }
}

/** An instant as somebody types it; a day alone means its end. */
export function instant(text: string): string {
  const at = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59Z` : text)
  if (Number.isNaN(at.getTime())) throw new CommandError(`"${text}" is no day like 2027-01-31`)
  return at.toISOString()
}
