import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { repeat } from '@checkin/server'

export interface PolledSource<Value> {
  /** The last good answer; null until there was one. */
  readonly current: () => Value | null
  /** Asks once, now. False when the answer could not be had or was refused; the last good one stays. */
  readonly refresh: () => Promise<boolean>
  readonly stop: () => void
}

export interface PolledSourceOptions<Value> {
  /** File of the last good answer: a restart needs nobody else. */
  readonly file: string
  readonly everyMs: number
  /** Asks for a newer answer; null when nothing changed. */
  readonly fetchText: (current: Value | null) => Promise<string | null>
  /** Checks and reads an answer, or what was kept of one; throws when it must not be used. */
  readonly read: (text: string, current: Value | null, origin: 'answer' | 'file') => Value
  /** Called when asking begins to fail, and when it works again; never once per poll. */
  readonly onHealth: (healthy: boolean, reason?: string) => void
}

/** Keeps the newest good answer of another service in memory and on disk, so that this one never waits for it. */
export async function polledSource<Value>(options: PolledSourceOptions<Value>): Promise<PolledSource<Value>> {
  let value: Value | null = null
  let healthy = true

  try {
    value = options.read(await readFile(options.file, 'utf8'), null, 'file')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) options.onHealth(false, `the kept answer is unusable: ${String(error)}`)
  }

  const ask = async (): Promise<boolean> => {
    try {
      const text = await options.fetchText(value)
      if (text !== null) {
        value = options.read(text, value, 'answer')
        await keep(options.file, text)
      }
      if (!healthy) options.onHealth(true)
      healthy = true
      return true
    } catch (error) {
      if (healthy) options.onHealth(false, String(error))
      healthy = false
      return false
    }
  }
  const { run: refresh, stop } = repeat(ask, options.everyMs)
  await refresh()
  return { current: () => value, refresh, stop }
}

/** Written beside and renamed, so that a crash leaves the old file or the new one. */
async function keep(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
