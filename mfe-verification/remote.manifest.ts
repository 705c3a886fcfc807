import type { RemoteManifest } from '@checkin/remote/manifest'

/** What this module brings and which contract versions it was built against. */
export const manifest: RemoteManifest = {
  name: 'mfe-verification',
  team: 'verification',
  steps: ['verify-reservation', 'verify-code', 'verify-guid', 'reservation'],
  firstScreens: ['verify-reservation', 'verify-guid'],
  needs: { shell: '^1.0.0', flow: '^1.0.0', rest: '^1.0.0', ui: '^1.0.0' },
}
