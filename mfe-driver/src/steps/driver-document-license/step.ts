import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { DriverLicenceView } from './view.tsx'

/** The screen `driver-document-license`: the driving licences, and the save (DRIVER-48, DRIVER-56). */
export const driverLicenceStep: Step = { name: 'driver-document-license', View: DriverLicenceView, opened, closed }
