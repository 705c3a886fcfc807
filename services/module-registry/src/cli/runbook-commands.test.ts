import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registryService, type RegistryService } from '../app.ts'
import { shellArguments } from '../test/shell-arguments.ts'
import { newKey, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { operator, samples } from '../test/test-tenants.ts'
import { run } from './run.ts'
import type { CliSettings } from './settings.ts'

const folder = join(import.meta.dirname, '../../../../docs/runbooks')
const host = 'costaverde.localhost'
const linesOf = (page: string): readonly string[] => [...readFileSync(join(folder, page), 'utf8').matchAll(/npm run rollout -- ([^`\n]+)/g)].map(([, line = '']) => line.trim())
/** That about a suspended version begins with one; the others go on from what it leaves. */
const pages = ['suspended-version.md', ...readdirSync(folder).filter((name) => name !== 'suspended-version.md' && linesOf(name).length > 0)]

let registry: TestRegistry
let served: RegistryService
let settings: CliSettings
beforeAll(async () => {
  const signingKey = newKey()
  registry = await testRegistry({ signingKey })
  const op = operator(registry)
  await op.publishAll()
  await op.tenantWith('islandcars.localhost')
  await op.tenantWith(host)
  expect((await op.set(host, { 'mfe-driver': '1.2.0' })).status).toBe(200)
  expect((await op.set(host, { 'mfe-driver': '1.1.0' }, { percent: 10 })).status).toBe(200)
  await op.report({
    outcomes: [{ ...samples(host, '1.1.0', 40, 0), aside: 5 }, samples(host, '1.2.0', 400, 1)],
    errors: [{ host, module: 'mfe-driver', version: '1.1.0', phase: 'render', reason: 'threw', step: 'driver-contact', count: 5 }],
  })
  // The commands call by the network, as an operator's do.
  served = await registryService({ database: registry.database, assetsDir: registry.assetsDir, signingKey, demo: true, log: { level: 'silent' }, tickMs: 3_600_000 })
  const port = await served.listen({ port: 0 })
  settings = { sitePort: 4000, registry: `http://127.0.0.1:${port}`, demo: true, token: undefined, publisherKey: undefined, runnerKey: undefined, databaseUrl: undefined, keysDir: join(registry.assetsDir, 'keys') }
})
afterAll(async () => {
  await served.stop()
  await registry.close()
})

const rollout = (line: string): Promise<string> => run(shellArguments(line), settings, () => Promise.reject(new Error('a runbook builds nothing')))

describe('commands of the runbooks, run against a registry (DEC-359)', () => {
  it('of a suspended version: they say why and until when, give it its share back, and end it', async () => {
    const said: string[] = []
    for (const line of linesOf('suspended-version.md')) said.push(await rollout(line))
    const [status, why, errors, health, resumed, back, audit] = said
    expect(status).toMatch(/driver@1\.1\.0 to 0 % \(suspended until .*, then 10 % again\)/)
    expect(why).toMatch(/is suspended until .* and then has 10 % again: mfe-driver@1\.1\.0 broke 5 of 45 sessions/)
    expect(errors).toMatch(/mfe-driver@1\.1\.0 +render +threw +driver-contact +5/)
    expect(health).toMatch(/mfe-driver@1\.1\.0 +1\.2\.0 +0 of 40/)
    expect([resumed, back]).toEqual([expect.stringContaining('driver@1.1.0 to 10 %'), expect.not.stringContaining('driver@1.1.0')])
    expect(audit).toMatch(/ suspend /)
  })

  it.each(pages.slice(1).flatMap((page) => linesOf(page).map((line) => [page, line] as const)))('%s: rollout %s', async (_page, line) => {
    expect(await rollout(line)).not.toBe('')
  })
})
