import type { RemoteManifest } from '@checkin/remote/manifest'
import { routes } from './routes.ts'

/** What this module brings and which contract versions it was built against. */
export const manifest: RemoteManifest = {
  name: 'mfe-driver',
  team: 'driver',
  steps: routes.map(({ name }) => name),
  screens: routes,
  settings: {
    usualAge: { kind: 'number', says: 'Years of age that an empty birth date calendar opens on', default: 35, least: 18, most: 80 },
  },
  needs: { shell: '^1.1.0', flow: '^1.6.0', rest: '^1.9.0', ui: '^1.2.0' },
}
