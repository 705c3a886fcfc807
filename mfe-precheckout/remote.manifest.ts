import type { RemoteManifest } from '@checkin/remote/manifest'

/** What this module brings and which contract versions it was built against. */
export const manifest: RemoteManifest = {
  name: 'mfe-precheckout',
  team: 'precheckout',
  steps: [
    'precheckout-guid', 'precheckout', 'precheckout-steps', 'rental-agreement', 'complete-signed', 'complete-rental-agreement', 'complete-rental-agreement-no-payment',
    'verify-damages', 'verify-km', 'verify-fuel',
  ],
  firstScreens: ['precheckout-guid', 'complete-signed'],
  needs: { shell: '^1.0.0', flow: '^1.3.0', rest: '^1.1.0', ui: '^1.0.0' },
}
