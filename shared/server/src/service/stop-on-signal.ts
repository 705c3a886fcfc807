import type { FastifyBaseLogger } from 'fastify'
import { stopWithParent } from './stop-with-parent.ts'

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
  stopWithParent(() => { end('SIGTERM') })
  return () => {
    process.off('SIGTERM', end)
    process.off('SIGINT', end)
  }
}
