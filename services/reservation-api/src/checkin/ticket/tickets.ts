import type { Ticket } from '@checkin/api/ticket'
import type { Language } from '@checkin/i18n'
import { ServiceError, type Database } from '@checkin/server'
import type { Transaction } from 'kysely'
import type { GuardLimits } from '../../identity/guard.ts'
import { holdGuard, recordMiss } from '../../identity/guard-store.ts'
import { isToken } from '../../identity/opaque-token.ts'
import { loadReservation, type StoredReservation } from '../../reservations/reservation-store.ts'
import type { Tables } from '../../tables.ts'
import type { TenantAccounts } from '../../tenants/accounts/tenant-accounts.ts'
import type { Tenant } from '../../tenants/tenant-store.ts'
import { ticketCalendar } from './ticket-calendar.ts'
import { ticketFacts } from './ticket-facts.ts'
import { reservationOfTicket } from './ticket-link.ts'
import { applePass } from './wallet/apple-pass.ts'
import { googlePassAddress } from './wallet/google-pass.ts'
import { passFacts, type PassFacts } from './wallet/pass-facts.ts'
import { walletsOf, type WalletAccounts } from './wallet/wallet-accounts.ts'

/** Who comes with a token and no session. */
export interface Bearer {
  readonly tenant: Tenant
  readonly address: string
  readonly token: string
}

const unknown = () => new ServiceError(404, 'LinkUnknown', 'There is nothing at this link')
const tooMany = (seconds: number) => new ServiceError(429, 'TooManyRequests', 'Too many requests, try again later', { headers: { 'retry-after': String(seconds) } })

export interface TicketDependencies {
  readonly database: Database<Tables>
  readonly settings: { readonly link: GuardLimits }
  readonly wallets: WalletAccounts
}

/**
 * Tickets of completed check-ins, by their links (API-52, API-53, API-64, API-65, DEC-206). Throws one 404 `LinkUnknown` whyever there is none, and 429 for an address
 * that has tried too many.
 */
export function createTickets({ database, settings, wallets }: TicketDependencies) {
  async function byToken<Result>({ tenant, address, token }: Bearer, ask: (transaction: Transaction<Tables>, stored: StoredReservation) => Promise<Result> | Result): Promise<Result> {
    // A miss is counted in a transaction that stays.
    const found = await database.withTenant(tenant.id, async (transaction): Promise<{ readonly result: Result } | number> => {
      const id = tenant.settings.ticket && isToken(token) ? await reservationOfTicket(transaction, tenant.id, token) : null
      const stored = id === null ? null : await loadReservation(transaction, tenant.id, { id })
      if (stored && !stored.row.erased_at) return { result: await ask(transaction, stored) }
      const guard = await holdGuard(transaction, { tenantId: tenant.id, kind: 'link', subject: address })
      if (guard.locked) return settings.link.lockSeconds
      await recordMiss(transaction, guard, settings.link)
      return 0
    })
    if (typeof found !== 'number') return found.result
    throw found > 0 ? tooMany(found) : unknown()
  }
  /** What a pass is made of, in a transaction that ends before it is signed; the same 404 where the tenant has no account. */
  async function passOf<Opened>(bearer: Bearer, accounts: TenantAccounts<Opened>): Promise<{ readonly facts: PassFacts; readonly account: Opened }> {
    const { tenant } = bearer
    const { account, facts } = await byToken(bearer, async (transaction, stored) => ({ account: await accounts.current(tenant.id, transaction), facts: await passFacts(transaction, stored, tenant) }))
    if (!account) throw unknown()
    return { facts, account: account.opened }
  }
  return {
    /** API-52. */
    read: (bearer: Bearer): Promise<Ticket> => byToken(bearer, async (transaction, stored) => ({ ...await ticketFacts(transaction, stored), wallets: [...await walletsOf(transaction, bearer.tenant.id)] })),
    /** API-64: a signed pass, in all languages of the tenant. */
    applePass: async (bearer: Bearer): Promise<{ readonly file: Buffer; readonly reference: string }> => {
      const { facts, account } = await passOf(bearer, wallets.apple)
      return { file: await applePass(facts, account, bearer.tenant.settings.locales), reference: facts.reference }
    },
    /** API-65: where the pass is saved, in a language. */
    googlePass: async (bearer: Bearer, language: Language): Promise<string> => {
      const { facts, account } = await passOf(bearer, wallets.google)
      return googlePassAddress(facts, account, language)
    },
    /** API-53: the file, in a language. */
    calendar: (bearer: Bearer, language: Language): Promise<{ readonly file: string; readonly reference: string }> =>
      byToken(bearer, (_, stored) => ({ file: ticketCalendar(stored, { firm: bearer.tenant.settings.firmName, phone: bearer.tenant.settings.phone, language }), reference: stored.row.reference })),
  }
}
export type Tickets = ReturnType<typeof createTickets>
