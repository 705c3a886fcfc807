import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import * as z from 'zod'
import { networkOf, requestHost } from '../http/addresses.ts'
import { isForeignPage } from '../http/foreign-page.ts'
import { RateLimiter } from '../service/bounded.ts'

/** Where browsers send what the policy of a page refused, at the origin of that page. */
export const policyReportPath = '/beacon/policy'

/** What a page's policy says at its end, so that browsers report; those that know the second leave the first alone. */
export const reportDirectives = [['report-uri', [policyReportPath]], ['report-to', ['policy']]] as const
/** The header by which browsers know what the second means. */
export const reportingHeader = { 'reporting-endpoints': `policy="${policyReportPath}"` } as const

/** Directives of the policies that our servers send; everything else is `other`. */
const directives = new Set([
  'default-src', 'base-uri', 'object-src', 'frame-ancestors', 'form-action', 'connect-src', 'font-src', 'manifest-src', 'img-src', 'script-src', 'script-src-elem', 'script-src-attr', 'worker-src', 'style-src',
  'style-src-elem', 'style-src-attr', 'frame-src', 'webrtc', 'require-trusted-types-for', 'trusted-types',
])
/** What browsers write instead of an address. */
const kinds: ReadonlyMap<string, string> = new Map([
  ['inline', 'inline'], ['eval', 'eval'], ['wasm-eval', 'eval'], ['trusted-types-sink', 'trusted-types'], ['trusted-types-policy', 'trusted-types'], ['data', 'data'], ['blob', 'blob'],
])

/** Reports that one network may have read within ten minutes, and all together: what strangers send fills no log. */
const [mostPerNetwork, mostOfAll, mostInOne] = [20, 500, 20]

const text = z.string().max(4000).default('')
/** The form of `report-uri` (CSP 2), and that of the Reporting API (CSP 3). */
const Former = z.object({ 'csp-report': z.object({ 'effective-directive': text, 'violated-directive': text, 'blocked-uri': text }) })
const Present = z.array(z.object({ type: z.string(), body: z.unknown() })).max(100)
const PresentBody = z.object({ effectiveDirective: text, blockedURL: text })

/** A report as it is counted: of closed sets, so that no address, name or token can be in it. */
export interface PolicyReport {
  readonly directive: string
  /** What kind of thing was refused. */
  readonly blocked: string
}

const kindOf = (blocked: string, host: string): string => {
  const kind = kinds.get(blocked)
  if (kind !== undefined) return kind
  const url = URL.parse(blocked)
  if (!url) return 'other'
  if (url.protocol.endsWith('-extension:')) return 'extension'
  if (url.protocol === 'data:' || url.protocol === 'blob:') return url.protocol.slice(0, -1)
  if (!/^(https?|wss?):$/.test(url.protocol)) return 'other'
  return url.hostname === host ? 'own' : 'foreign'
}

/** The reports in a body, at most twenty; none of what cannot be read. */
export function readPolicyReports(body: unknown, host: string): readonly PolicyReport[] {
  const reportOf = (directive: string, blocked: string): PolicyReport => ({ directive: directives.has(directive) ? directive : 'other', blocked: kindOf(blocked, host) })
  const former = Former.safeParse(body).data?.['csp-report']
  if (former) return [reportOf(former['effective-directive'] || (former['violated-directive'].split(' ')[0] ?? ''), former['blocked-uri'])]
  return (Present.safeParse(body).data ?? []).filter(({ type }) => type === 'csp-violation').slice(0, mostInOne).flatMap((report) => {
    const found = PresentBody.safeParse(report.body).data
    return found ? [reportOf(found.effectiveDirective, found.blockedURL)] : []
  })
}

export interface PolicyReportOptions {
  readonly metrics: Registry
  readonly securityEvent: (name: string, work?: string) => void
  /** The event that a report is, by its name in the catalogue. */
  readonly event: 'page.policy.refused' | 'console.policy.refused'
  /** Whether pages of this server have that host name. */
  readonly isOwn: (host: string) => boolean
  readonly scheme: 'http' | 'https'
  /** The client's address, of which the network has an allowance. */
  readonly address: (request: FastifyRequest) => string
}

/** Pages that send no Referer report as `null` by the older form (Fetch, 3.2): then it is for `Sec-Fetch-Site` to say whose the page is. */
const isForeign = ({ headers: { origin, ...headers } }: FastifyRequest, scheme: 'http' | 'https'): boolean =>
  isForeignPage({ headers: { ...headers, ...(origin !== undefined && origin !== 'null' && { origin }) } }, scheme)

/**
 * Takes what browsers say that a page's Content-Security-Policy refused, in both forms (DEC-341). Counted by directive and kind and told as a security event; nothing of the
 * report is kept. Anybody can send one, so it moves nothing else, and a network and all together have an allowance; a page of another origin makes nobody's browser send one
 * (DEC-349). 204, whatever becomes of it.
 */
export function policyReportRoute(app: FastifyInstance, { metrics, securityEvent, event, isOwn, scheme, address }: PolicyReportOptions): void {
  const counter = new Counter({ name: 'checkin_policy_reports_total', help: 'What the Content-Security-Policy of pages refused, as browsers report it', labelNames: ['directive', 'blocked'], registers: [metrics] })
  const [network, all] = [new RateLimiter(mostPerNetwork), new RateLimiter(mostOfAll)]
  void app.register((scope, _options, done) => {
    // A text is no report: a page of another origin could send one without asking.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(['application/csp-report', 'application/reports+json'], { parseAs: 'string' }, (_request, body, parsed) => { parsed(null, body) })
    scope.post(policyReportPath, { bodyLimit: 16 * 1024 }, async (request, reply) => {
      const host = requestHost(request)
      const isTaken = isOwn(host) && !isForeign(request, scheme) && typeof request.body === 'string'
      for (const { directive, blocked } of isTaken ? readPolicyReports(readJson(request.body as string), host) : []) {
        const now = Date.now()
        if (!network.take(networkOf(address(request)), now) || !all.take('all', now)) break
        counter.inc({ directive, blocked })
        // Extensions of a browser are its user's own, and are refused day by day.
        if (blocked !== 'extension') securityEvent(event, `${directive} ${blocked}`)
      }
      return reply.code(204).send()
    })
    done()
  })
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
