import type { RemoteManifest } from '@checkin/remote/manifest'
import { routes } from './routes.ts'

/** What this module has and which contract versions it was built against. */
export const manifest: RemoteManifest = {
  name: 'mfe-ticket',
  team: 'ticket',
  steps: routes.map(({ name }) => name),
  screens: routes,
  firstScreens: routes.filter(({ preRendered }) => preRendered).map(({ name }) => name),
  needs: { shell: '^1.1.0', flow: '^1.7.0', rest: '^1.7.0', ui: '^1.2.0' },
}
