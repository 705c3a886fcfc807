import { internalContract } from '@checkin/internal'
import type { MoneyCallOptions } from './money-calls.ts'
import { asPerson } from './as-person.ts'

/** What needs a person, of tenants within reach; every change names who stands behind the operator's session, issuer and subject among it (DEC-222). */
export function attentionCalls({ serve, client, requireReach, refuse }: Omit<MoneyCallOptions, 'within'>): void {
  const { getAttention, changeAttention } = internalContract
  serve(getAttention, async ({ session, params }) => {
    await requireReach(session, params.id)
    return client.call(getAttention, { params }, asPerson(session)).catch(refuse)
  })
  serve(changeAttention, async ({ session, params, body, ifMatch }) => {
    await requireReach(session, params.id)
    return client.call(changeAttention, { params, body }, { ...asPerson(session), ifMatch }).catch(refuse)
  })
}
