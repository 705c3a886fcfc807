import { request } from '@playwright/test'
import { fleetAddress, type Tenant } from './addresses.ts'

/** What the rental company's own system does: here it makes links and reservations of a journey's own. */
async function fleet<Answer>(tenant: Tenant, method: 'get' | 'put' | 'post' | 'delete', path: string, data?: unknown): Promise<Answer> {
  const context = await request.newContext({ extraHTTPHeaders: { authorization: `Bearer demo-fleet-${tenant}` } })
  const answer = await context[method](`${fleetAddress}${path}`, data === undefined ? {} : { data })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  const body = answer.status() === 204 ? null : await answer.json()
  await context.dispose()
  return body as Answer
}

export const fleetReservation = (tenant: Tenant, reference: string): Promise<Record<string, unknown>> => fleet(tenant, 'get', `/reservations/${reference}`)
export const putReservation = (tenant: Tenant, reference: string, reservation: unknown): Promise<unknown> => fleet(tenant, 'put', `/reservations/${reference}`, reservation)
/** A link's address, path and token. */
export const makeLink = (tenant: Tenant, reference: string, purpose: 'verify' | 'precheckout'): Promise<{ url: string; token: string }> =>
  fleet(tenant, 'post', '/links', { reference, purpose })
