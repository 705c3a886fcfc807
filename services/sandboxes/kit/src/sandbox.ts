import { createService, ServiceError, type Service, type ServiceOptions } from '@checkin/server'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { createJobs, type Jobs, type JobsOptions } from './jobs.ts'
import type { SandboxSettings } from './settings.ts'
import { openStore, type SandboxStore } from './store.ts'

export interface SandboxOptions<Work> extends Pick<JobsOptions<Work>, 'perform' | 'retryDelays'> {
  /** Of the service, as `sandbox-card`. */
  readonly name: string
  readonly settings: SandboxSettings
  readonly setUp?: Parameters<typeof openStore>[1]
  readonly log?: ServiceOptions['log']
}

/** What every provider sandbox is made of. */
export interface Sandbox<Work, Values extends object> {
  readonly service: Service
  readonly store: SandboxStore<Work, Values>
  /** Milliseconds; the clock can be moved on. */
  readonly now: () => number
  readonly jobs: Jobs<Work>
  /** Adds routes with parsers, hooks and errors of their own. */
  readonly routes: (add: (scope: FastifyInstance) => void) => void
  /** Adds controls for tests and demos below `/admin/`, from this machine only and never from a web page. */
  readonly admin: (add: (scope: FastifyInstance) => void) => void
}

const Clock = z.object({ advanceMs: z.number().int().min(0).max(400 * 86_400_000) })
const loopback: readonly string[] = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/** Opens a sandbox with its memory and starts what is left to do; stopping the service stops both. */
export function openSandbox<Work, Values extends object>({ name, settings, setUp, log, perform, retryDelays }: SandboxOptions<Work>): Sandbox<Work, Values> {
  const service = createService({ name, ...(log && { log }) })
  const store = openStore<Work, Values>(settings.file, setUp)
  let offset = store.clockOffset()
  const now = (): number => Date.now() + offset
  const jobs = createJobs<Work>({ store, now, perform, retryDelays, delayScale: settings.delayScale })
  service.onStop(store.close)
  service.onStop(jobs.stop)
  const routes: Sandbox<Work, Values>['routes'] = (add) => { void service.app.register(async (scope) => { add(scope) }) }
  return {
    service, store, now, jobs, routes,
    admin: (add) => {
      routes((scope) => {
        scope.addHook('onRequest', async (request) => {
          const { origin, 'sec-fetch-site': page } = request.headers
          if (!loopback.includes(request.ip) || origin !== undefined || page !== undefined) throw new ServiceError(403, 'Forbidden', 'Only programs of this machine')
        })
        /** Moves the provider's clock on and does what became due. */
        scope.post('/admin/clock', async (request) => {
          offset += Clock.parse(request.body).advanceMs
          store.keepClockOffset(offset)
          await jobs.flush()
          return { done: true, now: new Date(now()).toISOString() }
        })
        add(scope)
      })
    },
  }
}
