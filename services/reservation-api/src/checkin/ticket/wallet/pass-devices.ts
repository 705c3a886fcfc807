import type { AccountBody } from '@checkin/internal'
import { ServiceError, type Database } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import { passServicePath } from '@checkin/api/ticket'
import { seal } from '../../../database/sealed-payload.ts'
import { holdGuard, recordMiss } from '../../../identity/guard-store.ts'
import type { IdentitySettings } from '../../../identity/identity-settings.ts'
import { loadReservation } from '../../../reservations/reservation-store.ts'
import type { TenantAccounts } from '../../../tenants/accounts/tenant-accounts.ts'
import { siteAddress, type SiteScheme } from '../../../tenants/site-address.ts'
import type { Tenant } from '../../../tenants/tenant-store.ts'
import type { Tables } from '../../tables.ts'
import { applePass, type PassService } from './apple-pass.ts'
import { passFacts } from './pass-facts.ts'
import { deviceHashes, isPassToken, passToken, type PassKey } from './pass-keys.ts'
import { forgetReceiver } from './pass-store.ts'

/** Devices that one pass has at most: a family's, and those that were replaced (DEC-280). */
export const mostDevices = 20

/** A device about a pass that it has. */
export interface DevicePass {
  readonly tenant: Tenant
  readonly passTypeId: string
  readonly serial: string
  /** The `Authorization` header. */
  readonly authorization: string | undefined
}

export interface PassDevicesDependencies {
  readonly database: Database<Tables>
  readonly accounts: TenantAccounts<AccountBody<'apple-wallet'>>
  readonly settings: Pick<IdentitySettings, 'codeSecret' | 'link' | 'site'>
}

const unproven = () => new ServiceError(401, 'Unauthorized', 'The pass is not known')
const isSerial = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
/** Seconds by which what a device is answered as "until now" lies behind: a change is written with the time at which its transaction began. */
const lagSeconds = 10

/** Where devices ask about a pass, and what they prove with that they have it. */
export const passService = (secret: string, site: SiteScheme, tenant: Pick<Tenant, 'id' | 'host'>, { passTypeId, serial }: Omit<PassKey, 'tenantId'>): PassService =>
  ({ url: `${siteAddress(site, tenant.host)}/api${passServicePath}`, token: passToken(secret, { tenantId: tenant.id, passTypeId, serial }) })

/**
 * What devices with a pass of Apple Wallet ask, by Apple's own protocol (API-90, API-96, API-97, DEC-280). Throws one 401 whyever a pass is not known: no such pass, another
 * tenant's, ended, erased, or a wrong token.
 */
