import { parseArgs } from 'node:util'
import { deviceClasses } from '@checkin/releases'
import { CommandError } from './command-error.ts'
import { settingWish } from './settings-commands.ts'
import type { SetWish } from './tenant-commands.ts'
import { usage } from './usage.ts'

const options = {
  version: { type: 'string' }, reason: { type: 'string', default: '' }, to: { type: 'string' }, all: { type: 'boolean', default: false },
  limit: { type: 'string', default: '100' }, label: { type: 'string' }, role: { type: 'string' }, module: { type: 'string' }, tenant: { type: 'string', multiple: true },
  percent: { type: 'string' }, rule: { type: 'string', multiple: true }, at: { type: 'string' }, 'dry-run': { type: 'boolean', default: false },
  session: { type: 'string' }, language: { type: 'string' }, device: { type: 'string' }, staff: { type: 'boolean', default: false }, source: { type: 'string' },
  from: { type: 'string' }, until: { type: 'string' }, weekly: { type: 'boolean' }, hours: { type: 'string' }, zone: { type: 'string' }, protect: { type: 'string' }, rehearsed: { type: 'string' },
  minutes: { type: 'string' }, setting: { type: 'string', multiple: true }, everything: { type: 'boolean', default: false }, preview: { type: 'boolean', default: false },
  for: { type: 'string' }, expires: { type: 'string' }, hash: { type: 'string' }, operator: { type: 'string' }, approver: { type: 'string' },
} as const

export function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

export type Values = ReturnType<typeof readArguments>['values']

/** A word that a command can't do without. */
export function needed(value: string | undefined, what: string): string {
  if (value === undefined) throw new CommandError(`The ${what} is missing.\n\n${usage}`)
  return value
}

export function revision(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new CommandError(`"${text}" is no revision`)
  return Number(text)
}

/** A number of something; `undefined` when it was not given. */
export function amount(text: string | undefined, what: string, largest: number): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(text) || value > largest) throw new CommandError(`--${what} must be a number up to ${largest}`)
  return value
}

/** `staff:100`, `language=pt,device=phone:20`, `source=broker:20`. */
function cohortRule(text: string): SetWish['cohorts'][number] {
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

export const setWish = (choice: readonly string[], { percent, rule = [], at, reason, setting = [] }: Values): SetWish =>
  ({ choice, percent: amount(percent, 'percent', 100), cohorts: rule.map(cohortRule), at, reason, settings: setting.map(settingWish) })
