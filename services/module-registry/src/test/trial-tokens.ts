import type { Role } from '../access/actor.ts'
import { hashOf, newToken } from '../access/tokens.ts'
import type { TrialRegistry } from './trial-registry.ts'

/** A token as whoever makes it has it: the registry gets the hash. */
export function madeToken(): { readonly token: string; readonly hash: string } {
  const token = newToken()
  return { token, hash: hashOf(token) }
}

/** A token that is limited to tenants, put straight into the database. */
export async function limitedToken({ database }: TrialRegistry, role: Role, hosts: readonly string[]): Promise<string> {
  const { token, hash } = madeToken()
  await database.kysely.insertInto('access_token').values({ hash, label: `${role} of ${hosts.join(' ')}`, person: role, role, module: role === 'publisher' ? 'mfe-payment' : null, hosts: [...hosts], demo: false }).execute()
  return token
}
