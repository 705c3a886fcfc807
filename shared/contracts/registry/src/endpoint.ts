import { endpointFor, type Endpoint } from '@checkin/http'
import * as z from 'zod'

/** What a token may do; everybody with a token may read. */
export const roles = ['publisher', 'operator', 'approver', 'support', 'viewer'] as const
export type Role = (typeof roles)[number]

/** How far a call reaches; a token that is limited to tenants is held to it (decision 0115). */
export type Reach =
  /** Tenants that the call names: each must be within the token's reach. */
  | 'host'
  /** Reads what belongs to tenants: the answer holds only what is within reach. */
  | 'filtered'
  /** Touches or shows what all tenants share: refused. */
  | 'all'
  /** Reads what belongs to no tenant. */
  | 'shared'
  /** About the caller, or without a token. */
  | 'own'

/** Who may call. */
export interface Access {
  /** `anyone` needs no token. */
  readonly roles: readonly Role[] | 'anyone'
  readonly reach: Reach
  /** Also for a console session whose person has to be checked at the identity provider. */
  readonly unchecked?: true
  /** Also for a console session that a passkey has yet to confirm. */
  readonly unconfirmed?: true
}

/** One call of the registry. */
export type RegistryEndpoint = Endpoint<Access>

export const endpoint = endpointFor<Access>()

/** Why somebody changes something; it is kept in the audit. */
export const Reason = z.string().max(500).default('')

/** What everybody reads of a version that is deprecated or withdrawn, on its public page: no tenant and nobody is named there but by these words (DEC-336). */
export const Notice = z.nullable(z.string().trim().min(3).max(300))

/** Number of a row, in a path. */
export const IdParams = z.object({ id: z.coerce.number().int().positive() })
