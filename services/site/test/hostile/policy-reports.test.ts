import type { Service } from '@checkin/server'
import { policyReportAttacks } from '@checkin/server/testing/policy-report-attacks'
import { holds } from '@checkin/testing/hostile'
import { afterAll, beforeAll, it } from 'vitest'
import { anApi, tenant, wholeSite, type WholeSite } from '../whole-site.fixture.ts'

let site: WholeSite
let api: Service
beforeAll(async () => {
  api = anApi()
  site = await wholeSite({ apiPort: await api.listen({ port: 0 }), demo: false, trustProxy: true })
})
afterAll(async () => {
  await site.stop()
  await api.stop()
})

it('strangers fill nothing and invent nothing by what they report of the policy of renters\' pages (DEC-247, DEC-341, DEC-349)', () => holds('policy reports', (tried) => policyReportAttacks(tried, { port: site.port, host: tenant, metrics: site.metrics })))
