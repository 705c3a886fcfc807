import { defineRoutes } from '@checkin/routes'

/** SHELL-07 to SHELL-10: find the reservation, prove it, see it. */
export const routes = defineRoutes('mfe-verification', [
  { name: 'verify-reservation', path: '/', needs: 'nothing', preRendered: true, frame: 'calendar', stepper: 'find', likelyNext: { withOffers: 'verify-driver', otherwise: 'verify-driver' } },
  { name: 'verify-code', path: '/verify-code', needs: 'lookup', frame: 'calendar', stepper: 'confirm', likelyNext: { withOffers: 'verify-driver', otherwise: 'verify-driver' }, stay: 'long' },
  { name: 'verify-guid', path: '/:guid', needs: 'nothing', preRendered: true, link: true, history: 'replaced', frame: 'calendar', stepper: 'find', likelyNext: { withOffers: 'verify-driver', otherwise: 'verify-driver' } },
  { name: 'reservation', path: '/reservation', safe: true, frame: 'calendar', stepper: 'about', likelyNext: { withOffers: 'verify-driver', otherwise: 'verify-driver' } },
])
