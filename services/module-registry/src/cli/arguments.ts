import { parseArgs } from 'node:util'
import { Selector, type ReleaseChange } from '@checkin/registry'
import { deviceClasses, ReleasableName, Version } from '@checkin/releases'
import { CommandError } from './output.ts'

/** What `rollout` can do. */
export const usage = `rollout publish <module dir> [--version 1.2.0]
rollout list
rollout status [<tenant>]
rollout why <tenant> [--session <id>] [--language pt] [--device phone|tablet|desktop] [--staff] [--source broker]
rollout set <tenant|--all> payment@1.2.0 [offers@^1.1 …] [--setting driver.usualAge=40 …] [--percent 10] [--rule staff:100 --rule source=broker:20 …] [--at 2026-12-01T03:00] [--dry-run] [--reason "…"]
rollout back <tenant> [--to <revision>] [--reason "…"]
rollout kill payment@1.2.0 [--reason "…"]
rollout changes [--everything] | approve <change> | reject <change> [--reason "…"]
rollout plan <file.json> | plans | pause <plan> | resume <plan> | abort <plan>
rollout freeze [<tenant|--all>] [--from 2026-12-24T18:00] [--until …] [--weekly --from "fri 18:00" --until "mon 06:00"] [--reason "…"]
rollout unfreeze <tenant|--all>
rollout preview <tenant> payment@1.3.0 [--hours 4] | preview <tenant> --staff
rollout label payment@1.4.0 stable | default payment@stable
rollout tenant <tenant> [--zone Europe/Lisbon] [--protect yes|no] [--rehearsed yes|no]
rollout settings <tenant> [driver.usualAge=40 …] [--reason "…"]
rollout health [<tenant>] [--minutes 60] | errors [<tenant>] [--module payment] [--limit 100] | live [--minutes 5]
rollout levels [--minutes 360]
rollout trace K7QF-2M9X [--preview [--hours 4]]
rollout audit [--limit 100]
rollout token new --label <name> --role publisher|operator|approver|viewer [--for <person>] [--module payment] [--tenant <tenant> …] [--expires 2027-01-31] [--hash <hash>]
rollout token list | make | revoke <label> | narrow <label> [--tenant <tenant> …] [--expires <day>] | replace <label> [--hash <hash>]
rollout key list | set <module> <file.pem> | revoke <module> <key>
rollout installation first-approver --operator <person> --approver <person>`

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

const options = {
  version: { type: 'string' }, reason: { type: 'string', default: '' }, to: { type: 'string' }, all: { type: 'boolean', default: false },
  limit: { type: 'string', default: '100' }, label: { type: 'string' }, role: { type: 'string' }, module: { type: 'string' }, tenant: { type: 'string', multiple: true },
  percent: { type: 'string' }, rule: { type: 'string', multiple: true }, at: { type: 'string' }, 'dry-run': { type: 'boolean', default: false },
  session: { type: 'string' }, language: { type: 'string' }, device: { type: 'string' }, staff: { type: 'boolean', default: false }, source: { type: 'string' },
  from: { type: 'string' }, until: { type: 'string' }, weekly: { type: 'boolean' }, hours: { type: 'string' }, zone: { type: 'string' }, protect: { type: 'string' }, rehearsed: { type: 'string' },
  minutes: { type: 'string' }, setting: { type: 'string', multiple: true }, everything: { type: 'boolean', default: false }, preview: { type: 'boolean', default: false },
  for: { type: 'string' }, expires: { type: 'string' }, hash: { type: 'string' }, operator: { type: 'string' }, approver: { type: 'string' },
} as const

/** A hash may begin with a hyphen, which would pass for another option. */
const withHashes = (args: readonly string[]): string[] => args.flatMap((arg, at) => (args[at - 1] === '--hash' ? [] : arg === '--hash' && at + 1 < args.length ? [`--hash=${args[at + 1] ?? ''}`] : [arg]))

export function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: withHashes(args), options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

export type Values = ReturnType<typeof readArguments>['values']

/** An argument that a command cannot do without. */
export function needed(value: string | undefined, what: string): string {
  if (value === undefined) throw new CommandError(`The ${what} is missing.\n\n${usage}`)
  return value
}

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

/** The body of a change of releases: versions or selectors such as `payment@^1.2`, for everybody or for some. */
export function releaseChange(choice: readonly string[], { percent: text, rule = [], at, reason, setting = [] }: Values) {
  if (choice.length === 0) throw new CommandError('Say which versions: rollout set <tenant> payment@1.2.0')
  const cohorts = rule.map(cohortRule)
  const percent = amount(text, 'percent', 100) ?? (cohorts.length > 0 ? 0 : undefined)
  return {
    change: { modules: Object.fromEntries(choice.map(moduleSelector)), settings: settingsOf(setting), cohorts, ...(percent !== undefined && { percent }) },
    reason, ...(at !== undefined && { at }),
  }
}
