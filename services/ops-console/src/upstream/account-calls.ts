import { internalContract } from '@checkin/internal'
import type { MoneyCallOptions } from './money-calls.ts'
import { asPerson } from './as-person.ts'

const { getAccount, tryAccount, putTriedAccount } = internalContract

/** Accounts of companies at their providers: those of tenants within reach, and stored only where they work (DEC-329). What is secret is never answered. */
export function accountCalls({ serve, client, requireReach, refuse }: Omit<MoneyCallOptions, 'within'>): void {
  serve(getAccount, async ({ session, params }) => {
    await requireReach(session, params.id)
    return client.call(getAccount, { params }, asPerson(session)).catch(refuse)
  })
  serve(tryAccount, ({ session, body }) => client.call(tryAccount, { body }, asPerson(session)).catch(refuse))
  serve(putTriedAccount, async ({ session, params, body }) => {
    await requireReach(session, params.id)
    return client.call(putTriedAccount, { params, body }, asPerson(session)).catch(refuse)
  })
}
