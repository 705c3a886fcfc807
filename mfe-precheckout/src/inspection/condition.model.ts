import type { VehicleCondition } from '@checkin/api'
import { $reservation } from '@checkin/flow'

const unknown: VehicleCondition = { damages: null, fuelEighths: null, mileageKm: null }

/** The car as the company hands it over; null for what is compared with the handover sheet (DEC-131). */
export const $condition = $reservation.map((loaded) => loaded?.reservation.condition ?? unknown)
