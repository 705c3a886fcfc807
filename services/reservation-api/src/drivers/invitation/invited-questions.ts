import type { Database } from '@checkin/server'
import { storedReservation } from '../../reservations/reservation-store.ts'
import { countCheck } from '../check-limit.ts'
import { ageAnswer, placesOf, requireTaxNumber } from '../driver-questions.ts'
import type { PostalCodes } from '../postal-codes.ts'
import type { DriverCheckKind, Tables } from '../tables.ts'
import type { Invitations, Invitee } from './invitation.ts'

/** Who asks: a link, and the browser that was proved. */
export interface ProvedBrowser {
  readonly invitee: Invitee
  readonly key: string
}

interface Dependencies {
  readonly database: Database<Tables>
  readonly postalCodes: PostalCodes
  readonly invitations: Pick<Invitations, 'proved'>
}

/** What an invited driver asks about the own data while filling it in: answered and limited as for a session, to the proved browser alone (DEC-237, API-70 to API-72). */
export function createInvitedQuestions({ database, postalCodes, invitations }: Dependencies) {
  const asking = async ({ invitee, key }: ProvedBrowser, kind: DriverCheckKind) => {
    const row = await invitations.proved(invitee, key)
    await countCheck(database, { tenantId: row.tenant_id, id: row.id }, kind)
    return row
  }
  return {
    places: async (browser: ProvedBrowser, zipCode: string, countryId: number) => {
      await asking(browser, 'postal-code')
      return placesOf(postalCodes, zipCode, countryId)
    },
    taxNumber: async (browser: ProvedBrowser, taxNumber: string, countryId: number) => {
      await asking(browser, 'tax-number')
      requireTaxNumber(taxNumber, countryId)
    },
    age: async (browser: ProvedBrowser, birthDate: string) => {
      const { tenant_id: tenantId, reservation_id: id } = await asking(browser, 'age')
      return database.withTenant(tenantId, async (transaction) => ageAnswer(await storedReservation(transaction, tenantId, id), birthDate))
    },
  }
}
export type InvitedQuestions = ReturnType<typeof createInvitedQuestions>
