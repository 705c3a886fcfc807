import type { Database } from '@checkin/server'
import { sql } from 'kysely'
import type { Work } from '../tenants/due-work.ts'
import type { Tables } from './tables.ts'

/** How long an invitation outlasts its end, in seconds: the hourly limit counts it, and who comes late is told the same either way (DEC-238). */
const keptSeconds = 24 * 3600

/** When `cleanUpDriverLinks` has something to do. */
export const oldDriverLinks: readonly Work[] = [{ kind: 'handed-pictures' }, { kind: 'invitations', leadSeconds: -keptSeconds }]

/** Removes pictures from phones whose code is over and that no page came for, and, a day after their end, invitations with their codes and sealed addresses (DEC-238). */
export async function cleanUpDriverLinks(database: Database<Tables>, tenantId: string): Promise<void> {
  await database.withTenant(tenantId, async (transaction) => {
    await transaction.deleteFrom('handed_picture').where('tenant_id', '=', tenantId)
      .where('hand_over_id', 'in', (eb) => eb.selectFrom('picture_hand_over').select('id').where('tenant_id', '=', tenantId).where('expires_at', '<', sql<Date>`now()`)).execute()
    await transaction.deleteFrom('driver_invitation').where('tenant_id', '=', tenantId)
      .where((eb) => eb.fn.coalesce('done_at', 'ended_at', 'expires_at'), '<', sql<Date>`now() - make_interval(secs => ${keptSeconds})`).execute()
  })
}
