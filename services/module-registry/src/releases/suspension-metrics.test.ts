import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testClock, type TestRegistry } from '../test/test-registry.ts'
import { busyRegistry, type operator, samples } from '../test/test-tenants.ts'
import { watchSuspensions } from './suspension-metrics.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
const clock = testClock()
beforeAll(async () => {
  ;({ registry, op } = await busyRegistry(clock))
})
afterAll(() => registry.close())

const metrics = new Registry()
const passes = async (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
  await registry.tick()
}
const suspended = async (host: string) => {
  await op.tenantWith(host)
  expect((await op.set(host, { 'mfe-driver': '1.1.0' }, { percent: 10 })).status).toBe(200)
  await op.report({ outcomes: [{ ...samples(host, '1.1.0', 40, 0), aside: 5 }, samples(host, '1.0.0', 400, 1)] })
}

describe('rollouts that are suspended, for who is to be told (DEC-359)', () => {
  it('are told one by one while they are, and for a day by how that ended', async () => {
    const watch = watchSuspensions(registry.database, metrics, { clock: () => clock.now, everyMs: 3_600_000 })
    const shown = async (): Promise<readonly (readonly [string, number])[]> => {
      await watch.run()
      return [...(await metrics.metrics()).matchAll(/^checkin_rollout_suspen(?:ded|sions_ended)\{(.*)\} (\d+)$/gm)].map(([, labels = '', value]) => [labels, Number(value)] as const)
    }
    const none = [['as="resumed"', 0], ['as="rolled-back"', 0], ['as="changed"', 0]]
    expect(await shown()).toEqual(none)
    for (const host of ['a.example', 'b.example', 'c.example']) await suspended(host)
    const now = (host: string) => [`tenant="${host}",module="mfe-driver",version="1.1.0"`, 1]
    expect(await shown()).toEqual([now('a.example'), now('b.example'), now('c.example'), ...none])
    // One breaks more than liars could invent, one is given another share, and one comes back.
    await op.report({ outcomes: [samples('a.example', '1.1.0', 10, 8), samples('a.example', '1.0.0', 400, 1)] })
    await op.set('b.example', { 'mfe-driver': '1.1.0' }, { percent: 5 })
    expect(await shown()).toEqual([now('c.example'), ['as="resumed"', 0], ['as="rolled-back"', 1], ['as="changed"', 1]])
    await passes(6)
    expect(await shown()).toEqual([['as="resumed"', 1], ['as="rolled-back"', 1], ['as="changed"', 1]])
    await passes(24 * 60)
    expect(await shown()).toEqual(none)
    // Who goes back at night and freezes is not told of it until the freeze is over.
    await suspended('d.example')
    expect(await shown()).toEqual([now('d.example'), ...none])
    await op.back('d.example')
    await op.post('/freezes', { host: 'd.example', reason: 'bad night' })
    expect(await shown()).toEqual(none)
    watch.stop()
  })
})
