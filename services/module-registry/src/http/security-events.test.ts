import { endpoints } from '@checkin/registry/endpoints'
import { securityEvents } from '@checkin/server/security-events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicKeyOf } from '@checkin/releases/signing'
import { aModule, newKey, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { madeToken, operator } from '../test/test-tenants.ts'

let registry: TestRegistry
beforeAll(async () => { registry = await testRegistry() })
afterAll(() => registry.close())

/** How often each event happened so far. */
async function counts(): Promise<ReadonlyMap<string, number>> {
  return new Map([...(await registry.metrics()).matchAll(/^checkin_security_events_total\{event="([^"]+)"[^}]*\} (\d+)/gm)].map(([, name = '', count]) => [name, Number(count)]))
}

describe('security events of the registry (DEC-216)', () => {
  it('each name a call that is declared, or none, and a code that this call, any or every one may be refused with', () => {
    const declared = new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]))
    for (const { name, call, refusedWith } of securityEvents.filter(({ service }) => service === 'module-registry')) {
      const calls = call === undefined ? endpoints : [declared.get(call)]
      expect(calls, `${name}: ${call}`).not.toContain(undefined)
      for (const code of refusedWith ?? []) expect([...calls.flatMap((endpoint) => endpoint?.errors.map((each) => each.code) ?? []), 'Forbidden', 'Unauthorized'], name).toContain(code)
      expect(call !== undefined || refusedWith !== undefined, name).toBe(true)
    }
  })

  it('come from the real handlers, once for each call', async () => {
    const op = operator(registry)
    const happened: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['version.published', () => registry.publish(aModule('mfe-driver'))],
      ['publisher.key.refused', () => registry.publish(aModule('mfe-driver', '1.1.0'), { key: newKey() })],
      ['publisher.key.proposed', () => op.call('PUT', '/publishers/mfe-driver', { body: { publicKey: publicKeyOf(newKey()), reason: 'yearly' } })],
      ['token.proposed', () => op.post('/tokens', { label: 'carol', role: 'viewer', hash: madeToken().hash })],
      ['change.approved', () => op.approve(2)],
      ['token.revoked', () => op.call('DELETE', '/tokens/carol?reason=left')],
      ['version.killed', () => op.post('/modules/mfe-driver/versions/1.0.0/kill', { reason: 'a test' })],
      ['access.refused', () => op.post('/freezes', { host: '*' }, 'demo-viewer')],
      ['credential.refused', () => op.call('GET', '/actor', { token: 'guess' })],
    ]
    for (const [name, call] of happened) {
      const before = await counts()
      const answer = await call()
      const after = await counts()
      expect([...after].filter(([event, count]) => count !== before.get(event)).map(([event]) => event), `${name}: ${JSON.stringify(answer).slice(0, 300)}`).toEqual([name])
    }
  })
})
