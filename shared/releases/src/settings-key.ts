import { createHash } from 'node:crypto'
import type { SettingValues } from './module-settings.ts'
import { orderedJson } from './ordered-json.ts'

/** Tells sessions of one version apart by what was set of it (DEC-361): twelve hexadecimal digits, the same on every server, and empty where nothing was set. */
export const settingsKey = (values: SettingValues | undefined): string =>
  (values === undefined || Object.keys(values).length === 0 ? '' : createHash('sha256').update(orderedJson(values)).digest('hex').slice(0, 12))
