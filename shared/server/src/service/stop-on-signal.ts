import type { FastifyBaseLogger } from 'fastify'

/** On SIGTERM or SIGINT answers what is under way, closes what is open and ends the process. A second signal ends it at once. */
export function stopOnSignal(stop: () => Promise<void>, log: FastifyBaseLogger): void {
  let asked = false
  const end = (signal: NodeJS.Signals) => {
    if (asked) process.exit(1)
    asked = true
    log.info({ signal }, 'stopping')
    stop().then(() => process.exit(0), (error: unknown) => {
      log.error({ err: error }, 'stopping failed')
      process.exit(1)
    })
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}
