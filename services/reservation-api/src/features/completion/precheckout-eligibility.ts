import { moduleStatus } from '../reservations/module-status.ts'
import type { StoredReservation } from '../reservations/reservation-store.ts'
import type { TenantSettings } from '../tenants/tenant-settings.ts'

/** Whether a renter may go on to pre-checkout (API-21): the company allows it for this reservation, and there is no agreement yet. */
export const isPrecheckoutPossible = (stored: StoredReservation, settings: TenantSettings): boolean =>
  stored.row.erased_at === null && moduleStatus(stored, settings).some(({ viewTag, isEnabled, isCompleted }) => viewTag === 'precheckoutview' && isEnabled && !isCompleted)
