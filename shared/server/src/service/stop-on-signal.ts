import type { FastifyBaseLogger } from 'fastify'

export interface StopOptions {
  readonly log: FastifyBaseLogger
  /** Milliseconds after which the process ends whatever is still open. */
  readonly mostMs: number
}

/** On SIGTERM or SIGINT answers what is under way, closes what is open and ends the process in time. A second signal ends it at once. Answers what takes the signals' listeners away. */
export function stopOnSignal(stop: () => Promise<void>, { log, mostMs }: StopOptions): () => void {
  let asked = false
  const end = (signal: NodeJS.Signals) => {
    if (asked) process.exit(1)
    asked = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error({ mostMs }, 'stopping took too long')
      process.exit(1)
    }, mostMs).unref()
    stop().then(() => process.exit(0), (error: unknown) => {
      log.error({ err: error }, 'stopping failed')
      process.exit(1)
    })
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  if (process.env['CHECKIN_STOP_WITH_PARENT'] === '1') endWithParent(end)
  return () => {
    process.off('SIGTERM', end)
    process.off('SIGINT', end)
  }
}

const lookAtParentEveryMs = 1000

/** A service that was started by the demo must not outlive it, even when the demo was killed and could say nothing. */
function endWithParent(end: (signal: NodeJS.Signals) => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    end('SIGTERM')
  }, lookAtParentEveryMs)
  timer.unref()
}
