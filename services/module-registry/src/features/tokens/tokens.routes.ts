import { ServiceError } from '@checkin/server'
import { newToken } from '../../access/tokens.ts'
import type { Registry } from '../../registry.ts'
import { withLedger } from '../../storage/ledger.ts'
import { createToken, getActor } from './tokens.contract.ts'

export function tokenRoutes({ serve, database, tokens }: Registry): void {
  serve(getActor, async ({ actor }) => ({ ...actor, hosts: actor.hosts && [...actor.hosts] }))
  serve(createToken, async ({ body: { label, role, module = null, hosts = null }, actor }) => {
    // Who reaches some tenants only must not make a token that reaches all.
    if (actor.hosts !== null) throw new ServiceError(403, 'Forbidden', 'A token that is limited to tenants makes no tokens')
    const token = newToken()
    await tokens.add(token, { label, role, module, hosts })
    await withLedger(database, ({ record }) => record({ actor: actor.label, action: 'new token', subject: label, before: null, after: { role, module, hosts }, reason: '' }))
    return { token, label, role }
  })
}
