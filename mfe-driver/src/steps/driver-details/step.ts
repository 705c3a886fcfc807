import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { DriverDetailsView } from './view.tsx'

/** The screen `driver-details`: address, birth and tax number (DRIVER-19). */
export const driverDetailsStep: Step = { name: 'driver-details', View: DriverDetailsView, opened, closed }
