import { describe, expect, it } from 'vitest'
import { aSet } from '../../test/release.fixture.ts'
import { contentSecurityPolicy, pageHeaders } from './csp.ts'
import { trustedTypesOf } from './page-data.ts'

const policy = (kind: 'plain' | 'payment'): string =>
  contentSecurityPolicy({ kind, trustedTypes: ['checkin-loader', 'mfe_offers_1_0_0'], scriptHashes: [], providerOrigins: ['https://pay.example'] })

describe('the Content-Security-Policy', () => {
  it('never allows inline scripts or eval (SEC-22)', () => {
    for (const kind of ['plain', 'payment'] as const) {
      expect(policy(kind)).toMatch(/script-src 'self'[^;]*;/)
      expect(/script-src ([^;]*)/.exec(policy(kind))?.[1]).not.toMatch(/unsafe/)
    }
  })

  it('asks for no connection to another browser, on every page (SEC-22)', () => {
    for (const kind of ['plain', 'payment'] as const) expect(policy(kind)).toContain("; webrtc 'block';")
  })

  it('asks browsers of every kind to report what it refused (DEC-341)', () => {
    for (const kind of ['plain', 'payment'] as const) expect(policy(kind)).toMatch(/; report-uri \/beacon\/policy; report-to policy$/)
    expect(pageHeaders['reporting-endpoints']).toBe('policy="/beacon/policy"')
  })

  it('lets the payment provider in on payment pages only', () => {
    expect(policy('plain')).not.toContain('pay.example')
    for (const directive of ['script-src', 'frame-src', 'connect-src']) expect(policy('payment')).toMatch(new RegExp(`${directive} [^;]*https://pay\\.example`))
  })

  it('lets the page of a ticket that its device keeps start a worker, by a policy that no other page has (DEC-225)', () => {
    const ticket = contentSecurityPolicy({ kind: 'plain', worker: 'checkin-ticket-worker', trustedTypes: ['checkin-loader'], scriptHashes: [], providerOrigins: [] })
    expect([ticket.includes("worker-src 'self'"), ticket.includes('trusted-types checkin-loader checkin-ticket-worker')]).toEqual([true, true])
    expect(policy('plain')).not.toMatch(/worker-src|checkin-ticket-worker/)
  })

  it('names the only Trusted Types policies that may exist', () => {
    expect(policy('plain')).toContain('trusted-types checkin-loader mfe_offers_1_0_0')
    expect(policy('plain')).toContain("require-trusted-types-for 'script'")
  })

  it('names none of a module that the page does not run: it would be open to any script (SEC-21)', () => {
    const [set, before] = [aSet(2, '1.1.0'), aSet(1, '1.0.0')]
    const [withdrawn = ''] = Object.keys(set.modules)
    const { [withdrawn]: gone, ...modules } = set.modules
    expect(trustedTypesOf(set, before)).toEqual(expect.arrayContaining([gone?.uniqueName, before.modules[withdrawn]?.uniqueName]))
    expect(trustedTypesOf({ ...set, modules }, before)).not.toContain(before.modules[withdrawn]?.uniqueName)
  })
})
