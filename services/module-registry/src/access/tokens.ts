import { createHash, randomBytes } from 'node:crypto'
import { isPersonToken, openPerson, type Database } from '@checkin/server'
import { moduleNames } from '@checkin/remote'
import type { Tables } from '../storage/tables.ts'
import type { Actor, Role } from './actor.ts'

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** A new token: 256 random bits. Shown once; only its hash is kept. */
export const newToken = (): string => `crt_${randomBytes(32).toString('base64url')}`

export interface TokenGrant {
  readonly label: string
  readonly role: Role
  readonly module: string | null
  readonly hosts: readonly string[] | null
}

export interface TokenStore {
  /** Who holds a token; null for an unknown or revoked one, and for a demo token outside the demo. */
  readonly find: (token: string) => Promise<Actor | null>
  readonly add: (token: string, grant: TokenGrant) => Promise<void>
  /** Makes the tokens of interfaces.md section 6 valid; they count only in demo mode. */
  readonly addDemoTokens: () => Promise<void>
}

/** Roles that the console may vouch for; publishing stays with the keys of modules. */
const personRoles: readonly string[] = ['operator', 'approver', 'viewer'] satisfies Role[]

export interface TokenOptions {
  readonly demo: boolean
  readonly operatorToken: string | undefined
  /** Shared with the console: people whom it vouches for after they signed in at their identity provider. */
  readonly personSecret?: string | undefined
}

export function tokenStore(database: Database<Tables>, options: TokenOptions): TokenStore {
  const first = options.operatorToken === undefined ? null : hashOf(options.operatorToken)
  const insert = async (token: string, grant: TokenGrant, demo: boolean) => {
    await database.kysely.insertInto('access_token')
      .values({ hash: hashOf(token), ...grant, hosts: grant.hosts && [...grant.hosts], demo }).onConflict((conflict) => conflict.doNothing()).execute()
  }
  const vouchedFor = (token: string): Actor | null => {
    const person = options.personSecret === undefined ? null : openPerson(options.personSecret, token)
    return person && personRoles.includes(person.role) ? { label: person.label, role: person.role as Role, module: null, hosts: person.hosts } : null
  }
  const lookUp = async (hash: string): Promise<Actor | null> => {
    if (hash === first) return { label: 'first-operator', role: 'operator', module: null, hosts: null }
    const row = await database.kysely.selectFrom('access_token').select(['label', 'role', 'module', 'hosts', 'demo'])
      .where('hash', '=', hash).where('revoked_at', 'is', null).executeTakeFirst()
    if (!row || (row.demo && !options.demo)) return null
    return { label: row.label, role: row.role, module: row.module, hosts: row.hosts }
  }
  const running = new Map<string, Promise<Actor | null>>()
  return {
    find: (token) => {
      if (isPersonToken(token)) return Promise.resolve(vouchedFor(token))
      const hash = hashOf(token)
      // A crowd with one token asks once.
      const joined = running.get(hash) ?? lookUp(hash).finally(() => running.delete(hash))
      running.set(hash, joined)
      return joined
    },
    add: (token, grant) => insert(token, grant, false),
    addDemoTokens: async () => {
      for (const role of ['operator', 'approver', 'viewer'] as const) await insert(`demo-${role}`, { label: `demo-${role}`, role, module: null, hosts: null }, true)
      for (const module of ['shell', ...moduleNames]) {
        const label = `demo-publisher-${module}`
        await insert(label, { label, role: 'publisher', module, hosts: null }, true)
      }
    },
  }
}
