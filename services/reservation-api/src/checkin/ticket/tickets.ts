import type { Ticket, TicketUndoRequest } from '@checkin/api/ticket'
import type { Language } from '@checkin/i18n'
import { ServiceError, type Database } from '@checkin/server'
import type { Transaction } from 'kysely'
import { holdGuard, recordMiss } from '../../identity/guard-store.ts'
import { isToken } from '../../identity/opaque-token.ts'
import type { IdentitySources } from '../../identity/reservation-directory.ts'
import { loadReservation, type StoredReservation } from '../../reservations/reservation-store.ts'
import type { Tables } from '../../tables.ts'
import type { TenantAccounts } from '../../tenants/accounts/tenant-accounts.ts'
import type { Tenant } from '../../tenants/tenant-store.ts'
import { undoOf } from './additions.ts'
import { ticketCalendar } from './ticket-calendar.ts'
import { ticketFacts } from './ticket-facts.ts'
import { reservationOfTicket } from './ticket-link.ts'
import { sendUndoCode, withdrawAdditions } from './undo.ts'
import { applePass } from './wallet/apple-pass.ts'
import { googlePassAddress } from './wallet/google-pass.ts'
import { passService } from './wallet/pass-devices.ts'
import { passFacts } from './wallet/pass-facts.ts'
import { notePass } from './wallet/pass-store.ts'
import { walletsOf, type WalletAccounts } from './wallet/wallet-accounts.ts'

/** Who comes with a token and no session. */
export interface Bearer {
  readonly tenant: Tenant
  readonly address: string
  readonly token: string
}

const unknown = () => new ServiceError(404, 'LinkUnknown', 'There is nothing at this link')
const tooMany = (seconds: number) => new ServiceError(429, 'TooManyRequests', 'Too many requests, try again later', { headers: { 'retry-after': String(seconds) } })

export interface TicketDependencies extends Pick<IdentitySources, 'directory' | 'settings'> {
  readonly database: Database<Tables>
  readonly wallets: WalletAccounts
}

/**
 * Tickets of completed check-ins, by their links (API-52, API-53, API-64, API-65, API-93, API-94, DEC-206). Throws one 404 `LinkUnknown` whyever there is none, and 429 for an address
 * that has tried too many.
 */
export function createTickets({ database, directory, settings, wallets }: TicketDependencies) {
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
  /** What a pass is made of, in a transaction that ends before it is signed and from which on changes of it are noticed (DEC-280); the same 404 where the tenant has no account. */
  async function passOf<Opened>(bearer: Bearer, accounts: TenantAccounts<Opened>, { wallet, language }: { readonly wallet: keyof WalletAccounts; readonly language: Language }) {
    const { tenant } = bearer
    const made = await byToken(bearer, async (transaction, stored) => {
      const account = await accounts.current(tenant.id, transaction)
      const facts = await passFacts(transaction, stored, tenant)
      if (account) await notePass(transaction, stored, { wallet, facts, language, secret: settings.codeSecret })
      return account && { facts, account: account.opened }
    })
    if (!made) throw unknown()
    return made
  }
  async function ticketOf(transaction: Transaction<Tables>, stored: StoredReservation, tenant: Tenant, language: Language): Promise<Ticket> {
    const undo = tenant.settings.ticketUndoHours === null ? null : await undoOf(transaction, stored, tenant, language, (await directory.byId(transaction, tenant.id, stored.row.id))?.email ?? null)
    return { ...await ticketFacts(transaction, stored), wallets: [...await walletsOf(transaction, tenant.id)], ...(undo && { undo }) }
  }
  return {
    /** API-52. */
    read: (bearer: Bearer, language: Language): Promise<Ticket> => byToken(bearer, (transaction, stored) => ticketOf(transaction, stored, bearer.tenant, language)),
    /** API-93: mails a code by which additions are taken back. Throws 409 for why that is not possible, and 429. */
    sendUndoCode: async (bearer: Bearer, language: Language): Promise<{ readonly key: string }> => {
      const sent = await byToken(bearer, (transaction, stored) => sendUndoCode({ directory, settings }, transaction, stored, { tenant: bearer.tenant, language }))
      if ('seconds' in sent) throw tooMany(sent.seconds)
      return sent
    },
    /** API-94: takes additions back and answers the ticket as it is then. Throws 404 `CodeNotFound` for any code that is not right, and 409 (DEC-287). */
    undo: async (bearer: Bearer, asked: TicketUndoRequest, language: Language): Promise<Ticket> => {
      const { tenant } = bearer
      const ticket = await byToken(bearer, async (transaction, stored) => {
        const changed = await withdrawAdditions({ directory, settings }, transaction, stored, asked, { tenant, language })
        return changed && ticketOf(transaction, changed, tenant, language)
      })
      if (!ticket) throw new ServiceError(404, 'CodeNotFound', 'The code is not right')
      return ticket
    },
    /** API-64: a signed pass, in all languages of the tenant. */
    applePass: async (bearer: Bearer): Promise<{ readonly file: Buffer; readonly reference: string }> => {
      const { tenant } = bearer
      const { facts, account } = await passOf(bearer, wallets.apple, { wallet: 'apple', language: tenant.settings.locales[0] ?? 'en' })
      return { file: await applePass(facts, account, { locales: tenant.settings.locales, service: passService(settings.codeSecret, settings.site, tenant, { passTypeId: account.passTypeId, serial: facts.serial }) }), reference: facts.reference }
    },
    /** API-65: where the pass is saved, in a language. */
    googlePass: async (bearer: Bearer, language: Language): Promise<string> => {
      const { facts, account } = await passOf(bearer, wallets.google, { wallet: 'google', language })
      return googlePassAddress(facts, account, language)
    },
    /** API-53: the file, in a language. */
    calendar: (bearer: Bearer, language: Language): Promise<{ readonly file: string; readonly reference: string }> =>
      byToken(bearer, (_, stored) => ({ file: ticketCalendar(stored, { firm: bearer.tenant.settings.firmName, phone: bearer.tenant.settings.phone, language }), reference: stored.row.reference })),
  }
}
export type Tickets = ReturnType<typeof createTickets>
