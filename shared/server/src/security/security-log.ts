import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { networkOf, siteNetworkOf } from '../http/addresses.ts'
import { eventsOf, securityEventOf, type SecuritySeverity } from './security-events.ts'

const severityNumbers: Readonly<Record<SecuritySeverity, number>> = { info: 9, warn: 13, error: 17 }

/** Codes of refused calls, until the call has ended. */
const refusedWith = new WeakMap<FastifyRequest, string>()

/** Remembers what a call was refused with; whoever writes the one error body says so. */
export const rememberRefusal = (request: FastifyRequest, code: string): void => { refusedWith.set(request, code) }

/**
 * Writes a line for every call that is a security event (DEC-216), with attributes of OpenTelemetry's semantic conventions, and counts it by name. Of the call it
 * says the route's pattern, never what stood in its places, so no name, address, code or token can be in it; of the connection its network only. Answers how
 * the service tells of an event that no call is, and of which of its works, a word of the program; throws for one that is not its own.
 */
export function logSecurityEvents(app: FastifyInstance, { service, metrics }: { readonly service: string; readonly metrics: Registry }): (name: string, work?: string) => void {
  const counter = new Counter({ name: 'checkin_security_events_total', help: 'Security events by name (docs/security-events.md)', labelNames: ['event'], registers: [metrics] })
  // A series that is there from the start: the first event is an increase too.
  for (const { name } of eventsOf(service)) counter.inc({ event: name }, 0)
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions: { url: route = null } } = request
    const code = refusedWith.get(request) ?? null
    const event = securityEventOf({ service, method, route, status: reply.statusCode, code })
    if (event) {
      counter.inc({ event: event.name })
      const { tenant } = request as { readonly tenant?: { readonly id?: string } | null }
      // The application's own logger: a route that writes no line of its call still writes this one.
      app.log[event.severity]({
        'event.name': event.name, severityNumber: severityNumbers[event.severity], 'service.name': service, 'http.request.method': method, ...(route !== null && { 'http.route': route }),
        'http.response.status_code': reply.statusCode, ...(code !== null && { 'error.type': code }), 'network.peer.address': siteNetworkOf(request.ip) ?? networkOf(request.ip), requestId: request.id,
        ...(typeof tenant?.id === 'string' && { 'checkin.tenant.id': tenant.id }),
      }, 'security event')
    }
    done()
  })
  return (name, work) => {
    const event = eventsOf(service).find((each) => each.isWork && each.name === name)
    if (!event) throw new Error(`${service} has no security event ${name} of its own work`)
    counter.inc({ event: name })
    app.log[event.severity]({ 'event.name': name, severityNumber: severityNumbers[event.severity], 'service.name': service, ...(work !== undefined && { 'checkin.work': work }) }, 'security event')
  }
}
