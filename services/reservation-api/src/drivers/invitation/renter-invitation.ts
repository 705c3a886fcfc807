import type { InvitationState } from '@checkin/api/invitation'
import { ServiceError } from '@checkin/server'
import type { Language } from '@checkin/i18n'
import type { Transaction } from 'kysely'
import type { Session } from '../../identity/session-store.ts'
import { queueSms } from '../../identity/sms-on-file.ts'
import { enqueueMail } from '../../mail/outbox-store.ts'
import { isReadOnlyFor, reservationOf } from '../../reservations/own-reservation.ts'
import { minutes } from '../../reservations/rental-facts.ts'
import { addDriverLine, lockReservation } from '../../reservations/reservation-store.ts'
import type { Tenant } from '../../tenants/tenant-store.ts'
import { feeFor } from '../age-fee.ts'
import type { Tables } from '../tables.ts'
import { sealedUnderToken, tooMany, type InvitationDependencies } from './invitation.ts'
import { isUnderWay, renterSms, smsTarget, type SmsAsked, type SmsTarget } from './invitation-sms.ts'
import { endInvitations, invitationsPerHour, invitedWithinHour, liveInvitation, openInvitation, type InvitedAt } from './invitation-store.ts'

/** Where the renter wants the invitation to go: to a mail address, to a number as it was typed (DEC-285), or null for a link to pass on. */
export type Recipient = Pick<InvitedAt, 'by' | 'address'> & { readonly by: 'mail' } | Pick<SmsAsked, 'number' | 'network'> & { readonly by: 'sms' } | null

/** The renter invites the additional driver, sees where that stands, and takes it back (DEC-209, DEC-211, DEC-285, API-55 to API-57, API-91). */
export function createRenterInvitations({ database, settings, proceeding, mailQueued }: Pick<InvitationDependencies, 'database' | 'settings' | 'proceeding' | 'mailQueued'>) {
  async function stateOf(transaction: Transaction<Tables>, tenant: Tenant, session: Session): Promise<InvitationState> {
    const live = await liveInvitation(transaction, session.tenantId, { reservationId: session.reservationId })
    const sms = await renterSms(transaction, tenant, live)
    if (live) return { state: 'waiting', firstName: null, expiresAt: live.expires_at.toISOString(), ...sms }
    const stored = await reservationOf(transaction, session)
    const { addDriver } = stored
    if (!addDriver?.is_invited) return { state: 'none', firstName: null, expiresAt: null, ...sms }
    return { state: 'done', firstName: addDriver.name, expiresAt: null, fee: addDriver.birth_date === null ? null : feeFor(stored, addDriver.birth_date) }
  }

  /** The number that an invitation may go to. Throws 409 where the tenant has no messages for that, 400 for any other number. */
  async function numberFor(transaction: Transaction<Tables>, asked: SmsAsked): Promise<SmsTarget> {
    const target = await smsTarget(transaction, settings, asked)
    if (target === 'off') throw new ServiceError(409, 'ModuleOff', 'Nobody is invited by text message here')
    if (target === 'refused') throw new ServiceError(400, 'InvalidRequest', 'No text message goes to this number', { data: { issues: [{ path: 'number', code: 'invalid' }] } })
    return target
  }

  return {
    /**
     * Invites; what lived before ends, unless it went to this very number and has not failed: then it is that one, and no second message leaves.
     * Throws 409 where the tenant has it not or nothing can be changed, 400 where no additional driver is taken or no message goes to the number, 429 for too many.
     */
    begin: async (tenant: Tenant, session: Session, to: Recipient, language: Language) => {
      const begun = await database.withTenant(tenant.id, async (transaction) => {
        if (!tenant.settings.driverInvitation) throw new ServiceError(409, 'ModuleOff', 'Additional drivers are not invited here')
        await lockReservation(transaction, tenant.id, session.reservationId)
        const stored = await reservationOf(transaction, session)
        const { row } = stored
        if (row.has_rental_agreement) throw new ServiceError(409, 'HasRentalAgreement', 'The reservation already has a rental agreement')
        if (row.is_completed || isReadOnlyFor(row, session.id)) throw new ServiceError(409, 'ReadOnlySession', 'The check-in is completed')
        await proceeding.require(transaction, { tenant, stored, act: 'saveDriver', steps: ['adview'] })
        if (!stored.addDriver && !addDriverLine(stored)) throw new ServiceError(400, 'CannotUpdate', 'This reservation takes no additional driver')
        const sms = to?.by === 'sms' ? await numberFor(transaction, { tenant, reservationId: row.id, ...to }) : null
        const live = sms && await liveInvitation(transaction, tenant.id, { reservationId: row.id })
        if (sms && live && await isUnderWay(transaction, live, sms.counted)) return { token: null, expiresAt: live.expires_at }
        if (await invitedWithinHour(transaction, tenant.id, row.id) >= invitationsPerHour) throw tooMany(600)
        const opened = await openInvitation(transaction, {
          tenantId: tenant.id, reservationId: row.id, hours: tenant.settings.invitationHours, seal: sealedUnderToken(settings.codeSecret).seal, to: sms ? { by: 'sms', address: sms.number } : to?.by === 'mail' ? to : null,
        })
        if (!opened) throw new ServiceError(400, 'CannotUpdate', 'The vehicle is picked up already')
        const { token, expiresAt } = opened
        if (sms) {
          // Counted after the row is held, as codes are; a refusal undoes all of it.
          const seconds = await sms.seconds()
          if (seconds > 0) throw tooMany(seconds)
          const usefulSeconds = Math.ceil((expiresAt.getTime() - Date.now()) / 1000)
          await queueSms(transaction, sms.counted, { kind: 'invitation-sms', sessionId: opened.id, number: sms.number, language, usefulSeconds, payload: { token, renter: row.customer_name } }, settings.codeSecret)
        } else if (to?.by === 'mail') {
          await enqueueMail(transaction, {
            tenantId: tenant.id, kind: 'invitation', reservationId: row.id, to: to.address, language, usefulSeconds: tenant.settings.invitationHours * 3600,
            payload: { token, renter: row.customer_name, vehicle: row.vehicle.name, checkOut: minutes(row.check_out_at), place: row.check_out_place },
          }, settings.codeSecret)
        }
        return { token: to ? null : token, expiresAt }
      })
      if (to) mailQueued()
      return { ...begun, expiresAt: begun.expiresAt.toISOString() }
    },

    /** Where it stands before the renter. */
    read: (tenant: Tenant, session: Session) => database.withTenant(tenant.id, (transaction) => stateOf(transaction, tenant, session)),

    /** Ends what lives. One that is saved at this moment waits for the other: what was first counts. */
    withdraw: (tenant: Tenant, session: Session) => database.withTenant(session.tenantId, async (transaction) => {
      await lockReservation(transaction, session.tenantId, session.reservationId)
      await endInvitations(transaction, session.tenantId, session.reservationId)
      return stateOf(transaction, tenant, session)
    }),
  }
}
export type RenterInvitations = ReturnType<typeof createRenterInvitations>
