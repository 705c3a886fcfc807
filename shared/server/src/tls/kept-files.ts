import { readFileSync, statSync } from 'node:fs'
import { SettingsError } from '../settings.ts'

/** What was made of files, and anew when they change. */
export interface KeptFiles<Value> {
  /** What holds now. */
  readonly current: () => Value
  /** Whether the files changed to something that cannot be used, so that what was there before still holds. */
  readonly isStale: () => boolean
}

/** How often a change is looked for at most, in milliseconds. */
const lookAfterMs = 1000

const known = new Map<string, KeptFiles<unknown>>()

const stampOf = (files: readonly string[]): string => files.map((file) => {
  const { mtimeMs, size, ino } = statSync(file)
  return `${ino} ${size} ${mtimeMs}`
}).join(', ')

/**
 * Reads files whose content is renewed while the process runs, as certificates and their keys are: `read` makes of all their texts one value, or throws. A pair that is only half
 * renewed, or gone, leaves what was there before. One reading for all who name the same files.
 * @throws SettingsError with `setting` where they cannot be used at first.
 */
export function keptFiles<Value>(setting: string, files: readonly string[], read: (texts: readonly string[]) => Value): KeptFiles<Value> {
  const name = [setting, ...files].join('\n')
  const before = known.get(name) as KeptFiles<Value> | undefined
  if (before) return before
  let [stamp, lookedAt, isStale] = ['', performance.now(), false]
  const readAll = (): Value => {
    stamp = stampOf(files)
    return read(files.map((file) => readFileSync(file, 'utf8')))
  }
  let value: Value
  try {
    value = readAll()
  } catch (error) {
    throw error instanceof SettingsError ? error : new SettingsError(new Map([[setting, 'is no file (PEM) that can be used']]))
  }
  const look = (): void => {
    if (performance.now() - lookedAt < lookAfterMs) return
    lookedAt = performance.now()
    try {
      if (!isStale && stampOf(files) === stamp) return
      value = readAll()
      isStale = false
    } catch {
      isStale = true
    }
  }
  const kept: KeptFiles<Value> = { current: () => { look(); return value }, isStale: () => { look(); return isStale } }
  known.set(name, kept)
  return kept
}
