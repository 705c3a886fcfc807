import { internalContract } from '@checkin/internal'
import type { Database } from '@checkin/server'
import { fleetTokens, makeFleetToken, revokeFleetToken } from '../../tenants/fleet-tokens.ts'
import { requireTenant } from '../../tenants/tenant-store.ts'
import type { Tables } from '../../tables.ts'
import type { ServeOperators } from './operator-calls.ts'

/** A company's fleet tokens for operators, who may also end the last one. */
export function fleetTokenRoutes(serve: ServeOperators, database: Database<Tables>): void {
  serve(internalContract.listFleetTokens, async ({ params: { id } }) => ({ tokens: [...await fleetTokens(database.kysely, (await requireTenant(database.kysely, id)).id)] }))
  serve(internalContract.createFleetToken, async ({ actor, params: { id }, body: { days }, reply }) => {
    const tenant = await requireTenant(database.kysely, id)
    const made = await database.withTx((transaction) => makeFleetToken(transaction, { tenantId: tenant.id, days, actor }))
    void reply.code(201)
    return made
  })
  serve(internalContract.revokeFleetToken, async ({ actor, params: { id, tokenId } }) => {
    const tenant = await requireTenant(database.kysely, id)
    await database.withTx((transaction) => revokeFleetToken(transaction, { tenantId: tenant.id, tokenId, actor, mayBeLast: true }))
  })
}
