import type { ModuleStatus } from '@checkin/api'
import type { TenantSettings } from '@checkin/internal'
import { tenantModules } from '../tenants/tenant-settings.ts'
import { isUpgraded } from './offers/upgrades.ts'
import type { StoredReservation } from './reservation-store.ts'
import { reservationTotals } from './wire-summary.ts'

type State = Pick<ModuleStatus, 'isEnabled' | 'isCompleted'>

/** What this reservation makes of each step of the tenant (DEC-71): a step without anything to offer, or already done, is off. */
export function moduleStatus(stored: StoredReservation, settings: TenantSettings): ModuleStatus[] {
  const { row, extras, addDriver } = stored
  const hasUpgrade = isUpgraded(stored)
  const states: Readonly<Record<string, State>> = {
    adview: { isEnabled: extras.some((extra) => extra.flags.includes('isAddDriver')), isCompleted: addDriver !== null },
    upview: { isEnabled: !hasUpgrade, isCompleted: hasUpgrade },
    exview: { isEnabled: true, isCompleted: false },
    uploadview: { isEnabled: settings.isUploadAvailable, isCompleted: false },
    paymentview: { isEnabled: settings.gateways.length > 0, isCompleted: reservationTotals(stored).pending <= 0 },
    precheckoutview: { isEnabled: row.is_precheckout_eligible, isCompleted: row.has_rental_agreement },
  }
  return tenantModules(settings).map((module) => {
    const { isEnabled, isCompleted } = states[module.viewTag] ?? { isEnabled: false, isCompleted: false }
    return { ...module, isEnabled: module.isEnabled && isEnabled, isCompleted }
  })
}

/** Whether a renter may go on to pre-checkout (API-21): the company allows it for this reservation, and there is no agreement yet. */
export const isPrecheckoutPossible = (stored: StoredReservation, settings: TenantSettings): boolean =>
  stored.row.erased_at === null && moduleStatus(stored, settings).some(({ viewTag, isEnabled, isCompleted }) => viewTag === 'precheckoutview' && isEnabled && !isCompleted)
