import { fuelConfirmed, fuelLeft } from '@checkin/flow/publish/precheckout'
import { createReading } from '../../inspection/reading.model.ts'

/** STATES S4.5, S4.6. */
export const reading = createReading({ confirmed: fuelConfirmed, left: fuelLeft })
export const { opened, closed } = reading
