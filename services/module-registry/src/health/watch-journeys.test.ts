import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testClock, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { operator } from '../test/test-tenants.ts'

const clock = testClock()
const minute = 60_000
let registry: TestRegistry
let op: ReturnType<typeof operator>
beforeAll(async () => {
  registry = await testRegistry({ clock: () => clock.now })
  op = operator(registry)
  await op.publishAll(['1.0.0'])
})
afterAll(() => registry.close())

const journey = (host: string, completed: number, unfinished: number, sold = 0) => ({
  host, module: 'mfe-driver', version: '1.0.0', completed, unfinished,
  more: [sold, 0, 0, 0, 0, 0], less: [completed - sold, completed, completed, completed, completed, completed],
})
/** A tenant whose sessions complete and add as usual: three in ten do neither. */
const tenantWithPast = async (host: string): Promise<void> => {
  await op.tenantWith(host)
  for (let hour = 0; hour < 10; hour += 1) await op.report({ journeys: [journey(host, 70, 30, 49)] })
}
const later = (minutes: number): void => { clock.now = new Date(clock.now.getTime() + minutes * minute) }
const risen = async (host: string): Promise<unknown[]> =>
  ((await op.call('GET', `/health?host=${host}&minutes=300`)).body['verdicts'] as { outcome: string; measure: string }[]).filter(({ outcome }) => outcome === 'risen').map(({ measure }) => measure)

describe('a version that everybody has', () => {
  it('is reported when clearly fewer complete check-in than did before, and stays: nothing is rolled back (DEC-295)', async () => {
    await tenantWithPast('a.example')
    later(60)
    for (let at = 0; at < 5; at += 1) await op.report({ journeys: [journey('a.example', 70, 30, 49)] })
    expect(await risen('a.example')).toEqual([])
    for (let at = 0; at < 10; at += 1) await op.report({ journeys: [journey('a.example', 2, 8, 2)] })
    expect(await risen('a.example')).toEqual(['completion'])
    expect(await registry.metrics()).toMatch(/checkin_version_rises_total\{tenant="a.example",module="mfe-driver",version="1.0.0",cause="completion"[^}]*\} 1\n/)
    expect((await op.tenant('a.example')).modules['mfe-driver']).toBe('1.0.0')
  })

  it('is reported when renters add clearly less than before (DEC-295)', async () => {
    await tenantWithPast('b.example')
    later(60)
    for (let at = 0; at < 20; at += 1) await op.report({ journeys: [journey('b.example', 7, 3, 0)] })
    expect(await risen('b.example')).toEqual(['sales'])
  })

  it('is not held to blame for what the other tenants see as well (DEC-295)', async () => {
    for (const host of ['c.example', 'd.example', 'e.example']) await tenantWithPast(host)
    later(6 * 60)
    for (const host of ['d.example', 'e.example']) await op.report({ journeys: [journey(host, 40, 160, 40)] })
    for (let at = 0; at < 10; at += 1) await op.report({ journeys: [journey('c.example', 2, 8, 2)] })
    expect(await risen('c.example')).toEqual([])
  })

  it('is not judged while little is known of its tenant (DEC-295)', async () => {
    await op.tenantWith('f.example')
    for (let at = 0; at < 10; at += 1) await op.report({ journeys: [journey('f.example', 0, 10)] })
    expect(await risen('f.example')).toEqual([])
  })
})
