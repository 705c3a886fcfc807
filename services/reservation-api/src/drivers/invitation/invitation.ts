import { timingSafeEqual } from 'node:crypto'
import type { DriverPost } from '@checkin/api'
import type { InvitedState, InvitedTrip } from '@checkin/api/invitation'
import { currentSecret, openWithAny, ServiceError } from '@checkin/server'
import type { Language } from '@checkin/i18n'
import type { Transaction } from 'kysely'
import { keyFor, seal, unseal } from '../../database/seal.ts'
import { holdGuard, recordMiss } from '../../identity/guard-store.ts'
import type { IdentitySettings } from '../../identity/identity-settings.ts'
import { isToken, tokenHash } from '../../identity/opaque-token.ts'
import type { Session } from '../../identity/session-store.ts'
import { queueSms } from '../../identity/sms-on-file.ts'
import { cancelMails, enqueueMail } from '../../mail/outbox-store.ts'
import { minutes } from '../../reservations/rental-facts.ts'
import { loadReservation, type StoredReservation } from '../../reservations/reservation-store.ts'
import type { Tenant } from '../../tenants/tenant-store.ts'
import { takesPictures } from '../driver-objections.ts'
import { endHandOversOf, type Page } from '../hand-over/hand-over-store.ts'
import { saveDriver, type SaveDependencies } from '../save-driver.ts'
import type { Tables } from '../tables.ts'
import { invitedSms, smsTarget } from './invitation-sms.ts'
import { finishInvitation, keepProof, liveInvitation, lockInvitedReservation, makeCode, redeemInvitationCode, secondsToNextCode, type Invitation } from './invitation-store.ts'

export interface InvitationDependencies extends SaveDependencies {
  readonly settings: Pick<IdentitySettings, 'link' | 'code' | 'codeSecret' | 'sms'>
  /** Called after a message was committed. */
  readonly mailQueued: () => void
}

/** Who comes with a link and no session. */
export interface Invitee {
  readonly tenant: Tenant
  readonly address: string
  readonly token: string
}

/** What is known of where an invited driver is reached opens with the link alone. */
export function sealedUnderToken(secret: string) {
  const keyOf = (each: string, token: string): Buffer => keyFor(`${each} ${token}`, 'checkin driver invitation')
  return {
    seal: (token: string, place: string, address: string): Buffer => seal(keyOf(currentSecret(secret), token), place, Buffer.from(address)),
    open: (token: string, place: string, sealed: Buffer): string => openWithAny(secret, (each) => unseal(keyOf(each, token), place, sealed)).toString('utf8'),
  }
}

const unknown = () => new ServiceError(404, 'LinkUnknown', 'There is nothing at this link')
/** The refusal of who asks too often. */
export const tooMany = (seconds: number) => new ServiceError(429, 'TooManyRequests', 'Too many requests, try again later', { headers: { 'retry-after': String(seconds) } })
const isProved = ({ key_hash: hash }: Invitation, key: string): boolean => hash !== null && timingSafeEqual(hash, tokenHash(key))

/** The page of an invited driver, where pictures by phone may go (DEC-240). */
export const invitedPage = ({ tenant_id: tenantId, reservation_id: reservationId, id }: Invitation): Page => ({ tenantId, reservationId, column: 'invitation_id', id })

/** What an invited driver learns of the rental, and nothing else (DEC-211). */
function tripOf(tenant: Tenant, { row }: StoredReservation): InvitedTrip {
  const { vehicle } = row
  return {
    reservation: '', renter: row.customer_name, vehicle: vehicle.name, checkOut: { dateAndTime: minutes(row.check_out_at), place: row.check_out_place },
    checkIn: { dateAndTime: minutes(row.check_in_at), place: row.check_in_place }, minAge: Math.max(18, vehicle.groupMinAge ?? 0), maxAge: vehicle.groupMaxAge ?? 99, takesPictures: takesPictures(tenant),
  }
}

