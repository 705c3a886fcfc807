import * as z from 'zod'
import { ReleasableName } from '@checkin/releases'
import { roles } from '../../access/actor.ts'
import { Host } from '../tenants/host.ts'

/** SHA-256 of a token, base64url: what is kept of it. */
export const TokenHash = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be the SHA-256 of the token, base64url')

/** Names of the audit that are nobody's token. */
const reserved: readonly string[] = ['first-operator', 'registry', 'nobody']

/** One line of plain letters: it stands in the audit, and must not look like another. */
const Name = z.string().trim().regex(/^[\p{L}\p{N}][\p{L}\p{N} .@_+-]{1,98}[\p{L}\p{N}]$/u, 'must be 3 to 100 letters, digits or . @ _ + -').normalize('NFKC')

/** A token that is to be made. */
export const NewTokenWish = z.strictObject({
  action: z.literal('new'),
  label: Name.refine((label) => !reserved.includes(label.toLowerCase()), 'is a name of the registry itself'),
  /** Whom it is for; the label when left out. */
  person: Name,
  role: z.enum(roles),
  /** The module of a publisher. */
  module: z.optional(ReleasableName),
  /** Tenants that the token is limited to; all when left out. */
  hosts: z.optional(z.array(Host).min(1)),
  /** From when on it counts no more; for ever when left out. */
  expires: z.optional(z.iso.datetime()),
  hash: TokenHash,
})

/** What waits to be changed of a token that there is. */
export const ChangedTokenWish = z.strictObject({
  action: z.literal('change'), label: z.string(), hosts: z.optional(z.nullable(z.array(Host))), expires: z.optional(z.nullable(z.iso.datetime())), hash: z.optional(TokenHash),
})

/** A change of tokens that waits for a second person. */
export const TokenWish = z.discriminatedUnion('action', [NewTokenWish, ChangedTokenWish])
export type TokenWish = z.infer<typeof TokenWish>

/** Why there can be no such token; null when there can. A version is everybody's, so who publishes is not limited to tenants. */
export function tokenProblem({ role, module, hosts }: Pick<z.infer<typeof NewTokenWish>, 'role' | 'module' | 'hosts'>): string | null {
  if ((role === 'publisher') !== (module !== undefined)) return 'a publisher needs a module, nobody else has one'
  return role === 'publisher' && hosts !== undefined ? 'a publisher is not limited to tenants: what it publishes is everybody\'s' : null
}

/** How far a token goes. Null is every tenant, or no end. */
export interface TokenBounds {
  readonly hosts: readonly string[] | null
  readonly expires: Date | null
}

/** Whether bounds allow nothing that others did not. */
export function isWithin(wanted: TokenBounds, present: TokenBounds): boolean {
  const { hosts } = present
  const fewerHosts = hosts === null || (wanted.hosts !== null && wanted.hosts.every((host) => hosts.includes(host)))
  const noLater = present.expires === null || (wanted.expires !== null && wanted.expires <= present.expires)
  return fewerHosts && noLater
}
