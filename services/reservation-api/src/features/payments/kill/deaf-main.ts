import { EventEmitter } from 'node:events'
import pg from 'pg'
import { startService } from '../../../start-service.ts'

/** The mistake that the run with the database as victim must be able to see: nobody listens to connections that end while they are in use. */
pg.Pool.prototype.on = function on(this: pg.Pool, event: string, listener: (...values: unknown[]) => void) {
  return event === 'connect' ? this : EventEmitter.prototype.on.call(this, event, listener) as pg.Pool
} as typeof pg.Pool.prototype.on

await startService()
