import type { VehicleCondition } from '@checkin/api'
import type { Translate } from '@checkin/i18n'

/** A figure of the car in words; null where the company says nothing of it. */
export function figureOf(part: keyof VehicleCondition, { damages, fuelEighths, mileageKm }: VehicleCondition, words: Translate): string | null {
  switch (part) {
    case 'damages': return damages === null ? null : damages === 0 ? words('Damages.none') : words('Damages.known', { damages })
    case 'fuelEighths': return fuelEighths === null ? null : words('Fuel.figure', { fuelEighths })
    case 'mileageKm': return mileageKm === null ? null : words('Mileage.figure', { mileageKm })
  }
}
