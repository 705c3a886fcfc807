import { ServiceError } from '@checkin/server'
import type { Transaction } from 'kysely'
import type { Handlers } from '../handlers.ts'
import type { DriverCheckKind } from '../../drivers/tables.ts'
import type { Tables } from '../../tables.ts'
import { requireSameSession, requireSession } from '../../identity/session.ts'
import type { Session } from '../../identity/session-store.ts'
import { ownReservation, reservationOf } from '../../reservations/own-reservation.ts'
import { countCheck } from '../../drivers/check-limit.ts'
import { ageAnswer, placesOf, requireTaxNumber } from '../../drivers/driver-questions.ts'
import { findDriver, isEmailOfAnother, knows, type KnownDrivers } from '../../drivers/find-driver.ts'
import { saveDriver, type SaveDependencies } from '../../drivers/save-driver.ts'

/** API-22 to API-27. */
export function driverHandlers(dependencies: SaveDependencies) {
  const { database, postalCodes } = dependencies
  const asking = async (request: Parameters<typeof requireSession>[0], kind: DriverCheckKind): Promise<Session> => {
    const session = requireSession(request, 'link')
    await countCheck(database, session, kind)
    return session
  }

  return {
    findDriver: async ({ request, query }) => {
      const session = await asking(request, 'driver')
      const found = await database.withTenant(session.tenantId, async (transaction) => findDriver(transaction, await reservationOf(transaction, session), query, knownTo(session)))
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
        const stored = await reservationOf(transaction, session)
        const { driver, addDriver, row } = stored
        const own = [driver, addDriver].find((each) => each?.number === query.driverId) ?? null
        const known = own ?? (query.driverId === undefined ? null : await byNumber(transaction, session.tenantId, query.driverId))
        const renter = { name: row.customer_name, surname: row.customer_surname }
        const isRenters = row.customer_email?.toLowerCase() === query.email.toLowerCase()
        // A new driver (no id) may be the renter, whose own address is free; whoever else uses it is told when saving.
        const person = known ?? (isRenters ? renter : { name: '', surname: '' })
        return { isValid: !await isEmailOfAnother(transaction, session.tenantId, query.email, person, knows(knownTo(session), stored)) }
      })
    },

    findPostalCode: async ({ request, query: { zipCode, countryId } }) => {
      await asking(request, 'postal-code')
      return placesOf(postalCodes, zipCode, countryId)
    },

    checkTaxNumber: async ({ request, query: { taxNumber, countryId }, reply }) => {
      await asking(request, 'tax-number')
      void reply.header('cache-control', 'no-store')
      requireTaxNumber(taxNumber, countryId)
      return { isValid: true as const }
    },

    validateAge: async ({ request, body }) => {
      const session = await asking(request, 'age')
      return database.withTenant(session.tenantId, async (transaction) => ageAnswer(await ownReservation(transaction, session, body.reservation), body.birthDate))
    },
  } satisfies Handlers
}

/** A link is proved by nobody yet: it learns of nobody but the drivers of its own reservation (DEC-114). */
const knownTo = ({ level }: Session): KnownDrivers => (level === 'verified' ? 'tenant' : 'reservation')

const byNumber = (transaction: Transaction<Tables>, tenantId: string, number: number) =>
  transaction.selectFrom('driver').where('tenant_id', '=', tenantId).where('number', '=', number).select(['name', 'surname']).executeTakeFirst()
    .then((row) => row ?? null)
