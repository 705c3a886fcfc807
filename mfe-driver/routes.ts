import { defineRoutes } from '@checkin/routes'

const likelyNext = { withOffers: 'upselling', otherwise: 'overview' }

/** SHELL-11 to SHELL-15: the driver's data and documents; and a phone that takes pictures of them (DEC-204); and an invited driver (DEC-209). */
export const routes = defineRoutes('mfe-driver', [
  { name: 'verify-driver', path: '/verify-driver', safe: true, frame: 'driver', tag: 'driver', stepper: 'about', likelyNext },
  { name: 'driver-details', path: '/driver-details', safe: true, frame: 'driver', tag: 'driver', stepper: 'about', likelyNext, stay: 'long' },
  { name: 'driver-contact', path: '/driver-contact', safe: true, frame: 'driver', tag: 'driver', stepper: 'about', likelyNext, stay: 'long' },
  { name: 'driver-document', path: '/driver-document', safe: true, frame: 'driver-id', tag: 'driver', stepper: 'documents', likelyNext, stay: 'long' },
  { name: 'driver-document-license', path: '/driver-document-license', safe: true, leave: 'ask-forward', frame: 'driver-license', tag: 'driver', stepper: 'documents', likelyNext, stay: 'long' },
  { name: 'hand-over', path: '/hand-over/:guid', needs: 'nothing', link: true, frame: 'driver-id', stay: 'end' },
  { name: 'invitation', path: '/invitation/:guid', needs: 'nothing', link: true, frame: 'driver', stay: 'end' },
])
