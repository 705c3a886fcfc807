import { listLabels, type publishModule } from '@checkin/registry'
import type { Data } from '@checkin/http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aModule, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { operator } from '../test/test-tenants.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
beforeAll(async () => {
  registry = await testRegistry({ wideTenants: 100 })
  op = operator(registry)
  await op.publishAll(['1.0.0', '1.3.0'])
  for (const host of ['label.example', 'range.example']) await op.tenantWith(host, { 'shell': '1.0.0', 'mfe-driver': '1.3.0', 'mfe-payment': '1.3.0' })
  await op.call('PUT', '/modules/mfe-driver/labels/stable', { body: { version: '1.3.0', reason: 'tried' } })
  await op.set('label.example', { 'mfe-driver': 'stable' })
  await op.set('range.example', { 'mfe-driver': '^1.0' })
})
afterAll(() => registry.close())

const publish = async (version: string) => {
  const { status, body } = await registry.publish(aModule('mfe-driver', version))
  return { status, warnings: (body as Data<typeof publishModule>).warnings }
}

it('an older version than the newest is published with a warning that names it; no label, no range and no tenant moves (DEC-338)', async () => {
  expect(await publish('1.0.1')).toEqual({ status: 201, warnings: ['1.0.1 is older than 1.3.0, which is published: it moves no label, and who follows a range that has 1.3.0 keeps that'] })
  await registry.tick()
  const { labels } = await registry.client().call(listLabels)
  expect(labels).toMatchObject([{ module: 'mfe-driver', label: 'stable', version: '1.3.0' }])
  for (const host of ['label.example', 'range.example']) expect(await op.tenant(host)).toMatchObject({ modules: { 'mfe-driver': '1.3.0' }, rollouts: [] })
})

it('a newer one, a development version, and one that is older than nothing but withdrawn ones have no such warning (DEC-338)', async () => {
  expect((await publish('1.4.0')).warnings).toEqual([])
  expect((await publish('1.2.0-dev.1')).warnings).toEqual([])
  for (const version of ['1.3.0', '1.4.0']) await op.post(`/modules/mfe-driver/versions/${version}/kill`, { reason: 'broken' })
  expect((await publish('1.2.0')).warnings).toEqual([])
})
