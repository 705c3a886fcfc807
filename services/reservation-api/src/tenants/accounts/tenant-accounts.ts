import type { Database } from '@checkin/server'
import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import type { AccountBody, AccountKind } from '@checkin/internal'
import type { AccountSeal } from './account-seal.ts'
import { accountAt, latestAccount } from './account-store.ts'
import type { Tables } from '../tables.ts'

/** An account that is ready for use, and which revision of the tenant's it is; null is the environment's. */
export interface Account<Opened> {
  readonly revision: number | null
  readonly opened: Opened
}

/** The accounts of one kind of all tenants, opened when they are needed. */
export interface TenantAccounts<Opened> {
  /** What begins now begins here; null where a tenant has no account. `transaction`: one of this tenant's that is open already. */
  readonly current: (tenantId: string, transaction?: Transaction<Tables>) => Promise<Account<Opened> | null>
  /** The account that something began with; throws when it cannot be opened, or is the environment's and not set. */
  readonly at: (tenantId: string, revision: number | null) => Promise<Opened>
  /** Whether the environment has one. */
  readonly hasEnvironment: boolean
  /** Closes everything that is open. */
  readonly close: () => void
}

/** What accounts of every kind need. */
export interface AccountSource {
  readonly database: Database<Tables>
  readonly seal: AccountSeal
  /** One company only: a tenant without an account of its own uses the environment's. */
  readonly isSingleCompany: boolean
  readonly log: Pick<FastifyBaseLogger, 'error'>
}

/** What is peculiar to one kind of accounts. */
export interface AccountsOf<Kind extends AccountKind, Opened> {
  readonly kind: Kind
  /** The environment's account; null where it is not set. */
  readonly environment: Opened | null
  readonly open: (account: AccountBody<Kind>) => Opened
  /** Where an opened account holds connections: earlier revisions are closed when the account changes. */
  readonly close?: (opened: Opened) => void
}

/** Makes the accounts of one kind. A revision never changes, so each is opened once per process; which one counts is asked every time. */
export function tenantAccounts<Kind extends AccountKind, Opened>(
  { database, seal, isSingleCompany, log }: AccountSource, { kind, environment, open, close }: AccountsOf<Kind, Opened>,
): TenantAccounts<Opened> {
  const opened = new Map<string, { readonly tenantId: string; readonly revision: number; readonly value: Opened }>()

  const read = async (transaction: Transaction<Tables>, tenantId: string, revision: number): Promise<Opened> => {
    const row = await accountAt(transaction, tenantId, kind, revision)
    if (!row?.sealed || row.key_id === null) throw new Error(`there is no ${kind} account ${revision} of ${tenantId}`)
    const value = open(seal.open({ tenantId, kind, revision }, { sealed: row.sealed, keyId: row.key_id }))
    const name = `${tenantId} ${revision}`
    const known = opened.get(name)
    if (known) {
      // Somebody else was quicker.
      close?.(value)
      return known.value
    }
    opened.set(name, { tenantId, revision, value })
    return value
  }
  const ownAt = async (tenantId: string, revision: number, transaction?: Transaction<Tables>): Promise<Opened> => {
    const known = opened.get(`${tenantId} ${revision}`)
    if (known) return known.value
    try {
      return await (transaction ? read(transaction, tenantId, revision) : database.readTenant(tenantId, (own) => read(own, tenantId, revision)))
    } catch (error) {
      log.error({ err: error, tenant: tenantId, account: kind, revision }, 'an account cannot be opened')
      throw error
    }
  }
  const closeFormer = (tenantId: string, revision: number): void => {
    if (!close) return
    for (const [name, entry] of opened) {
      if (entry.tenantId !== tenantId || entry.revision === revision) continue
      opened.delete(name)
      close(entry.value)
    }
  }
  const fallback: Account<Opened> | null = isSingleCompany && environment !== null ? { revision: null, opened: environment } : null
  const currentIn = async (transaction: Transaction<Tables>, tenantId: string): Promise<Account<Opened> | null> => {
    const latest = await latestAccount(transaction, tenantId, kind)
    if (!latest) return fallback
    closeFormer(tenantId, latest.revision)
    return latest.sealed ? { revision: latest.revision, opened: await ownAt(tenantId, latest.revision, transaction) } : null
  }

  return {
    current: (tenantId, transaction) => (transaction ? currentIn(transaction, tenantId) : database.readTenant(tenantId, (own) => currentIn(own, tenantId))),
    at: async (tenantId, revision) => {
      if (revision !== null) return ownAt(tenantId, revision)
      if (environment === null) throw new Error(`the environment has no ${kind} account`)
      return environment
    },
    hasEnvironment: environment !== null,
    close: () => {
      for (const { value } of opened.values()) close?.(value)
      opened.clear()
      if (environment !== null) close?.(environment)
    },
  }
}
