import { stripTypeScriptTypes } from 'node:module'
import { Script } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sign } from '@checkin/releases/signing'
import { aModule, testClock, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { limitedToken, operator } from '../test/test-tenants.ts'
import { deleteOldReports } from './store-reports.ts'

/** A source whose compiled form stands on other lines, and throws. */
const source = `interface Fee { readonly cents: number }

enum Kind { Fuel, Toll }

export function charge(fee: Fee | null): number {
  return fee!.cents + Kind.Toll
}
charge(null)
`
const compiled = stripTypeScriptTypes(source, { mode: 'transform', sourceMap: true, sourceUrl: 'src/charge.ts' })
const [, inlineMap = ''] = /sourceMappingURL=data:application\/json;base64,(\S+)/.exec(compiled) ?? []
const map = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(inlineMap, 'base64').toString()) as object, sources: ['webpack://checkin/./src/charge.ts'], sourcesContent: [source] })).toString('base64')
const script = compiled.replace(/\/\/# sourceMappingURL.*/, '').replace('export function', 'function')

/** Where the compiled script throws, as a browser's stack says it. */
function thrownAt(): { file: string; line: number; column: number }[] {
  try {
    new Script(script, { filename: 'main.js' }).runInThisContext()
    return []
  } catch (error) {
    return [...((error as Error).stack ?? '').matchAll(/(main\.js):(\d+):(\d+)/g)].map(([, file = '', line, column]) => ({ file, line: Number(line), column: Number(column) }))
  }
}
const frames = thrownAt()

let registry: TestRegistry
let op: ReturnType<typeof operator>
const clock = testClock()
const built = aModule('mfe-driver', '1.0.0', { files: { 'main.js': script } })
const publish = async (maps?: readonly object[], module = built) => {
  const key = registry.keys.get(module.manifest.name) ?? ''
  return registry.call('POST', `/modules/${module.manifest.name}/versions`, { token: `demo-publisher-${module.manifest.name}`, body: { manifest: sign(JSON.stringify(module.manifest), key), files: module.files, ...(maps && { maps }) } })
}
beforeAll(async () => {
  registry = await testRegistry({ clock: () => clock.now })
  op = operator(registry)
  await op.publishAll(['0.9.0'])
})
afterAll(() => registry.close())

const version = { module: 'mfe-driver', version: '1.0.0' }
const stacks = (token = 'demo-operator') => op.call('GET', '/modules/mfe-driver/versions/1.0.0/stacks', { token })
const report = (of: object = {}) => op.report({ stacks: [{ host: 'a.example', ...version, frames, count: 1, ...of }] })
const count = async (): Promise<number> => ((await stacks()).body as unknown as { stacks: { count: number }[] }).stacks.reduce((sum, each) => sum + each.count, 0)

it('takes source maps with a version, again and later too, and none that is no map or of no script of it (DEC-314)', async () => {
  expect(await publish()).toMatchObject({ status: 201 })
  await report()
  expect(await count()).toBe(0)
  expect(await publish([{ file: 'other.js', base64: map }])).toMatchObject({ status: 422, body: { code: 'InvalidSourceMap' } })
  expect(await publish([{ file: 'main.js', base64: Buffer.from('{"version":3}').toString('base64') }])).toMatchObject({ status: 422, body: { code: 'InvalidSourceMap' } })
  for (let time = 0; time < 2; time += 1) expect(await publish([{ file: 'main.js', base64: map }])).toMatchObject({ status: 200, body: { repeated: true } })
})

it('shows where an error was thrown by file, line and the line itself, over all tenants (DEC-314, ECO-6)', async () => {
  await report()
  await report({ host: 'b.example', count: 2 })
  const { status, body } = await stacks()
  expect(status).toBe(200)
  expect(body).toMatchObject({ stacks: [{ count: 3, hosts: ['a.example', 'b.example'], frames: expect.arrayContaining([
    { ...frames[0], source: 'src/charge.ts', sourceLine: 6, sourceColumn: expect.any(Number) as number, name: null, code: 'return fee!.cents + Kind.Toll' },
  ]) as unknown[] }] })
})

it('is shown to operators and approvers alone, of their own tenants, and no map is served to anybody (DEC-314)', async () => {
  for (const token of ['demo-viewer', 'demo-publisher-mfe-driver']) expect((await stacks(token)).status).toBe(403)
  expect((await stacks(await limitedToken(registry, 'operator', ['b.example']))).body).toMatchObject({ stacks: [{ count: 2, hosts: ['b.example'] }] })
  expect((await stacks('nobody')).status).toBe(401)
})

it('counts nothing of what no page of the version can have thrown: another file, an unknown version, a place that is none', async () => {
  await report({ frames: [{ file: 'other.js', line: 1, column: 1 }] })
  await report({ version: '7.0.0' })
  expect(await count()).toBe(3)
  expect((await report({ frames: [{ file: 'main.js', line: 0, column: 1 }] })).status).toBe(400)
})

it('keeps fifty different stacks of a version on a tenant, and each for 30 days', async () => {
  for (let line = 1; line <= 60; line += 1) await report({ host: 'c.example', frames: [{ file: 'main.js', line, column: 1 }] })
  expect(await registry.database.kysely.selectFrom('error_stack').select('frames').where('host', '=', 'c.example').execute()).toHaveLength(50)
  expect((await stacks(await limitedToken(registry, 'operator', ['c.example']))).body['stacks']).toHaveLength(50)
  await registry.database.withTx((tx) => deleteOldReports({ tx, at: new Date(clock.now.getTime() + 31 * 86_400_000) }))
  expect(await count()).toBe(0)
})
