import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Service } from '@checkin/server'
import { policyReportAttacks } from '@checkin/server/testing/policy-report-attacks'
import { holds } from '@checkin/testing/hostile'
import { afterAll, beforeAll, it } from 'vitest'
import { consoleService } from '../../src/app.ts'
import { testSettings } from '../test-settings.fixture.ts'

let service: Service
let port: number
beforeAll(async () => {
  const pages = mkdtempSync(join(tmpdir(), 'console-'))
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Control room</title>')
  service = await consoleService(
    testSettings(pages, { names: ['ops.example'], demo: false, trustProxy: true }),
    { registry: 'http://127.0.0.1:9', reservations: 'http://127.0.0.1:9' }, { level: 'silent' },
  )
  port = await service.listen({ port: 0 })
})
afterAll(() => service.stop())

it('strangers fill nothing and invent nothing by what they report of the policy of the console\'s pages (DEC-247, DEC-349)', () => holds('policy reports', (tried) => policyReportAttacks(tried, { port, host: 'ops.example', metrics: () => service.metrics.metrics() })))
