import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createService, type Service } from '../service/create-service.ts'
import { ServiceError } from '../service/error-body.ts'
import { eventsOf, type SecurityEvent, securityEvents } from './security-events.ts'
import { securityAlerts, securityEventsPage } from './security-pages.ts'

const personal = 'Mueller-Luedenscheidt'
const running: Service[] = []
afterEach(async () => { await Promise.all(running.splice(0).map((service) => service.stop())) })

/** A service of that name whose call ends as the event needs it; answers the lines with an event, and the metrics. */
async function emitted({ service: name, call = 'GET /some/:thing', refusedWith }: SecurityEvent, code = refusedWith?.[0]): Promise<{ lines: Record<string, unknown>[]; text: string; metrics: string }> {
  const written: string[] = []
  const service = createService({ name: name === 'any' ? 'site' : name, log: { level: 'info', destination: { write: (line) => { written.push(line) } } } })
  running.push(service)
  const [method = 'GET', url = '/'] = call.split(' ')
  service.app.route({
    method, url,
    handler: () => {
      if (code !== undefined) throw new ServiceError(403, code, `no ${personal}`, { data: { personal } })
      return { personal }
    },
  })
  const path = url.replace(/:\w+/g, personal)
  await service.app.inject({ method: method as 'GET', url: `${path}?mail=${personal}`, headers: { authorization: `Bearer ${personal}`, cookie: `a=${personal}` }, remoteAddress: '203.0.113.77' })
  const text = written.join('')
  return { lines: written.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => 'event.name' in line), text, metrics: await service.metrics.metrics() }
}

describe('a security event (DEC-216)', () => {
  it.each(securityEvents.filter(({ isWork }) => !isWork))('$name is written once and counted, and has nothing personal in it', async (event) => {
    const { lines, text, metrics } = await emitted(event)
    expect(lines).toMatchObject([{ 'event.name': event.name, 'http.response.status_code': event.refusedWith ? 403 : 200, 'network.peer.address': '203.0.113.0/24' }])
    expect(text).not.toContain(personal)
    expect(text).not.toContain('203.0.113.77')
    expect(metrics).toMatch(new RegExp(`checkin_security_events_total\\{event="${event.name.replaceAll('.', '\\.')}",service="[a-z-]+"\\} 1`))
  })

  it('of a service\'s own work is written and counted when it says so, and only its own (DEC-216)', async () => {
    const written: string[] = []
    const service = createService({ name: 'site', log: { level: 'info', destination: { write: (line) => { written.push(line) } } } })
    running.push(service)
    service.securityEvent('release.snapshot.refused')
    expect(written.map((line) => JSON.parse(line) as object)).toMatchObject([{ 'event.name': 'release.snapshot.refused', severityNumber: 17, 'service.name': 'site' }])
    expect(await service.metrics.metrics()).toContain('checkin_security_events_total{event="release.snapshot.refused",service="site"} 1')
    for (const other of ['version.killed', 'host.refused', 'invented']) expect(() => { service.securityEvent(other) }).toThrow(other)
  })

  it('is no call that ended in another way (DEC-216)', async () => {
    const [event] = securityEvents.filter(({ name }) => name === 'publisher.key.refused')
    expect((await emitted(event as SecurityEvent, 'VersionExists')).lines).toEqual([])
  })

  it('has a series from the start and no other, whatever is called (DEC-216)', async () => {
    const [event] = securityEvents
    const { metrics } = await emitted(event as SecurityEvent, 'NeverHeardOf')
    expect([...metrics.matchAll(/^checkin_security_events_total\{event="([^"]+)"/gm)].map(([, name]) => name)).toEqual(eventsOf('reservation-api').map(({ name }) => name))
  })
})

describe('the alarms (DEC-216)', () => {
  it('each name an event of the catalogue and the heading that says what to do', () => {
    const rules = securityAlerts().split('- alert: ').slice(1)
    const headings = new Set([...securityEventsPage().matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading.replaceAll('.', '')))
    expect(rules).toHaveLength(securityEvents.filter(({ alarmFrom }) => alarmFrom !== undefined).length)
    expect(new Set(rules.map((rule) => rule.split('\n', 1)[0])).size).toBe(rules.length)
    for (const rule of rules) {
      expect(securityEvents.map(({ name }) => name)).toContain(/event="([^"]+)"/.exec(rule)?.[1])
      expect([...headings]).toContain(/runbook: docs\/security-events\.md#(.+)/.exec(rule)?.[1])
    }
  })

  it('are written down as the catalogue has them', () => {
    const root = join(import.meta.dirname, '../../../..')
    expect(readFileSync(join(root, 'deploy/prometheus/security-alerts.yml'), 'utf8')).toBe(securityAlerts())
    expect(readFileSync(join(root, 'docs/security-events.md'), 'utf8')).toBe(securityEventsPage())
  })
})
