import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { DriverContactView } from './view.tsx'

/** The screen `driver-contact`: e-mail and phone (DRIVER-33). */
export const driverContactStep: Step = { name: 'driver-contact', View: DriverContactView, opened, closed }
