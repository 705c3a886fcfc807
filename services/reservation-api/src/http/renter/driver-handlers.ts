import { ServiceError } from '@checkin/server'
import type { Transaction } from 'kysely'
import type { Handlers } from '../handlers.ts'
import type { DriverCheckKind } from '../../drivers/tables.ts'
import type { Tables } from '../../tables.ts'
import { requireSameSession, requireSession } from '../../identity/session.ts'
import type { Session } from '../../identity/session-store.ts'
import { postalCodeHandlers } from './postal-code-handlers.ts'
import { loadReservation, type StoredReservation } from '../../reservations/reservation-store.ts'
import { taxNumberHandlers } from './tax-number-handlers.ts'
import { feeFor } from '../../drivers/age-fee.ts'
import { countCheck } from '../../drivers/check-limit.ts'
import { areAgesAllowed } from '@checkin/driver-rules'
import { findKnownDriver, isEmailOfAnother } from '../../drivers/find-driver.ts'
import { saveDriver, type SaveDependencies } from '../../drivers/save-driver.ts'

const notFound = () => new ServiceError(404, 'ReservationNotFound', 'There is no such reservation')

async function ownOf(transaction: Transaction<Tables>, { tenantId, reservationId }: Session): Promise<StoredReservation> {
  const stored = await loadReservation(transaction, tenantId, { id: reservationId })
  if (!stored || stored.row.erased_at) throw notFound()
  return stored
}

/** API-22 to API-27. */
export function driverHandlers(dependencies: SaveDependencies) {
  const { database, postalCodes } = dependencies
  const asking = async (request: Parameters<typeof requireSession>[0], kind: DriverCheckKind): Promise<Session> => {
    const session = requireSession(request, 'link')
    await countCheck(database, session, kind)
    return session
  }
  const { findPostalCode } = postalCodeHandlers(postalCodes)
  const { checkTaxNumber } = taxNumberHandlers

  return {
    findDriver: async ({ request, query }) => {
      const session = await asking(request, 'driver')
      const found = await database.withTenant(session.tenantId, async (transaction) => findKnownDriver(transaction, await ownOf(transaction, session), query))
      switch (found.kind) {
        case 'found': return found.driver
        case 'new': throw new ServiceError(404, 'DriverNew', 'This driver is not known yet')
        case 'conflict': throw new ServiceError(409, 'DriverConflict', 'The e-mail address could not be verified')
        case 'no-match': throw new ServiceError(400, 'DriverNotFound', 'No matching driver was found')
      }
    },

    saveDriver: async ({ request, tenant, body }) => {
      const session = requireSession(request, 'link')
      requireSameSession(session, body.sessionKey)
      const driver = await saveDriver(dependencies, tenant, session, body)
      // The bytes of replaced pictures; should it fail here, the cleanup that comes by every few minutes does it.
      await dependencies.documents.clear(database, tenant.id).catch((error: unknown) => { request.log.error({ err: error }, 'pictures are left to remove') })
      return driver
    },

    checkDriverEmail: async ({ request, query }) => {
      const session = await asking(request, 'email')
      return database.withTenant(session.tenantId, async (transaction) => {
        const { driver, addDriver, row } = await ownOf(transaction, session)
        const own = [driver, addDriver].find((each) => each?.number === query.driverId) ?? null
        const known = own ?? (query.driverId === undefined ? null : await byNumber(transaction, session.tenantId, query.driverId))
        const renter = { name: row.customer_name, surname: row.customer_surname }
        const isRenters = row.customer_email?.toLowerCase() === query.email.toLowerCase()
        // A new driver (no id) may be the renter, whose own address is free; whoever else uses it is told when saving.
        const person = known ?? (isRenters ? renter : { name: '', surname: '' })
        return { isValid: !await isEmailOfAnother(transaction, session.tenantId, query.email, person) }
      })
    },

    findPostalCode: async (call) => {
      await asking(call.request, 'postal-code')
      return findPostalCode(call)
    },

    checkTaxNumber: async (call) => {
      await asking(call.request, 'tax-number')
      return checkTaxNumber(call)
    },

    validateAge: async ({ request, body }) => {
      const session = await asking(request, 'age')
      return database.withTenant(session.tenantId, async (transaction) => {
        const stored = await ownOf(transaction, session)
        const { row } = stored
        if (row.number !== body.reservation) throw notFound()
        if (!areAgesAllowed([body.birthDate], row.check_out_at.slice(0, 10), row.vehicle)) {
          throw new ServiceError(400, 'AgeNotAllowed', 'The driver\'s age is not allowed for this vehicle')
        }
        return { fee: feeFor(stored, body.birthDate) }
      })
    },
  } satisfies Handlers
}

const byNumber = (transaction: Transaction<Tables>, tenantId: string, number: number) =>
  transaction.selectFrom('driver').where('tenant_id', '=', tenantId).where('number', '=', number).select(['name', 'surname']).executeTakeFirst()
    .then((row) => row ?? null)
