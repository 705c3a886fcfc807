import { EventEmitter } from 'node:events'
import pg from 'pg'
import { startService } from '../../src/start-service.ts'

/** The mistake that the run with the database as victim must be able to see: nobody listens to connections that end while they are in use. */
Object.defineProperty(pg.Pool.prototype, 'on', {
  value(this: EventEmitter, event: string, listener: (...values: unknown[]) => void): EventEmitter {
    return event === 'connect' ? this : EventEmitter.prototype.on.call(this, event, listener) as EventEmitter
  },
})

await startService()
