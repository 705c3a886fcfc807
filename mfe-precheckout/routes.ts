import { defineRoutes } from '@checkin/routes'

const ending = { path: '/complete', needs: 'completion', history: 'final', container: 'narrow', stepper: 'ready', stay: 'end' } as const
const inspection = { safe: true, afterCompletion: true, frame: 'car', stepper: 'ready' } as const

/** SHELL-23 to SHELL-31: pre-checkout, the agreement and its signature, looking at the vehicle. */
export const routes = defineRoutes('mfe-precheckout', [
  { name: 'precheckout-guid', path: '/precheckout/:guid', needs: 'nothing', preRendered: true, link: true, history: 'replaced', stepper: 'find' },
  { name: 'precheckout', path: '/precheckout', requires: 'precheckout', container: 'narrow', stepper: 'review' },
  { name: 'precheckout-steps', path: '/precheckout/steps', requires: 'precheckout', stepper: 'review' },
  { name: 'rental-agreement', path: '/rental-agreement', requires: 'precheckout', document: 'payment', scripts: 'card', stepper: 'review', stay: 'long' },
  { name: 'complete-signed', path: '/completed/signed/:guid/:id', needs: 'nothing', preRendered: true, link: true, providerReturn: true, history: 'replaced', stepper: 'ready', stay: 'end' },
  { name: 'complete-rental-agreement', when: { completion: 'ra' }, ...ending },
  { name: 'complete-rental-agreement-no-payment', when: { completion: 'ra-no-payment' }, ...ending },
  { name: 'verify-damages', path: '/verify/damages', ...inspection },
  { name: 'verify-km', path: '/verify/km', ...inspection },
  { name: 'verify-fuel', path: '/verify/fuel', ...inspection },
])
