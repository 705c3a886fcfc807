import type { ModuleName, RouteName } from '@checkin/remote'

/** Side image of a screen (SHELL-40). */
export const frames = ['calendar', 'driver', 'driver-id', 'driver-license', 'car', 'none'] as const
export type Frame = (typeof frames)[number]

/** Part of check-in that a screen belongs to, where it belongs to one (SHELL-40). */
export const tags = ['driver', 'addriver', 'extras'] as const
export type Tag = (typeof tags)[number]

/** How wide the screen is laid out (SHELL-71). */
export type Container = 'grid' | 'narrow' | 'upgrade' | 'full'

/** When leaving the screen other than by its own buttons asks first (SHELL-41, DEC-15, DEC-16). */
export type LeaveRule = 'free' | 'ask-forward' | 'ask-always'

/** What must be there before the screen may open. */
export type Need = 'nothing' | 'lookup' | 'reservation' | 'completion' | 'sandbox'

/** One screen (SHELL-07 to SHELL-32). */
export interface RouteRow {
  readonly name: RouteName
  readonly path: string
  /** The module that brings the screen (`steps` of its version says whether it does). */
  readonly module: ModuleName
  /** Marked "safe": a loaded reservation is required (SHELL-39). */
  readonly safe: boolean
  readonly frame: Frame
  readonly tag: Tag | null
  readonly container: Container
  /** `card`: the card provider's script is loaded if a card gateway is configured (SHELL-37). */
  readonly scripts: 'card' | null
  readonly leave: LeaveRule
  readonly needs: Need
}

type Given = Pick<RouteRow, 'name' | 'path' | 'module'> & Partial<RouteRow>

const row = (given: Given): RouteRow => ({ safe: false, frame: 'none', tag: null, container: 'grid', scripts: null, leave: 'free', needs: 'reservation', ...given })
const safe = (given: Given): RouteRow => row({ safe: true, ...given })

const verification = 'mfe-verification'
const driver = 'mfe-driver'
const offers = 'mfe-offers'
const payment = 'mfe-payment'
const precheckout = 'mfe-precheckout'

/** THE table of screens: 26 paths, 29 names (SHELL-07..32). Two screens share /overview, three share /complete (DEC-17). */
export const routeTable: readonly RouteRow[] = [
  row({ name: 'verify-reservation', path: '/', module: verification, frame: 'calendar', needs: 'nothing' }),
  row({ name: 'verify-guid', path: '/:guid', module: verification, frame: 'calendar', needs: 'nothing' }),
  row({ name: 'verify-code', path: '/verify-code', module: verification, frame: 'calendar', needs: 'lookup' }),
  safe({ name: 'reservation', path: '/reservation', module: verification, frame: 'calendar' }),
  safe({ name: 'verify-driver', path: '/verify-driver', module: driver, frame: 'driver', tag: 'driver' }),
  safe({ name: 'driver-details', path: '/driver-details', module: driver, frame: 'driver', tag: 'driver' }),
  safe({ name: 'driver-contact', path: '/driver-contact', module: driver, frame: 'driver', tag: 'driver' }),
  safe({ name: 'driver-document', path: '/driver-document', module: driver, frame: 'driver-id', tag: 'driver' }),
  safe({ name: 'driver-document-license', path: '/driver-document-license', module: driver, frame: 'driver-license', tag: 'driver', leave: 'ask-forward' }),
  row({ name: 'additional-driver', path: '/additional-driver', module: offers, frame: 'driver', tag: 'addriver', leave: 'ask-forward' }),
  row({ name: 'add-extras', path: '/add-extras', module: offers, frame: 'car', tag: 'extras', leave: 'ask-always' }),
  row({ name: 'extras', path: '/extras', module: offers, tag: 'extras', container: 'upgrade' }),
  row({ name: 'upselling', path: '/upselling', module: offers, container: 'full', leave: 'ask-forward' }),
  row({ name: 'overview', path: '/overview', module: payment, container: 'narrow', scripts: 'card' }),
  row({ name: 'overview-precheckout', path: '/overview', module: payment, container: 'narrow', scripts: 'card' }),
  row({ name: 'paymentLog', path: '/reservation/:guid/success', module: payment, needs: 'nothing' }),
  row({ name: 'paymentCancel', path: '/reservation/:guid/cancel', module: payment, needs: 'nothing' }),
  row({ name: 'precheckout-guid', path: '/precheckout/:guid', module: precheckout, needs: 'nothing' }),
  row({ name: 'precheckout', path: '/precheckout', module: precheckout, container: 'narrow' }),
  row({ name: 'precheckout-steps', path: '/precheckout/steps', module: precheckout }),
  row({ name: 'rental-agreement', path: '/rental-agreement', module: precheckout, scripts: 'card' }),
  safe({ name: 'verify-damages', path: '/verify/damages', module: precheckout, frame: 'car' }),
  safe({ name: 'verify-km', path: '/verify/km', module: precheckout, frame: 'car' }),
  safe({ name: 'verify-fuel', path: '/verify/fuel', module: precheckout, frame: 'car' }),
  row({ name: 'complete', path: '/complete', module: payment, needs: 'completion' }),
  row({ name: 'complete-rental-agreement', path: '/complete', module: precheckout, needs: 'completion' }),
  row({ name: 'complete-rental-agreement-no-payment', path: '/complete', module: precheckout, needs: 'completion' }),
  row({ name: 'complete-signed', path: '/completed/signed/:guid/:id', module: precheckout, needs: 'nothing' }),
  row({ name: 'test-token', path: '/test/token', module: payment, scripts: 'card', needs: 'sandbox' }),
]

const byName = new Map(routeTable.map((each) => [each.name, each]))

/** The row of a screen; every name of `routeNames` has one (tested). */
export function routeOf(name: RouteName): RouteRow {
  const found = byName.get(name)
  if (!found) throw new Error(`no route is called ${name}`)
  return found
}
