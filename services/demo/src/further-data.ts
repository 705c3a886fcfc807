import { fleetContract, mostImported } from '@checkin/fleet'
import { createClient, HttpError, type Client } from '@checkin/http/client'
import { internalContract } from '@checkin/internal'
import { getTenant, listTenants, setPointer, setTenantOptions } from '@checkin/registry'
import { serviceFetch } from '@checkin/server'
import { furtherReservations, furtherTenants, importIdOf, type FurtherTenant } from '../data/further-tenants.ts'
import { demoTenants } from '../data/demo-tenants.ts'
import { demoTerms } from '../data/demo-terms.ts'
import { loadTerms } from './demo-data.ts'

/** How much an installation has, those of the demo included. */
export interface Further {
  readonly tenants: number
  readonly reservations: number
}

/** Where the services are reached and who calls. */
export interface FurtherTargets {
  /** Addresses without a path. */
  readonly api: string
  readonly registry: string
  readonly adminToken: string
  readonly operatorToken: string
}

const client = (baseUrl: string, token: string): Client => createClient({ baseUrl, token, headers: { 'x-checkin-actor': 'demo' }, fetch: serviceFetch, timeoutMs: 60_000 })

/**
 * Makes companies until there are as many as wanted, each with terms and with reservations of its own, and gives each the release of the demo's first company.
 * What is there already stays as it is. Needs the demo's own data and release.
 */
export async function loadFurther({ tenants, reservations }: Further, { api, registry, adminToken, operatorToken }: FurtherTargets): Promise<readonly FurtherTenant[]> {
  const operator = client(api, adminToken)
  const companies = furtherTenants(tenants - demoTenants.length)
  const each = companies.length === 0 ? 0 : Math.ceil(reservations / companies.length)
  const known = new Set((await operator.call(internalContract.listTenants)).tenants.map(({ id }) => id))
  const today = new Date()
  for (const company of companies) {
    if (!known.has(company.id)) await operator.call(internalContract.putTenant, { params: { id: company.id }, body: { host: company.host, fleetToken: company.fleetToken, settings: company.settings } })
    for (const terms of demoTerms.filter(({ tenant }) => tenant === company.like)) await loadTerms(operator, { ...terms, tenant: company.id })
    await loadReservations(client(api, company.fleetToken), company, each, today)
  }
  await release(client(registry, operatorToken), companies)
  return companies
}

async function loadReservations({ call }: Client, company: FurtherTenant, count: number, today: Date): Promise<void> {
  const rows = furtherReservations(company, count, today)
  for (let batch = 0; batch * mostImported < rows.length; batch += 1) {
    const body = { reservations: rows.slice(batch * mostImported, (batch + 1) * mostImported) }
    const answer = await call(fleetContract.importReservations, { params: { importId: importIdOf(company.id, batch) }, body }).catch((error: unknown) => {
      // An import of another day under this name: they are loaded.
      if (error instanceof HttpError && error.code === 'ImportExists') return null
      throw error
    })
    if (answer !== null && answer.refused > 0) throw new Error(`${company.id}: ${answer.refused} reservations were refused: ${JSON.stringify(answer).slice(0, 500)}`)
  }
}

async function release({ call }: Client, companies: readonly FurtherTenant[]): Promise<void> {
  const first = demoTenants[0].host
  const { setId } = await call(getTenant, { params: { host: first } })
  const released = new Set((await call(listTenants)).tenants.map(({ host }) => host))
  for (const { host, group, settings } of companies) {
    if (released.has(host)) continue
    await call(setPointer, { params: { host }, body: { setId, reason: 'first release', emergency: true } }, { ifMatch: 0 })
    await call(setTenantOptions, { params: { host }, body: { timeZone: settings.timeZone, groups: [group], reason: 'sorted by region' } })
  }
}
