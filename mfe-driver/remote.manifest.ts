import type { RemoteManifest } from '@checkin/remote/manifest'

/** What this module brings and which contract versions it was built against. */
export const manifest: RemoteManifest = {
  name: 'mfe-driver',
  team: 'driver',
  steps: ['verify-driver', 'driver-details', 'driver-contact', 'driver-document', 'driver-document-license'],
  needs: { shell: '^1.0.0', flow: '^1.0.0', rest: '^1.0.0', ui: '^1.0.0' },
}
