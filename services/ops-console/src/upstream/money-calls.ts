import type { Client } from '@checkin/http/client'
import type { serveWith } from '@checkin/http/serve'
import { internalContract, type InternalAccess } from '@checkin/internal'
import { ServiceError } from '@checkin/server'
import { asPerson } from './as-person.ts'
import type { Session } from '../session/console-sessions.ts'

export interface MoneyCallOptions {
  readonly serve: ReturnType<typeof serveWith<{ readonly session: Session }, InternalAccess>>
  readonly client: Client
  /** Throws 404 UnknownTenant for a tenant that the session does not reach. */
  readonly requireReach: (session: Session, id: string) => Promise<void>
  readonly within: (session: Session) => (row: { readonly host: string }) => boolean
  readonly refuse: (error: unknown) => never
}

/**
 * Renters' money: tenants within reach only, and every call names who stands behind the operator's session, which the registry was asked for anew, so that a second
 * person is one and an ended session moves nothing (decision 0114).
 */
export function moneyCalls({ serve, client, requireReach, within, refuse }: MoneyCallOptions): void {
  const { getReservationMoney, orderMoney, decideMoneyOrder, listMoneyOrders } = internalContract
  serve(getReservationMoney, async ({ session, params }) => {
    await requireReach(session, params.id)
    return client.call(getReservationMoney, { params }, asPerson(session)).catch(refuse)
  })
  serve(orderMoney, async ({ session, params, body }) => {
    await requireReach(session, params.id)
    return client.call(orderMoney, { params, body }, asPerson(session)).catch(refuse)
  })
  serve(decideMoneyOrder, async ({ session, params, body }) => {
    if (body.approve && session.role !== 'approver') throw new ServiceError(403, 'Forbidden', 'Approving needs the role approver')
    await requireReach(session, params.id)
    return client.call(decideMoneyOrder, { params, body }, asPerson(session)).catch(refuse)
  })
  serve(listMoneyOrders, async ({ session }) => {
    const { rows } = await client.call(listMoneyOrders, undefined, asPerson(session)).catch(refuse)
    return { rows: rows.filter(within(session)) }
  })
}