/** The additional driver fills in the own part by a link (DEC-209 to DEC-212, API-85 to API-88). Every refusal of the link is one and the same 404. */
export function createInvitations(dependencies: InvitationDependencies) {
  const { database, documents, settings, mailQueued } = dependencies
  const { seal: sealAddress, open: addressIn } = sealedUnderToken(settings.codeSecret)

  /**
   * What an invited driver asks for by token. A miss is counted for its address, in a transaction that stays, and so is what `ask` answers. Where that writes
   * something of the reservation (`first`), its row is held before the invitation's: the renter's calls take them in this order.
   */
  async function byToken<Result>({ tenant, address, token }: Invitee, ask: (transaction: Transaction<Tables>, row: Invitation) => Promise<Result>, first: 'invitation' | 'reservation' = 'invitation'): Promise<Result> {
    const found = await database.withTenant(tenant.id, async (transaction): Promise<{ readonly result: Result } | number> => {
      const guard = await holdGuard(transaction, { tenantId: tenant.id, kind: 'link', subject: address })
      if (guard.locked) return settings.link.lockSeconds
      const isLink = tenant.settings.driverInvitation && isToken(token)
      if (isLink && first === 'reservation') await lockInvitedReservation(transaction, tenant.id, token)
      const row = isLink ? await liveInvitation(transaction, tenant.id, { token }) : null
      if (row) return { result: await ask(transaction, row) }
      await recordMiss(transaction, guard, settings.link)
      return 0
    })
    if (typeof found !== 'number') return found.result
    throw found > 0 ? tooMany(found) : unknown()
  }

  async function rentalOf(transaction: Transaction<Tables>, row: Invitation): Promise<StoredReservation> {
    const stored = await loadReservation(transaction, row.tenant_id, { id: row.reservation_id })
    if (!stored) throw unknown()
    return stored
  }

  const requireProved = (row: Invitation, key: string): void => {
    if (!isProved(row, key)) throw new ServiceError(403, 'CodeRequired', 'Confirm the code first')
  }

  return {
    /** The living invitation of a browser that was proved. Throws what every call of it does. */
    proved: (invitee: Invitee, key: string): Promise<Invitation> => byToken(invitee, (_, row) => {
      requireProved(row, key)
      return Promise.resolve(row)
    }),

    /** An invited driver comes, or asks again. */
    open: (invitee: Invitee, key: string) => byToken(invitee, async (transaction, row): Promise<InvitedState> =>
      (isProved(row, key) ? { state: 'open', trip: tripOf(invitee.tenant, await rentalOf(transaction, row)) } : { state: row.sealed_email === null ? 'email' : 'code', trip: null, ...await invitedSms(transaction, row) })),

    /** Sends a code: by text message to the number that the link went to, else by mail, to the address that is known or else the one that is named. Another one than the known gets nothing, and nobody learns that. */
    sendCode: async (invitee: Invitee, email: string | null, language: Language): Promise<void> => {
      const { token, tenant } = invitee
      const seconds = await byToken(invitee, async (transaction, row) => {
        const known = row.sealed_email === null ? null : addressIn(token, row.id, row.sealed_email)
        const to = known ?? email?.trim() ?? null
        if (to === null) throw new ServiceError(400, 'InvalidRequest', 'An e-mail address is needed', { data: { issues: [{ path: 'email', code: 'required' }] } })
        const sms = row.number_end === null ? null : await smsTarget(transaction, settings, { tenant, reservationId: row.reservation_id, number: to, network: invitee.address })
        // What the tenant's messages bring no more leads nowhere: nobody else's address may stand in for the number.
        if (sms === 'off' || sms === 'refused') throw unknown()
        const wait = Math.max(await secondsToNextCode(transaction, row, settings.code), await sms?.seconds() ?? 0)
        if (wait > 0) return wait
        const code = await makeCode(transaction, row, { secret: settings.codeSecret, limits: settings.code, seal: (id) => sealAddress(token, id, to) })
        if (sms) {
          await cancelMails(transaction, tenant.id, row.reservation_id, 'invitation-code-sms')
          await queueSms(transaction, sms.counted, { kind: 'invitation-code-sms', sessionId: row.id, number: sms.number, language, usefulSeconds: settings.code.lifetimeSeconds, payload: { code } }, settings.codeSecret)
          return 0
        }
        await enqueueMail(transaction, {
          tenantId: tenant.id, kind: 'invitation-code', reservationId: row.reservation_id, to, language, usefulSeconds: settings.code.lifetimeSeconds,
          payload: { code, minutes: Math.round(settings.code.lifetimeSeconds / 60) },
        }, settings.codeSecret)
        return 0
      }, 'reservation')
      if (seconds > 0) throw tooMany(seconds)
      mailQueued()
    },

    /** Proves the code, and with it the address or number and this browser. Tries that were wrong stay counted. */
    prove: async (invitee: Invitee, key: string, code: string): Promise<InvitedState> => {
      const trip = await byToken(invitee, async (transaction, row) => {
        const redeemed = await redeemInvitationCode(transaction, row, code, settings.codeSecret, settings.code)
        if (!redeemed) return null
        // A code that a former browser shows ends with its place.
        await endHandOversOf(transaction, invitedPage(row))
        await keepProof(transaction, row, key, sealAddress(invitee.token, row.id, addressIn(invitee.token, redeemed.id, redeemed.sealed)))
        return tripOf(invitee.tenant, await rentalOf(transaction, row))
      })
      if (!trip) throw new ServiceError(404, 'CodeNotFound', 'The code is not valid')
      return { state: 'open', trip }
    },

    /** Saves the driver as the renter would; the proved address, where it is one of mail, is the driver's unless another one is sent. */
    save: async (invitee: Invitee, key: string, driver: DriverPost): Promise<void> => {
      const { tenant, token } = invitee
      const { row, number, email } = await byToken(invitee, async (transaction, found) => {
        requireProved(found, key)
        return { row: found, number: (await rentalOf(transaction, found)).row.number, email: found.sealed_email === null || found.number_end !== null ? null : addressIn(token, found.id, found.sealed_email) }
      })
      // Stands for no session: no call takes it, and nothing of the renter's is reached by it.
      const session: Session = { id: row.id, tenantId: tenant.id, reservationId: row.reservation_id, level: 'link', sessionKey: '', isPreview: false }
      await saveDriver(dependencies, tenant, session, { reservation: number, driver: { ...driver, id: 0, email: driver.email || email }, addDriver: true, sessionKey: '' }, {
        requireInvited: async (transaction) => {
          const live = await liveInvitation(transaction, tenant.id, { token })
          if (!live) throw unknown()
          requireProved(live, key)
        },
        done: async (transaction) => { await finishInvitation(transaction, row) },
      })
      await documents.clear(database, tenant.id).catch(() => undefined)
    },
  }
}
export type Invitations = ReturnType<typeof createInvitations>
