import type { Logger } from './registry.ts'

export interface Ticker {
  /** Runs once, now; a run that is on is joined. */
  readonly tick: () => Promise<void>
  readonly stop: () => void
}

/** Does work again and again, never twice at the same moment. A run that fails is told once and tried again. */
export function ticker(work: () => Promise<void>, everyMs: number, log: Logger): Ticker {
  let running: Promise<void> | null = null
  let healthy = true
  const tick = (): Promise<void> => (running ??= work().then(() => { healthy = true }).finally(() => { running = null }))
  const timer = setInterval(() => {
    tick().catch((error: unknown) => {
      if (healthy) log.error({ err: error }, 'schedules and plans do not run')
      healthy = false
    })
  }, everyMs)
  timer.unref()
  return { tick, stop: () => { clearInterval(timer) } }
}
