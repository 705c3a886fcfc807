import { internalFetch, type InternalAnswer } from '@checkin/server'
import { demoReservations, demoTenants, replaceable, type DemoReservation } from './data/demo-data.ts'
import { demoTerms } from './data/demo-terms.ts'
import { demoAccounts } from './providers.ts'
import type { DemoSecrets } from './secrets.ts'
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
export async function loadDemoData({ ports, demoData, secrets }: { readonly ports: Ports; readonly demoData: boolean; readonly secrets: DemoSecrets }): Promise<LoadedDemo> {
  if (!demoData) return { hosts: [], tenants: [], reservations: [], links: [] }
  const api = `http://127.0.0.1:${ports.api}`
  const today = new Date()
  for (const tenant of demoTenants) {
    await internal(api, `/tenants/${tenant.id}`, tenant)
    for (const [kind, account] of Object.entries(demoAccounts(ports, secrets, tenant.id))) await internal(api, `/tenants/${tenant.id}/accounts/${kind}`, account)
  }
  for (const { tenant, tag, language, validFrom, content } of demoTerms) await internal(api, `/tenants/${tenant}/terms/${tag}/${language}/${validFrom}`, content)
  const reservations = demoReservations(today)
  for (const reservation of reservations) await keepOrLoad(api, reservation, today)
  const links = await Promise.all(reservations.filter(({ reservation }) => linked.includes(reservation.reference)).flatMap(({ tenant, reservation }) =>
    (['verify', 'precheckout'] as const).map(async (purpose) => {
      const answer = await answered(await fleet(api, tenant, 'POST', '/links', { reference: reservation.reference, purpose }))
      return { title: `${reservation.reference} ${purpose === 'verify' ? 'check-in' : 'pre-checkout'}`, url: (answer.json() as { url: string }).url }
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

async function keepOrLoad(api: string, demo: DemoReservation, today: Date): Promise<void> {
  const { tenant, reservation } = demo
  const path = `/reservations/${reservation.reference}`
  const kept = await fleet(api, tenant, 'GET', path)
  if (kept.status === 200 && !replaceable(kept.json(), today)) return
  await answered(await fleet(api, tenant, 'PUT', path, reservation))
}

/** As the demo: what an operator changed stays. */
const internal = async (api: string, path: string, body: object): Promise<InternalAnswer> =>
  answered(await internalFetch(`${api}/internal/v1${path}`, { method: 'PUT', headers: { authorization: `Bearer ${adminToken}`, 'x-checkin-actor': 'demo' }, body }))

const fleet = (api: string, tenant: string, method: string, path: string, body?: object): Promise<InternalAnswer> =>
  internalFetch(`${api}/fleet/v1${path}`, { method, headers: { authorization: `Bearer demo-fleet-${tenant}` }, ...(body && { body }) })

async function answered(answer: InternalAnswer): Promise<InternalAnswer> {
  if (answer.status > 204) throw new Error(`The reservation API refused the demo data: ${answer.status} ${answer.text()}`)
  return answer
}
