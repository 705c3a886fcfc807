import { mileageConfirmed, mileageLeft } from '@checkin/flow/publish/precheckout'
import { createReading } from '../../inspection/reading.model.ts'

/** STATES S4.3, S4.4. */
export const reading = createReading({ confirmed: mileageConfirmed, left: mileageLeft })
export const { opened, closed } = reading
