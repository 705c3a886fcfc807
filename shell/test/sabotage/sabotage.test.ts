import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testRegistry } from '@checkin/module-registry/testing'
import { typicalCanary } from '@checkin/module-registry/testing/typical-canary'
import { isWhole } from '@checkin/testing/sample'
import { buildModule } from '@checkin/tooling/build-module'
import { projectRoot } from '@checkin/tooling/ownership'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../browser.ts'
import { buildBench } from '../conformance/conform.ts'
import { firstStop, upload, type Place, type Stopped } from './gates.ts'
import { unnoticed } from './canary.ts'
import { reportOf } from './report.ts'
import { sabotage } from './rows.ts'
import { writeModule } from './small-module.ts'

const folder = mkdtempSync(join(tmpdir(), 'checkin-sabotage-'))
const rows = sabotage.filter(({ sampled }) => isWhole || sampled)
const stops = new Map<string, Stopped | null>()
let place: Place

beforeAll(async () => {
  writeModule(join(folder, 'good'), '1.0.0')
  const [browser, registry] = await Promise.all([openBrowser(), testRegistry()])
  const bench = await buildBench(join(folder, 'bench'))
  const host = await buildModule(join(projectRoot, 'shell'), { entry: './test/host/main.tsx', outDir: join(folder, 'host') })
  place = { browser, registry, bench, host, good: await buildModule(join(folder, 'good'), { outDir: join(folder, 'good-built') }) }
  expect((await upload(place, bench)).status).toBe(201)
}, 300_000)

afterAll(async () => {
  await place.browser.close()
  await place.registry.close()
  rmSync(folder, { recursive: true, force: true })
  if (process.env['CHECKIN_SABOTAGE_REPORT'] === '1' && stops.size === sabotage.length) {
    const page = join(projectRoot, 'docs/sabotage.md')
    writeFileSync(page, reportOf(sabotage.map((row) => [row, stops.get(row.what) ?? null]), readFileSync(page, 'utf8')))
  }
})

describe('a broken version of a module', () => {
  it('that is none passes build, publishing and conformance, and is not carried by another', async () => {
    const dir = join(folder, 'nothing-broken')
    writeModule(dir, '1.0.1')
    // What stopped it stands in the failure, so that a finding by chance can be understood.
    expect((await firstStop(place, dir))?.said ?? []).toEqual([])
  })

  for (const [at, row] of rows.entries()) {
    it(`is stopped at ${row.gate}: ${row.what} (DEC-243)`, async () => {
      const dir = join(folder, `broken-${at}`)
      writeModule(dir, row.version ?? `${at + 2}.0.0`, row.sources)
      const stopped = await firstStop(place, dir)
      stops.set(row.what, stopped)
      expect([stopped?.gate, stopped?.said.join('\n')]).toEqual([row.gate, expect.stringMatching(row.says)])
    }, 200_000)
  }

  it.each(unnoticed)('that only renters can show is rolled back: $what (DEC-243)', (version) => {
    expect(typicalCanary(version)?.minutes).toBeGreaterThan(0)
  })
})
