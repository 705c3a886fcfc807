import type { Missing, MissingByAct } from '@checkin/api'
import { ServiceError } from '@checkin/server'
import type { Transaction } from 'kysely'
import type { TenantModule } from '@checkin/internal'
import type { Tables } from './tables.ts'
import type { StoredReservation } from './reservation-store.ts'
import type { Tenant } from '../tenants/tenant-store.ts'

/**
 * What a renter may want to do with the reservation. `change` is every update of it, `proceed` the deposit and the rental agreement, by
 * whichever call, `enterPrecheckout` the way in to them.
 */
export type Act = 'change' | 'saveDriver' | 'complete' | 'pay' | 'enterPrecheckout' | 'proceed'

/** A step of the flow that a tenant may switch off. */
export type FlowStep = TenantModule['viewTag']

/** Somebody wants to act on a reservation, as it is stored or as it would be. */
export interface ActRequest {
  readonly tenant: Tenant
  readonly stored: StoredReservation
  readonly act: Act
  /** Steps of the flow that the act belongs to; none when left out. */
  readonly steps?: readonly FlowStep[]
}

/** How a reservation stands before its renter. */
export interface Readiness {
  readonly termsAccepted: boolean
  readonly missing: MissingByAct
}

/** Whether renters may proceed: asked by every call that writes for them, before anybody else is asked anything (DEC-95). */
export interface Proceeding {
  /** What is missing, the most basic first. */
  readonly missing: (transaction: Transaction<Tables>, request: ActRequest) => Promise<readonly Missing[]>
  /** Throws the refusal of what is missing: 409 `TermsNotAccepted`, `DriverDataMissing` or `ModuleOff`, 404 `NotEligible`, 400 `AgeNotAllowed` or `Undesirable`; data: `missing`. */
  readonly require: (transaction: Transaction<Tables>, request: ActRequest) => Promise<void>
  /** What a page shows beforehand. */
  readonly readiness: (transaction: Transaction<Tables>, tenant: Tenant, stored: StoredReservation) => Promise<Readiness>
}

const refusals: Readonly<Record<string, { readonly status: number; readonly title: string }>> = {
  NotEligible: { status: 404, title: 'Pre-checkout is not possible for this reservation' },
  ModuleOff: { status: 409, title: 'This step is not offered any more' },
  TermsNotAccepted: { status: 409, title: 'The terms have to be agreed to first' },
  DriverDataMissing: { status: 409, title: 'Data of the main driver are missing' },
  AgeNotAllowed: { status: 400, title: 'The driver\'s age is not allowed for this vehicle' },
  Undesirable: { status: 400, title: 'The company asks this driver to come to the counter' },
}

/** Throws the refusal of the first thing that is missing; nothing when nothing is. */
export function requireNothing(missing: readonly Missing[]): void {
  const [first] = missing
  if (!first) return
  const { status, title } = refusals[first.code] ?? { status: 409, title: 'Something is missing' }
  throw new ServiceError(status, first.code, title, { data: { missing } })
}

/** Whether a refusal is one of these rules'. */
export const isRefusal = (error: unknown): error is ServiceError => error instanceof ServiceError && error.code in refusals
