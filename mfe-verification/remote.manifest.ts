import type { RemoteManifest } from '@checkin/remote/manifest'
import { routes } from './routes.ts'

/** What this module brings and which contract versions it was built against. */
export const manifest: RemoteManifest = {
  name: 'mfe-verification',
  team: 'verification',
  steps: routes.map(({ name }) => name),
  screens: routes,
  firstScreens: routes.filter(({ preRendered }) => preRendered).map(({ name }) => name),
  needs: { shell: '^1.0.0', flow: '^1.5.0', rest: '^1.9.0', ui: '^1.0.0' },
}
