import type { RemoteManifest } from '@checkin/remote/manifest'

/** What this module brings and which contract versions it was built against. */
export const manifest: RemoteManifest = {
  name: 'mfe-payment',
  team: 'payment',
  steps: ['overview', 'overview-precheckout', 'paymentLog', 'paymentCancel', 'complete', 'test-token'],
  firstScreens: ['paymentLog', 'paymentCancel'],
  needs: { shell: '^1.0.0', flow: '^1.3.0', rest: '^1.1.0', ui: '^1.0.0' },
}
