import { defineRoutes } from '@checkin/routes'

/** The ticket stands alone (DEC-208): the link of the confirmation brings all that it needs. */
export const routes = defineRoutes('mfe-ticket', [
  { name: 'ticket', path: '/ticket/:guid', needs: 'nothing', link: true, frame: 'car', stay: 'end', leads: {} },
])
