import type { LoadedReservation } from '@checkin/api'
import type { Database } from '@checkin/server'
import type { Transaction } from 'kysely'
import type { IdentitySettings } from './identity-settings.ts'
import type { Tables } from './tables.ts'

/** What identity needs to know of a reservation to decide who may open it. */
export interface ReservationIdentity {
  /** Row id; never leaves the server. */
  readonly id: string
  /** Public, random and unguessable; names the reservation in the browser. */
  readonly guid: string
  readonly reference: string
  readonly surname: string
  /** Null when the rental company gave none (DEC-09). */
  readonly email: string | null
  /** Phone and licence numbers of the main driver on file, by whose end a reservation without an address is proved (DEC-99). None once a link to it was opened (DEC-255). */
  readonly numbers: readonly string[]
  /** Plain date YYYY-MM-DD of the check-out (pick-up), in the location's own time. */
  readonly pickUpDate: string
  readonly hasRentalAgreement: boolean
  /** Check-in is complete. */
  readonly isCompleted: boolean
  /** IANA name of the zone of the place of pick-up. */
  readonly pickUpZone: string
}

/** The reservations of a tenant as identity sees them; inside a transaction that names the tenant. */
export interface ReservationDirectory {
  /** By reference, without regard to case. */
  readonly byReference: (transaction: Transaction<Tables>, tenantId: string, reference: string) => Promise<ReservationIdentity | null>
  readonly byId: (transaction: Transaction<Tables>, tenantId: string, id: string) => Promise<ReservationIdentity | null>
  /** Stores the address that a renter proved to read, where the reservation had none (DEC-09). */
  readonly keepEmail: (transaction: Transaction<Tables>, tenantId: string, id: string, email: string) => Promise<void>
  /** The main driver's mobile number, if a code may go to it and it is one of these countries; null otherwise (DEC-231). */
  readonly smsNumber: (transaction: Transaction<Tables>, tenantId: string, id: string, countries: readonly string[]) => Promise<string | null>
  /** The reservation as validate and resume answer it. */
  readonly load: (transaction: Transaction<Tables>, tenantId: string, id: string) => Promise<LoadedReservation>
}

/** What the calls that open sessions work with. */
export interface IdentitySources {
  readonly database: Database<Tables>
  readonly directory: ReservationDirectory
  readonly settings: IdentitySettings
}

/** One key per reservation however it is typed, so that variants of a reference do not give more guesses. */
export const referenceKey = (reference: string): string => reference.trim().toUpperCase()
