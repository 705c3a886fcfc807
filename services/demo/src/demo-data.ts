import { fleetContract } from '@checkin/fleet'
import { createClient, HttpError, type Client } from '@checkin/http/client'
import { internalContract } from '@checkin/internal'
import { serviceFetch } from '@checkin/server'
import { demoReservations, demoTenants, replaceable, type DemoReservation } from '../data/demo-data.ts'
import { demoTerms } from '../data/demo-terms.ts'
import { demoAccounts } from './providers.ts'
import type { DemoSecrets } from './secrets.ts'
import type { TestWalletAccounts } from './wallet-accounts.ts'
import type { Ports } from './ports.ts'
import { adminToken } from './services.ts'

/** What was loaded, for the printed table and for the releases. */
export interface LoadedDemo {
  readonly hosts: readonly string[]
  readonly tenants: readonly { readonly host: string; readonly name: string }[]
  readonly reservations: readonly { readonly tenant: string; readonly reference: string; readonly surname: string; readonly mail: string; readonly title: string }[]
  readonly links: readonly { readonly title: string; readonly url: string }[]
}

/** Reservations whose links are printed, as they come by mail. */
const linked = ['CV1001', 'CV1009', 'IC2001']

/**
 * Makes the demo tenants, each with its own accounts at the sandboxes, and, through the fleet API as the rental company's own system would, their reservations.
 * One that exists keeps its state until its pick-up day has passed; then it is replaced.
 */
export async function loadDemoData({ ports, demoData, secrets, wallets }: { readonly ports: Ports; readonly demoData: boolean; readonly secrets: DemoSecrets; readonly wallets: TestWalletAccounts }): Promise<LoadedDemo> {
  if (!demoData) return { hosts: [], tenants: [], reservations: [], links: [] }
  const baseUrl = `http://127.0.0.1:${ports.api}`
  const today = new Date()
  // As the demo: what an operator changed stays.
  const operator = createClient({ baseUrl, token: adminToken, headers: { 'x-checkin-actor': 'demo' }, fetch: serviceFetch })
  const companyOf = (tenant: string): Client => createClient({ baseUrl, token: `demo-fleet-${tenant}`, fetch: serviceFetch })
  for (const tenant of demoTenants) {
    const params = { id: tenant.id }
    const { card, wallet, sign, mail, sms } = demoAccounts(ports, secrets, tenant.id)
    await operator.call(internalContract.putTenant, { params, body: tenant })
    await operator.call(internalContract.putCardAccount, { params, body: card })
    await operator.call(internalContract.putWalletAccount, { params, body: wallet })
    await operator.call(internalContract.putSignAccount, { params, body: sign })
    await operator.call(internalContract.putMailAccount, { params, body: mail })
    await operator.call(internalContract.putSmsAccount, { params, body: sms })
    if ('ticket' in tenant.settings) {
      await operator.call(internalContract.putAppleWalletAccount, { params, body: wallets.apple })
      await operator.call(internalContract.putGoogleWalletAccount, { params, body: wallets.google })
    }
  }
  for (const terms of demoTerms) await loadTerms(operator, terms)
  const reservations = demoReservations(today)
  for (const reservation of reservations) await keepOrLoad(companyOf(reservation.tenant), reservation, today)
  const links = await Promise.all(reservations.filter(({ reservation }) => linked.includes(reservation.reference)).flatMap(({ tenant, reservation: { reference } }) =>
    (['verify', 'precheckout'] as const).map(async (purpose) => {
      const { url } = await companyOf(tenant).call(fleetContract.createLink, { body: { reference, purpose } })
      return { title: `${reference} ${purpose === 'verify' ? 'check-in' : 'pre-checkout'}`, url }
    })))
  return {
    hosts: demoTenants.map(({ host }) => host),
    tenants: demoTenants.map(({ host, settings }) => ({ host, name: settings.firmName })),
    reservations: reservations.map(({ tenant, title, reservation }) => ({
      tenant, reference: reservation.reference, surname: reservation.customer.surname, mail: reservation.customer.email ?? '(none on file)', title,
    })),
    links,
  }
}

/** What renters were shown stays: an installation that was loaded with a former text of the same day keeps it. */
export async function loadTerms({ call }: Client, { tenant, content, ...version }: (typeof demoTerms)[number]): Promise<void> {
  await call(internalContract.putTermsVersion, { params: { id: tenant, ...version }, body: content }).catch((error: unknown) => {
    if (!(error instanceof HttpError && error.code === 'CannotUpdate')) throw error
  })
}

async function keepOrLoad({ call }: Client, { reservation }: DemoReservation, today: Date): Promise<void> {
  const params = { reference: reservation.reference }
  const kept = await call(fleetContract.getReservation, { params }).catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 404) return null
    throw error
  })
  if (kept === null || replaceable(kept, today)) await call(fleetContract.putReservation, { params, body: reservation })
}
