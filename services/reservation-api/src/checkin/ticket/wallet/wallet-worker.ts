import { backoffSeconds, type Database } from '@checkin/server'
import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import * as z from 'zod'
import { unseal } from '../../../database/sealed-payload.ts'
import { loadReservation } from '../../../reservations/reservation-store.ts'
import type { DueTenants, Work } from '../../../tenants/due-work.ts'
import { repeatedWork, type RepeatedWork } from '../../../tenants/repeated-work.ts'
import { tenantRounds } from '../../../tenants/tenant-rounds.ts'
import type { Tenant } from '../../../tenants/tenant-store.ts'
import type { Tables } from '../../tables.ts'
import { pushToDevices, type Updated } from './apple-push.ts'
import { googleObject } from './google-pass.ts'
import { changeGoogleObjects } from './google-update.ts'
import { passFacts } from './pass-facts.ts'
import { changedPasses, finishReceiver, forgetPass, forgetReceiver, lookAtPass, takeDueReceivers, type TakenReceiver } from './pass-store.ts'
import type { WalletAccounts } from './wallet-accounts.ts'

export interface WalletWorkerOptions {
  readonly database: Database<Tables>
  readonly accounts: WalletAccounts
  /** Opens the addresses of devices. */
  readonly secret: string
  /** Those that have `walletUpdates`, and those that have `changedWalletPasses`. */
  readonly tenants: { readonly updates: DueTenants; readonly changed: DueTenants }
  readonly log: FastifyBaseLogger
  /** Milliseconds between two looks for receivers that are due, and for passes whose rental changed. */
  readonly everyMs: { readonly updates: number; readonly changed: number }
}

/** Devices and objects that are to be told now. */
export const walletUpdates: Work = { kind: 'wallet-updates' }
/** Passes whose rental was written to. */
export const changedWalletPasses: Work = { kind: 'changed-passes' }
/** Passes whose time is over. */
export const endedPasses: Work = { kind: 'ended-passes' }

const batch = 50
/** Seconds for which what cannot be sent waits: its company has no account for it. */
const idleSeconds = 3600
const Address = z.object({ pushToken: z.string() })

/** An attempt with what is sent. */
interface Sending {
  readonly taken: TakenReceiver
  /** Of a device; null for one that cannot be opened any more. */
  readonly address: string | null
  /** Of an object: what it says now; null once its rental has no person any more, and for a device. */
  readonly object: object | null
}

/** Brings passes in wallets up to date with their rentals (DEC-280). As many processes as wanted may run one; each receiver is taken by one of them. */
export function startWalletWorker(options: WalletWorkerOptions): RepeatedWork {
  const { database, secret, tenants, log, everyMs } = options
  const rounds = tenantRounds(log, 'passes in wallets cannot be looked at')
  const updates = repeatedWork({ everyMs: everyMs.updates }, async () => (await rounds(tenants.updates, (tenant) => updateOf(tenant, options))).more)
  const changed = repeatedWork({ everyMs: everyMs.changed }, async () => {
    const { more } = await rounds(tenants.changed, async (tenant) => {
      const passes = await database.withTenant(tenant.id, (transaction) => changedPasses(transaction, tenant.id, batch))
      // Each by itself: one that cannot be opened keeps no other waiting.
      const looks = await Promise.allSettled(passes.map((pass) => database.withTenant(tenant.id, (transaction) => lookAtPass(transaction, tenant, pass, secret))))
      const failed = looks.find((look) => look.status === 'rejected')
      if (failed) throw failed.reason
      return passes.length === batch
    })
    updates.wake()
    return more
  })
  return {
    wake: () => { changed.wake() },
    run: async () => { await changed.run(); await updates.run() },
    stop: async () => { await changed.stop(); await updates.stop() },
  }
}

/** Answers whether there may be more of this tenant's at once. */
async function updateOf(tenant: Tenant, { database, accounts, secret, log }: WalletWorkerOptions): Promise<boolean> {
  const { apple, google, sendings } = await database.withTenant(tenant.id, async (transaction) => {
    const [appleAccount, googleAccount] = [await accounts.apple.current(tenant.id, transaction), await accounts.google.current(tenant.id, transaction)]
    const taken = await takeDueReceivers(transaction, tenant.id, batch)
    const read: Sending[] = []
    for (const each of taken) read.push(each.wallet === 'apple' ? { taken: each, address: addressOf(each, secret), object: null } : { taken: each, address: null, object: googleAccount && await objectOf(transaction, tenant, each, googleAccount.opened) })
    return { apple: appleAccount?.opened ?? null, google: googleAccount?.opened ?? null, sendings: read }
  })
  const devices = sendings.filter(({ taken }) => taken.wallet === 'apple')
  const reached = devices.flatMap((sending) => (sending.address === null ? [] : [{ ...sending, address: sending.address }]))
  const objects = sendings.filter(({ taken }) => taken.wallet === 'google')
  const outcomes = await Promise.all([
    ...devices.filter(({ address }) => address === null).map((sending) => [[sending, { kind: 'gone' } as Updated]] as const),
    apple && reached.length > 0 ? pushToDevices(apple, reached.map(({ address }) => address)).then((all) => paired(reached, all)) : paired(reached, []),
    google && objects.length > 0 ? changeGoogleObjects(google, objects.map(({ taken, object }) => ({ serial: taken.reservationId, object: object ?? withdrawn }))).then((all) => paired(objects, all)) : paired(objects, []),
  ])
  for (const [{ taken, object }, updated] of outcomes.flat()) {
    const { wallet, attempts } = taken
    if (updated?.kind === 'again') log.warn({ tenant: tenant.host, wallet, attempt: attempts, reason: updated.reason }, 'a pass will be updated again')
    await database.withTenant(tenant.id, (transaction) => {
      if (!updated) return finishReceiver(transaction, taken, idleSeconds)
      if (updated.kind === 'again') return finishReceiver(transaction, taken, backoffSeconds(attempts))
      if (wallet === 'google') return object ? finishReceiver(transaction, taken, null) : forgetPass(transaction, taken)
      return updated.kind === 'gone' ? forgetReceiver(transaction, taken) : finishReceiver(transaction, taken, null)
    })
  }
  return sendings.length === batch
}

const paired = (sendings: readonly Sending[], outcomes: readonly Updated[]): readonly (readonly [Sending, Updated | null])[] => sendings.map((sending, at) => [sending, outcomes[at] ?? null])

/** What is left of an object whose rental has no person any more: nothing that is of one. */
const withdrawn = { state: 'INACTIVE', textModulesData: [] }

function addressOf({ reservationId, receiver, address }: TakenReceiver, secret: string): string | null {
  try {
    return address && Address.parse(unseal(secret, `${reservationId} ${receiver.toString('hex')}`, address, 'checkin wallet devices')).pushToken
  } catch {
    return null
  }
}

async function objectOf(transaction: Transaction<Tables>, tenant: Tenant, { tenantId, reservationId, language }: TakenReceiver, account: Parameters<typeof googleObject>[1]): Promise<object | null> {
  const stored = await loadReservation(transaction, tenantId, { id: reservationId })
  if (!stored || stored.row.erased_at) return null
  return googleObject(await passFacts(transaction, stored, tenant), account, language)
}
