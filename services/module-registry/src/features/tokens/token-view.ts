import type { Selectable } from 'kysely'
import type * as z from 'zod'
import { personName } from '../../access/identity.ts'
import type { AccessTokenTable } from '../../storage/tables.ts'
import type { TokenView } from './tokens.contract.ts'

/** A kept token as people see it. */
export const tokenView = (row: Selectable<AccessTokenTable>): z.infer<typeof TokenView> => ({
  label: row.label, person: row.person ?? personName(row.label), role: row.role, module: row.module, hosts: row.hosts, madeBy: row.made_by, approvedBy: row.approved_by,
  createdAt: row.created_at.toISOString(), expiresAt: row.expires_at?.toISOString() ?? null, lastUsedAt: row.last_used_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null, revokedBy: row.revoked_by,
})
