import type { RemoteManifest } from '@checkin/remote/manifest'

/** A module of two screens, for the tests of loading, falling back and refusing. */
export const manifest: RemoteManifest = {
  name: 'mfe-tiny',
  team: 'platform',
  steps: ['verify-reservation', 'reservation', 'verify-code'],
  needs: { shell: '^1.0.0', flow: '^1.0.0', rest: '^1.0.0', ui: '^1.0.0' },
}
