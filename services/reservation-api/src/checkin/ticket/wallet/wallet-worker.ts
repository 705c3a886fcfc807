import { backoffSeconds, type Database } from '@checkin/server'
import type { AccountBody } from '@checkin/internal'
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

/** What became of an attempt: beside what a provider answers, nothing was sent for want of an account, or nothing of a person is left there and its row may go. */
type Outcome = Updated | { readonly kind: 'idle' } | { readonly kind: 'ended' }
interface Attempted {
  readonly taken: TakenReceiver
  readonly outcome: Outcome
}

/** A device, with null for an address that cannot be opened any more. */
interface Device {
  readonly taken: TakenReceiver
  readonly address: string | null
}
/** An object with what it says now; null once its rental has no person any more. */
interface SavedObject {
  readonly taken: TakenReceiver
  readonly object: object | null
}

/** What is left of an object whose rental has no person any more. */
const withoutPerson = { state: 'INACTIVE', textModulesData: [] }

/** Answers whether there may be more of this tenant's at once. */
async function updateOf(tenant: Tenant, { database, accounts, secret, log }: WalletWorkerOptions): Promise<boolean> {
  const { apple, google, taken } = await database.withTenant(tenant.id, async (transaction) => ({
    apple: await accounts.apple.current(tenant.id, transaction), google: await accounts.google.current(tenant.id, transaction), taken: await takeDueReceivers(transaction, tenant.id, batch),
  }))
  const devices = taken.filter(({ wallet }) => wallet === 'apple').map((each): Device => ({ taken: each, address: addressOf(each, secret) }))
  const [objects, unread]: [SavedObject[], Attempted[]] = [[], []]
  for (const each of taken.filter(({ wallet }) => wallet === 'google')) {
    // Each by itself: one that cannot be read keeps no other waiting.
    const object = google && await database.withTenant(tenant.id, (transaction) => objectOf(transaction, tenant, each, google.opened)).catch((error: unknown) => {
      log.error({ err: error, tenant: tenant.host }, 'a rental with a pass cannot be read')
      return undefined
    })
    if (object === undefined) unread.push({ taken: each, outcome: { kind: 'again', reason: 'EREAD' } })
    else objects.push({ taken: each, object })
  }
  const attempts = [...unread, ...(await Promise.all([toDevices(apple?.opened ?? null, devices), toObjects(google?.opened ?? null, objects)])).flat()]
  for (const { taken, outcome } of attempts) {
    if (outcome.kind === 'again') log.warn({ tenant: tenant.host, wallet: taken.wallet, attempt: taken.attempts, reason: outcome.reason }, 'a pass will be updated again')
    await database.withTenant(tenant.id, (transaction) => writeDown(transaction, taken, outcome))
  }
  return attempts.length === batch
}

async function toDevices(account: AccountBody<'apple-wallet'> | null, devices: readonly Device[]): Promise<readonly Attempted[]> {
  const reached = devices.flatMap(({ taken, address }) => (address === null ? [] : [{ taken, address }]))
  const pushed = account && reached.length > 0 ? await pushToDevices(account, reached.map(({ address }) => address)) : []
  return [
    ...reached.map(({ taken }, at): Attempted => ({ taken, outcome: pushed[at] ?? { kind: 'idle' } })),
    ...devices.filter(({ address }) => address === null).map(({ taken }): Attempted => ({ taken, outcome: { kind: 'gone' } })),
  ]
}

async function toObjects(account: AccountBody<'google-wallet'> | null, objects: readonly SavedObject[]): Promise<readonly Attempted[]> {
  const changes = objects.map(({ taken, object }) => ({ serial: taken.reservationId, object: object ?? withoutPerson }))
  const changed = account && changes.length > 0 ? await changeGoogleObjects(account, changes) : []
  return objects.map(({ taken, object }, at): Attempted => {
    const outcome = changed[at] ?? { kind: 'idle' }
    return { taken, outcome: outcome.kind === 'done' && object === null ? { kind: 'ended' } : outcome }
  })
}

function writeDown(transaction: Transaction<Tables>, taken: TakenReceiver, outcome: Outcome): Promise<void> {
  switch (outcome.kind) {
    case 'done': return finishReceiver(transaction, taken, null)
    case 'again': return finishReceiver(transaction, taken, backoffSeconds(taken.attempts))
    case 'idle': return finishReceiver(transaction, taken, idleSeconds)
    case 'gone': return forgetReceiver(transaction, taken)
    case 'ended': return forgetPass(transaction, taken)
  }
}

function addressOf({ reservationId, receiver, address }: TakenReceiver, secret: string): string | null {
  try {
    return address && Address.parse(unseal(secret, `${reservationId} ${receiver.toString('hex')}`, address, 'checkin wallet devices')).pushToken
  } catch {
    return null
  }
}

async function objectOf(transaction: Transaction<Tables>, tenant: Tenant, { tenantId, reservationId, language }: TakenReceiver, account: AccountBody<'google-wallet'>): Promise<object | null> {
  const stored = await loadReservation(transaction, tenantId, { id: reservationId })
  if (!stored || stored.row.erased_at) return null
  return googleObject(await passFacts(transaction, stored, tenant), account, language)
}
