import { createClient, HttpError, type Client } from '@checkin/http/client'
import type { serveWith } from '@checkin/http/serve'
import { internalContract, type InternalAccess, type TenantForOperators } from '@checkin/internal'
import { getActor } from '@checkin/registry'
import { ServiceError, serviceFetch } from '@checkin/server'
import type { Session } from '../session/sealed-session.ts'

export interface MoneyCallOptions {
  readonly serve: ReturnType<typeof serveWith<{ readonly session: Session }, InternalAccess>>
  readonly client: Client
  /** Base address of the registry, which knows who stands behind a token. */
  readonly registry: string
  readonly tenantsOf: (session: Session) => Promise<{ readonly tenants: readonly TenantForOperators[] }>
  readonly within: (session: Session) => (row: { readonly host: string }) => boolean
  readonly refuse: (error: unknown) => never
}

/**
 * Renters' money: tenants within reach only, and every call names who stands behind the operator's token, asked for anew, so that a second person is one
 * and a revoked token moves nothing (decision 0114).
 */
export function moneyCalls({ serve, client, registry, tenantsOf, within, refuse }: MoneyCallOptions): void {
  const registryClient = createClient({ baseUrl: registry, fetch: serviceFetch })
  const asPerson = async ({ token }: Session) => {
    const { label, identity } = await registryClient.call(getActor, undefined, { headers: { authorization: `Bearer ${token}` } }).catch((error: unknown) => {
      throw error instanceof HttpError ? new ServiceError(401, 'SignInNeeded', 'Sign in again') : new ServiceError(503, 'RegistryAway', 'The registry does not answer, and only it knows who is a second person')
    })
    const person = identity ?? { persons: [label.toLowerCase()], behind: [] }
    return { headers: { 'x-checkin-actor': encodeURIComponent(label), 'x-checkin-identity': encodeURIComponent(JSON.stringify(person)) } }
  }
  const requireReach = async (session: Session, id: string): Promise<void> => {
    const { tenants } = await tenantsOf(session)
    if (!tenants.some((tenant) => tenant.id === id)) throw new ServiceError(404, 'UnknownTenant', 'There is no such tenant')
  }

  const { getReservationMoney, orderMoney, decideMoneyOrder, listMoneyOrders } = internalContract
  serve(getReservationMoney, async ({ session, params }) => {
    await requireReach(session, params.id)
    return client.call(getReservationMoney, { params }, await asPerson(session)).catch(refuse)
  })
  serve(orderMoney, async ({ session, params, body }) => {
    await requireReach(session, params.id)
    return client.call(orderMoney, { params, body }, await asPerson(session)).catch(refuse)
  })
  serve(decideMoneyOrder, async ({ session, params, body }) => {
    if (body.approve && session.role !== 'approver') throw new ServiceError(403, 'Forbidden', 'Approving needs the role approver')
    await requireReach(session, params.id)
    return client.call(decideMoneyOrder, { params, body }, await asPerson(session)).catch(refuse)
  })
  serve(listMoneyOrders, async ({ session }) => {
    const { rows } = await client.call(listMoneyOrders, undefined, await asPerson(session)).catch(refuse)
    return { rows: rows.filter(within(session)) }
  })
}
