import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { operator } from '../test/test-tenants.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
beforeAll(async () => {
  registry = await testRegistry()
  op = operator(registry)
  await op.publishAll(['1.0.0'])
})
afterAll(() => registry.close())

describe('the row that orders the changes of the registry (REL-18)', () => {
  it('lets nothing wait that changes no release: sites report and read, operators read', async () => {
    await registry.database.withTx(async (tx) => {
      await tx.selectFrom('ledger').selectAll().where('id', '=', 1).forUpdate().executeTakeFirstOrThrow()
      // Each would wait for ever if it waited for this row.
      expect((await op.report({ outcomes: [{ host: 'a.example', module: 'mfe-driver', version: '1.0.0', good: 5, bad: 1 }] })).status).toBeLessThan(400)
      for (const path of ['/tenants', '/health?host=a.example&minutes=60', '/audit']) expect((await op.call('GET', path)).status, path).toBeLessThan(500)
      expect((await registry.call('GET', '/snapshot')).status).toBeLessThan(500)
    })
  })
})