export function createPassDevices({ database, accounts, settings: { codeSecret: secret, link, site } }: PassDevicesDependencies) {
  /** Nothing is read for a token that is not right: strangers cost a hash. */
  const proven = async <Result>({ tenant, passTypeId, serial, authorization }: DevicePass, ask: (transaction: Transaction<Tables>, account: AccountBody<'apple-wallet'>) => Promise<Result>): Promise<Result> => {
    if (!isSerial(serial) || !tenant.settings.ticket || !isPassToken(secret, { tenantId: tenant.id, passTypeId, serial }, authorization)) throw unproven()
    return database.withTenant(tenant.id, async (transaction) => {
      const account = await accounts.current(tenant.id, transaction)
      if (account?.opened.passTypeId !== passTypeId) throw unproven()
      return ask(transaction, account.opened)
    })
  }
  const passOf = async (transaction: Transaction<Tables>, { tenant, serial }: DevicePass, isHeld = false) => {
    const pass = await transaction.selectFrom('wallet_pass').select(['changed_at', 'made_at']).where((eb) => eb.and({ tenant_id: tenant.id, reservation_id: serial, wallet: 'apple' }))
      .$if(isHeld, (query) => query.forUpdate()).executeTakeFirst()
    if (!pass) throw unproven()
    return pass
  }
  const names = ({ tenant, serial }: DevicePass, device: string) =>
    deviceHashes(secret, tenant.id, device).map((receiver) => ({ tenantId: tenant.id, reservationId: serial, wallet: 'apple' as const, receiver }))
  /** The device as it is known already, by whichever secret; as it would be now where it is not. */
  const name = async (transaction: Transaction<Tables>, about: DevicePass, device: string) => {
    const [now, ...former] = names(about, device)
    if (!now) throw new Error('there is always a current secret')
    const { tenantId, reservationId, wallet } = now
    const known = former.length === 0 ? undefined : await transaction.selectFrom('wallet_receiver').select('receiver').where((eb) => eb.and({ tenant_id: tenantId, reservation_id: reservationId, wallet }))
      .where('receiver', 'in', former.map(({ receiver }) => receiver)).executeTakeFirst()
    return known ? { ...now, receiver: known.receiver } : now
  }

  return {
    /** API-90: from now on the device is told of changes; again changes its address. One whose pass changed since it was made is told at once. Throws 429 for one too many. */
    register: (about: DevicePass, device: string, pushToken: string): Promise<'made' | 'known'> => proven(about, async (transaction) => {
      // Held, so that devices at the same time are counted one after the other.
      const pass = await passOf(transaction, about, true)
      const { tenantId, reservationId, wallet, receiver } = await name(transaction, about, device)
      const key = { tenant_id: tenantId, reservation_id: reservationId, wallet }
      const address = seal(secret, `${reservationId} ${receiver.toString('hex')}`, { pushToken }, 'checkin wallet devices')
      const known = await transaction.updateTable('wallet_receiver').where((eb) => eb.and({ ...key, receiver })).set({ address }).returning('receiver').executeTakeFirst()
      if (known) return 'known'
      const { count } = await transaction.selectFrom('wallet_receiver').where((eb) => eb.and(key)).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
      if (count >= mostDevices) throw new ServiceError(429, 'TooManyRequests', 'The pass has too many devices')
      await transaction.insertInto('wallet_receiver').values({ ...key, receiver, address, ...(pass.changed_at > pass.made_at && { due_at: new Date() }) }).execute()
      return 'made'
    }),
    /** API-90: the device is told no more; what is not registered stays so. */
    unregister: (about: DevicePass, device: string): Promise<void> => proven(about, async (transaction) => { for (const each of names(about, device)) await forgetReceiver(transaction, each) }),
    /** API-96: which passes of a device changed; null for none. The device's name is its proof, so that names that are nobody's count for their address: 404, then 429. */
    changed: async ({ tenant, passTypeId, device, since, address }: { readonly tenant: Tenant; readonly passTypeId: string; readonly device: string; readonly since: number | null; readonly address: string }) => {
      const answer = await database.withTenant(tenant.id, async (transaction) => {
        const account = await accounts.current(tenant.id, transaction)
        const passes = account?.opened.passTypeId !== passTypeId ? [] : await transaction.selectFrom('wallet_receiver as receiver')
          .innerJoin('wallet_pass as pass', (join) => join.onRef('pass.tenant_id', '=', 'receiver.tenant_id').onRef('pass.reservation_id', '=', 'receiver.reservation_id').onRef('pass.wallet', '=', 'receiver.wallet'))
          .where('receiver.tenant_id', '=', tenant.id).where('receiver.wallet', '=', 'apple').where('receiver.receiver', 'in', deviceHashes(secret, tenant.id, device))
          .select(['pass.reservation_id as serial', sql<number>`extract(epoch from least(pass.changed_at, now() - make_interval(secs => ${lagSeconds})))::float8`.as('tag'), sql<number>`extract(epoch from pass.changed_at)::float8`.as('changed')]).execute()
        if (passes.length > 0) return passes
        // A miss is counted in a transaction that stays.
        const guard = await holdGuard(transaction, { tenantId: tenant.id, kind: 'link', subject: `wallet ${address}` })
        if (guard.locked) return link.lockSeconds
        await recordMiss(transaction, guard, link)
        return 0
      })
      if (typeof answer === 'number') throw answer > 0 ? new ServiceError(429, 'TooManyRequests', 'Too many requests, try again later', { headers: { 'retry-after': String(answer) } }) : new ServiceError(404, 'NotFound', 'The device is not known')
      const passes = answer.filter(({ changed }) => since === null || changed > since)
      return passes.length === 0 ? null : { serialNumbers: passes.map(({ serial }) => serial), lastUpdated: String(Math.floor(Math.max(...passes.map(({ tag }) => tag)))) }
    },
    /** API-97: the pass as it is now and when it changed; without the file where the device has it. */
    latest: async (about: DevicePass, has: Date | null): Promise<{ readonly changedAt: Date; readonly file: Buffer | null }> => {
      const { tenant, passTypeId, serial } = about
      const { changedAt, facts, account } = await proven(about, async (transaction, opened) => {
        const { changed_at: changedAt } = await passOf(transaction, about)
        if (has && changedAt <= has) return { changedAt, facts: null, account: opened }
        const stored = await loadReservation(transaction, tenant.id, { id: serial })
        if (!stored || stored.row.erased_at) throw unproven()
        return { changedAt, facts: await passFacts(transaction, stored, tenant), account: opened }
      })
      return { changedAt, file: facts && await applePass(facts, account, { locales: tenant.settings.locales, service: passService(secret, site, tenant, { passTypeId, serial }) }) }
    },
  }
}
export type PassDevices = ReturnType<typeof createPassDevices>
