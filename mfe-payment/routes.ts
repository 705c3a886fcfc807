import { defineRoutes } from '@checkin/routes'

const walletReturn = { needs: 'nothing', preRendered: true, providerReturn: true, document: 'payment', history: 'replaced', stepper: 'review' } as const

/** SHELL-20 to SHELL-22, SHELL-30, SHELL-32: overview, payment, the wallet's returns, completion. */
export const routes = defineRoutes('mfe-payment', [
  { name: 'overview', path: '/overview', when: { mode: 'main' }, requires: 'complete', document: 'payment', scripts: 'card', container: 'narrow', stepper: 'review', stay: 'long' },
  { name: 'overview-precheckout', path: '/overview', when: { mode: 'precheckout' }, requires: 'precheckout', document: 'payment', scripts: 'card', container: 'narrow', stepper: 'review', stay: 'long' },
  { name: 'paymentLog', path: '/reservation/:guid/success', ...walletReturn },
  { name: 'paymentCancel', path: '/reservation/:guid/cancel', ...walletReturn },
  { name: 'complete', path: '/complete', when: { completion: 'complete' }, needs: 'completion', history: 'final', container: 'narrow', stepper: 'ready', stay: 'end' },
  { name: 'test-token', path: '/test/token', needs: 'sandbox', document: 'payment', scripts: 'card', stay: 'end' },
])
