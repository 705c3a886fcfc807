import { routeOf, type RouteName } from '@checkin/routes'
import type { Held, Kind } from './reservations.ts'

/** Where a renter can be, in the words of docs/spec/states.md; `nowhere` is before the first page, the external ones are pages of providers. */
export type Place =
  | Exclude<RouteName, 'verify-reservation'>
  | 'nowhere' | 'locate-view1' | 'locate-view2' | 'upselling panel' | 'keep or drop' | 'external wallet' | 'external signature'

/** What the table of states knows of a renter: the tab's session, and what the company holds of the reservation. */
export interface World extends Held {
  readonly place: Place
  /** Which reservation the renter has; null before the first page. */
  readonly kind: Kind | null
  readonly mode: 'main' | 'precheckout'
  readonly flow: 'normal' | 'additionalDriver' | 'update'
  /** The reservation is loaded in this tab (R). */
  readonly hasSession: boolean
  /** Raised by a mailed code, not only by a link. */
  readonly isRaised: boolean
  readonly completion: 'complete' | 'ra' | 'ra-no-payment' | null
  /** Progress that only the tab knows. */
  readonly extrasAnswered: boolean
  readonly extrasSubmitted: boolean
  readonly stepsContinued: boolean
  /** Pictures of damages may be there: they stay until the inspection ends (DEC-131). */
  readonly hasPictures: boolean
  /** Came back from the signature without having wanted to sign, so that it may be asked for again (S3.56). */
  readonly hasRefused: boolean
  /** A part is being changed from the overview, which is where it leads back to (DEC-184). */
  readonly changing: boolean
}

export const nowhere: World = {
  place: 'nowhere', kind: null, mode: 'main', flow: 'update', hasSession: false, isRaised: false, completion: null,
  extrasAnswered: false, extrasSubmitted: false, stepsContinued: false, hasPictures: false, hasRefused: false, changing: false,
  terms: false, driver: false, additional: false, upgraded: false, completed: false, signed: false,
}

/** What a tab forgets when its session is cleared (SHELL-38); what the company holds stays. */
export const cleared = (world: World): World => ({
  ...world, place: 'locate-view1', mode: 'main', flow: 'update', hasSession: false, isRaised: false, completion: null,
  extrasAnswered: false, extrasSubmitted: false, stepsContinued: false, hasPictures: false, hasRefused: false, changing: false,
})

/** What a new opening of a reservation takes over from nothing before it. */
export const opened = (world: World, change: Partial<World>): World => ({ ...cleared(world), hasSession: true, ...change })

export const addOn = ({ additional, kind }: World): boolean => kind !== null && !additional
/** Where the company has none, the screen of upgrades passes by itself and nobody stays on it (S1.35). */
export const upOn = ({ upgraded, kind }: World): boolean => !upgraded && kind !== 'noUpgrades' && kind !== 'checkedInNoUpgrades'
export const exOn = ({ mode, extrasAnswered, extrasSubmitted }: World): boolean => (mode === 'precheckout' ? !extrasSubmitted : !extrasAnswered)

/** The tenant's offers stand on one page (DEC-107); in pre-checkout they are steps of their own everywhere. */
export const isOnePage = ({ kind, mode }: Pick<World, 'kind' | 'mode'>): boolean => kind === 'onePage' && mode === 'main'

/** Where an offer's own screen is for this renter. */
export const inLayout = (place: Place, world: World): Place => (isOnePage(world) && ['additional-driver', 'upselling', 'add-extras'].includes(place) ? 'extras' : place)

/** next(x) of docs/spec/states.md. */
export function next(after: 'start' | 'additional-driver' | 'upselling', world: World): Place {
  if (world.mode === 'precheckout') return 'precheckout-steps'
  if (world.changing) return 'overview'
  const steps = [
    { after: 'start', name: 'additional-driver', isOn: addOn(world) },
    { after: 'additional-driver', name: 'upselling', isOn: upOn(world) },
    { after: 'upselling', name: 'add-extras', isOn: exOn(world) },
  ] as const
  return steps.slice(steps.findIndex((step) => step.after === after)).find(({ isOn }) => isOn)?.name ?? 'overview'
}

/** What shows a place: the screen's name, and a part where a screen has two views. */
export function shownAs(place: Place): { readonly screen: RouteName; readonly part?: string } | null {
  switch (place) {
    case 'nowhere': case 'external wallet': case 'external signature': return null
    case 'locate-view1': return { screen: 'verify-reservation', part: '[data-view="find"]' }
    case 'locate-view2': return { screen: 'verify-reservation', part: '[data-view="mail"]' }
    case 'upselling': return { screen: 'upselling', part: '[data-action="ContinueWithoutUpgrade"]' }
    case 'upselling panel': return { screen: 'upselling', part: '[data-action="NoIkeepSame"]' }
    case 'keep or drop': return { screen: 'extras' }
    default: return { screen: place }
  }
}

/** The path that the address bar has at a place; null at providers' pages and at screens whose path names a link. */
export function pathOf(place: Place): string | null {
  const shown = shownAs(place)
  const path = shown && routeOf(shown.screen).path
  return path === null || path.includes(':') ? null : path
}
