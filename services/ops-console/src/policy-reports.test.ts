import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Service } from '@checkin/server'
import { policyReportPath } from '@checkin/server/policy-reports'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { consoleService } from './app.ts'
import { testSettings } from '../test/test-settings.fixture.ts'

const name = 'ops.example'
let service: Service
let lines: string[]
const started = async (trustProxy: boolean): Promise<void> => {
  lines = []
  const pages = mkdtempSync(join(tmpdir(), 'console-'))
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Control room</title>')
  service = await consoleService(
    testSettings(pages, { names: [name], demo: false, trustProxy }),
    { registry: 'http://127.0.0.1:9', reservations: 'http://127.0.0.1:9' }, { level: 'info', destination: { write: (line) => { lines.push(line) } } },
  )
}
beforeEach(() => started(false))
afterEach(() => service.stop())

const send = async (headers: Readonly<Record<string, string>> = {}, host = name): Promise<number> => (await service.app.inject({
  method: 'POST', url: policyReportPath, headers: { host, 'content-type': 'application/csp-report', ...headers },
  payload: JSON.stringify({ 'csp-report': { 'document-uri': `https://${name}/reservations?reference=CV1001`, 'effective-directive': 'script-src-elem', 'blocked-uri': 'https://evil.example/x.js?token=secret' } }),
})).statusCode
const events = (): readonly unknown[] => lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line['event.name'] === 'console.policy.refused')

describe('what the policy of the console\'s pages refused, as browsers report it (DEC-349)', () => {
  it('is asked for by every page', async () => {
    const { headers } = await service.app.inject({ url: '/tenants', headers: { host: name } })
    expect(headers['content-security-policy']).toMatch(new RegExp(`; report-uri ${policyReportPath}; report-to policy$`))
    expect(headers['reporting-endpoints']).toBe(`policy="${policyReportPath}"`)
  })

  it('is counted and told by directive and kind, with nothing of the report', async () => {
    expect(await send()).toBe(204)
    expect(events()).toEqual([expect.objectContaining({ 'checkin.work': 'script-src-elem foreign', 'service.name': 'ops-console' })])
    expect(await service.metrics.metrics()).toMatch(/^checkin_policy_reports_total\{directive="script-src-elem",blocked="foreign"[^}]*\} 1$/m)
    expect(lines.join('')).not.toMatch(/evil\.example|secret|CV1001/)
  })

  it('is dropped when a page of another origin sent it, and refused by another name', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { origin: `http://${name}` }, { 'sec-fetch-site': 'cross-site' }]) expect(await send(headers)).toBe(204)
    expect(await send({}, 'evil.example')).toBe(421)
    expect(events()).toEqual([])
  })

  it('has an allowance for the network that a proxy in front names, and for one only where there is a proxy', async () => {
    for (let at = 0; at < 30; at += 1) await send({ 'x-forwarded-for': `198.51.${at}.1` })
    expect(events()).toHaveLength(20)
    await service.stop()
    await started(true)
    for (let at = 0; at < 30; at += 1) await send({ 'x-forwarded-for': `203.0.113.9, 198.51.${at}.1` })
    expect(events()).toHaveLength(30)
  })
})
