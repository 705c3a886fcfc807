import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { DriverDocumentView } from './view.tsx'

/** The screen `driver-document`: the identity document (DRIVER-40). */
export const driverDocumentStep: Step = { name: 'driver-document', View: DriverDocumentView, opened, closed }
