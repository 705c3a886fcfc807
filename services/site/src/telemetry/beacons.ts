import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Counter } from 'prom-client'
import { parseJson } from '@checkin/http'
import { routes } from '@checkin/routes'
import { requestHost } from '@checkin/server'
import type { ReleaseSet } from '@checkin/releases'
import { readPageReport, type PageReport, type VitalName } from '@checkin/telemetry'
import { type Reporter, type ReportOrigin, shellIn, versionIn } from './reporter.ts'
import { isRobot } from './witnesses.ts'

export interface BeaconDependencies {
  readonly counter: Counter<'tenant' | 'module' | 'version' | 'phase' | 'outcome'>
  readonly isTenant: (host: string) => boolean
  /** The release that a request's session is pinned to, by its sealed cookie; null when it is pinned to none or is a preview. */
  readonly pinnedRelease: (request: FastifyRequest, host: string) => { readonly session: string; readonly set: ReleaseSet } | null
  /** Whether any set that is served or pinned has this version: a last good version may be of another set, an invented one is of none. */
  readonly isKnown: (module: string, version: string) => boolean
  readonly reporter: Reporter
  /** The client's address: one network alone can't roll a version back. */
  readonly address: (request: FastifyRequest) => string
}

/**
 * `POST /beacon`: counted per module version and tenant. `POST /beacon/script`: scripts run in this page, whatever becomes of the shell.
 * A report that can't be read is dropped: reporting never disturbs a renter. Nothing is counted or stored without a visit that this server pinned,
 * a version that some set has, and an allowance (DEC-156).
 */
export function beaconRoute(app: FastifyInstance, { counter, isTenant, pinnedRelease, isKnown, reporter, address }: BeaconDependencies): void {
  const sender = (request: FastifyRequest): From | null => {
    const host = requestHost(request)
    const pinned = isTenant(host) && !isRobot(request.headers['user-agent']) ? pinnedRelease(request, host) : null
    const from = pinned && { ...pinned, host, address: address(request), now: Date.now() }
    return from && reporter.takes(from) ? from : null
  }

  app.post('/beacon/script', { bodyLimit: 1024 }, async (request, reply) => {
    const from = sender(request)
    if (from) reporter.scriptRan(shellIn(from.set, from))
    return reply.code(204).send()
  })

  app.post('/beacon', { bodyLimit: 8 * 1024 }, async (request, reply) => {
    const from = sender(request)
    const report = from && readPageReport(parseJson(typeof request.body === 'string' ? request.body : JSON.stringify(request.body)), (name) => hasScreen(from.set, name))
    if (!from || !report) return reply.code(204).send()
    const { module, version, phase } = report
    if (phase !== 'vitals' && phase !== 'stack' && isKnown(module, version)) counter.inc({ tenant: from.host, module, version, phase, outcome: report.outcome })
    record(reporter, report, from)
    return reply.code(204).send()
  })
}

/** Whether a page of the set may show a screen: its own, or one of the flow's contract, whose module may be the last good version of another set. */
const hasScreen = (set: ReleaseSet, name: string): boolean => routes.some((row) => row.name === name) || Object.values(set.modules).some(({ steps }) => steps.includes(name))

/** A report of a page of this set. */
interface From extends ReportOrigin {
  readonly set: ReleaseSet
  readonly host: string
}

/** Only what a session can know counts: the versions of its own set. Its fallbacks are no fair sample of any version. */
function record(reporter: Reporter, report: PageReport, from: From): void {
  const { session, set, host, now } = from
  const { module, version } = report
  const shell = shellIn(set, from)
  reporter.alive(shell, now)
  // Found again by its code whichever version it was: the last good one may be of another set.
  if ('trace' in report) {
    const { phase, reason = '', step = '', trace: code } = report
    reporter.traced({ code, host, setId: set.id, module, version, phase, reason, step }, from)
  }
  const of = versionIn(set, { session, host, module })
  if (of?.version !== version) return
  if (report.phase === 'vitals') {
    for (const [name, value] of Object.entries(report.values)) reporter.measured(of, name as VitalName, value)
    return
  }
  if (report.phase === 'stack') return reporter.stacked(of, report.frames, from)
  switch (report.outcome) {
    case 'ok': return reporter.started(of, from)
    case 'failed': return reporter.failed(of, { phase: report.phase, reason: report.reason ?? '', step: report.step ?? '' }, from)
    case 'reached': return reporter.reached(of, report.step, shell, from)
    case 'alive': return reporter.answered(of)
    case 'left': return reporter.left(of, report.step, shell, now)
    // A fallback, a second attempt or a missing screen is reported for the metrics, and for the code.
    case 'retried': case 'last-good': case 'absent': return
  }
}
