import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Counter } from 'prom-client'
import * as z from 'zod'
import { requestHost } from '@checkin/server'
import { Version, type ReleaseSet } from '@checkin/releases'
import { supportCodePattern } from '@checkin/releases/support-code'
import type { Reporter, VitalName } from './reporter.ts'

const Target = {
  module: z.string().regex(/^(shell|mfe-[a-z0-9-]{1,40})$/),
  version: z.string().regex(/^[\w.-]{1,40}$/),
  /** Name of the screen that was shown. */
  step: z.string().regex(/^[a-z0-9-]{1,40}$/).optional(),
}

/** What a page reports about a module version; nothing personal, every value from a closed set or bounded. */
const Outcome = z.strictObject({
  ...Target,
  phase: z.enum(['load', 'init', 'render', 'step', 'unhandled']),
  outcome: z.enum(['ok', 'retried', 'last-good', 'failed', 'absent']),
  reason: z.string().max(60).regex(/^[\w .:-]*$/).optional(),
  /** The code for support that the renter sees. */
  trace: z.string().regex(supportCodePattern).optional(),
})
/** Milliseconds; layout shift in thousandths. */
const Vitals = z.strictObject({
  ...Target,
  phase: z.literal('vitals'),
  values: z.partialRecord(z.enum(['load', 'lcp', 'inp', 'cls']), z.number().min(0).max(600_000)),
})
/** A visit came to a screen, or went on from it. */
const Passage = z.strictObject({ ...Target, step: Target.step.unwrap(), phase: z.literal('step'), outcome: z.enum(['reached', 'left']) })
const Beacon = z.union([Outcome, Vitals, Passage])

export interface BeaconDependencies {
  readonly counter: Counter<'tenant' | 'module' | 'version' | 'phase' | 'outcome'>
  readonly isTenant: (host: string) => boolean
  /** The set that a request's visit really holds, by its sealed cookie; null when it holds none or is a preview. */
  readonly heldSet: (request: FastifyRequest, host: string) => { readonly visit: string; readonly set: ReleaseSet } | null
  readonly reporter: Reporter
  /** The client's address: one alone can't take a version back. */
  readonly address: (request: FastifyRequest) => string
}

/** `POST /beacon`: counted per module version and tenant. A report that can't be read is dropped: reporting never disturbs a renter. */
export function beaconRoute(app: FastifyInstance, { counter, isTenant, heldSet, reporter, address }: BeaconDependencies): void {
  app.post('/beacon', { bodyLimit: 8 * 1024 }, async (request, reply) => {
    const text = typeof request.body === 'string' ? request.body : JSON.stringify(request.body)
    const beacon = Beacon.safeParse(readJson(text))
    const host = requestHost(request)
    if (!beacon.success || !isTenant(host)) return reply.code(204).send()
    const { module, version } = beacon.data
    if (beacon.data.phase !== 'vitals') counter.inc({ tenant: host, module, version, phase: beacon.data.phase, outcome: beacon.data.outcome })
    const held = heldSet(request, host)
    if (held) hear(reporter, address(request), beacon.data, { visit: held.visit, host, module, version }, held.set)
    return reply.code(204).send()
  })
}

/** Only what a visit can know counts: the versions of the set that it holds. Its fallbacks are no fair trial of any version. */
function hear(reporter: Reporter, address: string, beacon: z.infer<typeof Beacon>, report: { visit: string; host: string; module: string; version: string }, set: ReleaseSet): void {
  const now = Date.now()
  const { visit, host, module, version } = report
  reporter.alive({ visit, host, module: 'shell', version: set.shell.version }, now)
  // Found again by its code whichever version it was: the last good one may be of another set.
  if ('trace' in beacon && beacon.trace !== undefined && Version.safeParse(version).success) {
    const { phase, reason = '', step = '', trace: code } = beacon
    reporter.traced({ code, host, setId: set.id, module, version, phase, reason, step }, { visit, address, now })
  }
  const own = module === 'shell' ? set.shell.version : set.modules[module]?.version
  if (own !== version) return
  if (beacon.phase === 'vitals') {
    for (const [name, value] of Object.entries(beacon.values)) reporter.measured(report, name as VitalName, value)
  } else if (beacon.outcome === 'reached' || beacon.outcome === 'left') {
    reporter.passed(report, beacon.step, beacon.outcome)
  } else if (beacon.outcome === 'failed') {
    if (beacon.step !== undefined) reporter.passed(report, beacon.step, 'failed')
    reporter.failed(report, { phase: beacon.phase, reason: beacon.reason ?? '', step: beacon.step ?? '' }, address, now)
  } else if (beacon.outcome === 'ok') {
    reporter.started(report, now)
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
