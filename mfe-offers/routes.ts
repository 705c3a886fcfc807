import { defineRoutes } from '@checkin/routes'

const likelyNext = { withOffers: 'overview', otherwise: 'overview' }

/** SHELL-16 to SHELL-19: another driver, the upgrade, extras. */
export const routes = defineRoutes('mfe-offers', [
  { name: 'additional-driver', path: '/additional-driver', leave: 'ask-forward', frame: 'driver', tag: 'addriver', stepper: 'offers', likelyNext },
  { name: 'upselling', path: '/upselling', leave: 'ask-forward', container: 'full', stepper: 'offers', likelyNext },
  { name: 'add-extras', path: '/add-extras', leave: 'ask-always', frame: 'car', tag: 'extras', stepper: 'offers', likelyNext },
  { name: 'extras', path: '/extras', tag: 'extras', container: 'upgrade', stepper: 'offers', likelyNext },
])
