import { timingSafeEqual } from 'node:crypto'
import type { Role } from '@checkin/registry'
import { moduleNames } from '@checkin/remote'
import { type Database, isPersonToken, ServiceError } from '@checkin/server'
import { type Selectable, sql } from 'kysely'
import { usualLifetimes } from '../settings.ts'
import type { Change } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import type { Actor } from './actor.ts'
import { findSession, isSessionSecret, personActor, type SessionLimits, vouchedFor } from './console-sessions.ts'
import type { SecondFactor } from './passkeys/second-factor.ts'
import { type Identity, personAlone, personName } from './identity.ts'
import { hashOf, newToken } from './token-secret.ts'

/** Label of the token that stands in the environment. */
export const bootstrapLabel = 'first-operator'

/** Who stands behind a stored token. Its label names the person too, so that no other name hides who it is. */
export const tokenIdentity = ({ label, person, behind }: Pick<Selectable<Tables['access_token']>, 'label' | 'person' | 'behind'>): Identity =>
  ({ persons: [...new Set([personName(person ?? label), personName(label)])], behind })

/** A token's row by the hash of its present secret, or of the one before within its grace time. */
export const isSecret = (hash: string, now: Date) => sql<boolean>`(access_token.hash = ${hash} or (access_token.former_hash = ${hash} and access_token.former_until > ${now}))`

export type TokenStore = ReturnType<typeof tokenStore>

/** Milliseconds between two updates of a token's last use. */
const useEveryMs = 60_000

export interface TokenOptions {
  readonly demo: boolean
  readonly operatorToken: string | undefined
  /** Shared with the console: people whom it vouches for after they signed in at their identity provider. */
  readonly personSecret?: string | undefined
  readonly sessionLimits: SessionLimits
  readonly secondFactor: SecondFactor
  readonly clock: () => Date
}

/** Stored tokens, and people whom the console vouches for. */
export function tokenStore({ kysely }: Database<Tables>, { demo, operatorToken, personSecret, sessionLimits, secondFactor, clock }: TokenOptions) {
  const bootstrap = operatorToken === undefined ? null : hashOf(operatorToken)
  const insertDemo = async (label: string, role: Role, module: string | null) => {
    await kysely.insertInto('access_token')
      .values({ hash: hashOf(label), label, role, module, hosts: null, demo: true, person: personName(label) }).onConflict((conflict) => conflict.doNothing()).execute()
  }
  const lookUp = async (hash: string): Promise<Actor | null> => {
    if (bootstrap !== null && timingSafeEqual(Buffer.from(hash), Buffer.from(bootstrap))) return { label: bootstrapLabel, role: 'operator', module: null, hosts: null, identity: personAlone(bootstrapLabel) }
    const now = clock()
    const row = await kysely.selectFrom('access_token').select(['label', 'role', 'module', 'hosts', 'demo', 'person', 'behind', 'expires_at', 'last_used_at'])
      .where(isSecret(hash, now)).where('revoked_at', 'is', null).executeTakeFirst()
    // A server of an older version writes no person: that token was made by one person alone.
    const isApproved = row?.demo ? demo : row?.person !== null
    if (!row || !isApproved || (row.expires_at !== null && row.expires_at <= now)) return null
    if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() > useEveryMs) {
      await kysely.updateTable('access_token').set({ last_used_at: now }).where('label', '=', row.label).execute()
    }
    return { label: row.label, role: row.role, module: row.module, hosts: row.hosts, identity: tokenIdentity(row) }
  }
  /** In the demo a module that is new to it has its publisher by the same name as the others (DEC-199). */
  const newDemoPublisher = async (token: string, hash: string): Promise<Actor | null> => {
    const [label, module] = (demo && /^demo-publisher-(mfe-[a-z0-9-]{1,40})$/.exec(token)) || []
    if (label === undefined || module === undefined || await kysely.selectFrom('access_token').select('hash').where('hash', '=', hash).executeTakeFirst()) return null
    await insertDemo(label, 'publisher', module)
    return lookUp(hash)
  }
  const running = new Map<string, Promise<Actor | null>>()
  return {
    /** Who holds a token, or whose session it is; null for an unknown, expired or revoked one, and for a demo token outside the demo. A session goes on by what its person does, not by what its page asks for. */
    find: (token: string, isActive = false): Promise<Actor | null> => {
      if (isPersonToken(token)) {
        const vouched = vouchedFor(personSecret, token, clock())
        return Promise.resolve(vouched && personActor(vouched.person))
      }
      const hash = hashOf(token)
      if (isSessionSecret(token)) return findSession({ kysely, limits: sessionLimits, secondFactor, holderOf: lookUp }, hash, { now: clock(), isActive })
      // Simultaneous calls with one token share one query.
      const joined = running.get(hash) ?? lookUp(hash).then((actor) => actor ?? newDemoPublisher(token, hash)).finally(() => running.delete(hash))
      running.set(hash, joined)
      return joined
    },
    /** Makes the published demo tokens valid, each a person of its own; they count only in demo mode. */
    addDemoTokens: async (): Promise<void> => {
      for (const role of ['operator', 'approver', 'support', 'viewer'] as const) await insertDemo(`demo-${role}`, role, null)
      for (const module of ['shell', ...moduleNames]) await insertDemo(`demo-publisher-${module}`, 'publisher', module)
    },
  }
}

/** Two people, each with a token of their own. */
export interface FirstTwo {
  readonly operator: string
  readonly approver: string
}

/**
 * Makes the first approver of an installation, with an operator who is somebody else: straight in the database, because no call could be
 * approved yet. Only while nobody approves. Answers both tokens; only their hashes are stored.
 * Throws 409 ApproverThere, 409 LabelTaken, 400 SamePerson.
 */
export async function makeFirstApprover({ tx, at, record }: Change, { operator, approver }: FirstTwo, options: { readonly demo: boolean }): Promise<FirstTwo> {
  const expires = new Date(at.getTime() + usualLifetimes.mostMs)
  if (personName(operator) === personName(approver)) throw new ServiceError(400, 'SamePerson', 'Operator and approver must be two people')
  const there = await tx.selectFrom('access_token').select('label').where('role', '=', 'approver').where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', at)])).$if(!options.demo, (query) => query.where('demo', '=', false)).limit(1).executeTakeFirst()
  if (there) throw new ServiceError(409, 'ApproverThere', `${there.label} approves already: further tokens are made by rollout token new`)
  const made = { operator: newToken(), approver: newToken() }
  for (const [role, label] of [['operator', operator], ['approver', approver]] as const) {
    const inserted = await tx.insertInto('access_token')
      .values({ hash: hashOf(made[role]), label, person: personName(label), role, module: null, hosts: null, demo: false, created_at: at, expires_at: expires })
      .onConflict((conflict) => conflict.doNothing()).returning('label').executeTakeFirst()
    if (!inserted) throw new ServiceError(409, 'LabelTaken', `There is a token ${label} already, or was one; a label is never used again`)
    await record({ actor: 'installation', action: 'new token', subject: label, before: null, after: { role, expires: expires.toISOString() }, reason: 'first approver' })
  }
  return made
}
