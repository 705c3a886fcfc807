import type { Missing, MissingByAct } from '@checkin/api'
import type { Mode } from '@checkin/flow'
import { findRoute, routeOf, type Route, type RouteName, type ScreenName } from '@checkin/routes'

/** Where a screen leads instead of opening; `code` of what is missing and given there, null where nothing is. */
export interface Redirect {
  readonly to: ScreenName
  readonly code: string | null
}

const terms = 'TermsNotAccepted'
const notEligible = 'NotEligible'

/** The terms are agreed to on the screen with which each flow begins (DEC-11). */
const termsScreen = (mode: Mode): RouteName => (mode === 'precheckout' ? 'precheckout' : 'reservation')

function firstMissing(missing: readonly Missing[], mode: Mode): Redirect | null {
  for (const { code, step } of missing) {
    const to = code === terms ? termsScreen(mode) : findRoute(step)?.name
    if (to !== undefined && to !== 'overview') return { to, code }
  }
  return null
}

/** Only a link and the end of check-in enter pre-checkout: an address of it that is typed in the main flow leads to the reservation (DEC-129). */
const isOfAnotherFlow = ({ requires }: Route, mode: Mode): boolean => requires === 'precheckout' && mode === 'main'

/**
 * Where a screen leads instead of opening, because something has to be given before it is of use (DEC-95), or because its flow was not entered
 * (DEC-129); null when it may open. Nothing but
 * looking at the reservation goes before the terms (VERIF-22); a screen that leads to an act needs what the act needs (`Route.requires`).
 */
export function redirectFor(route: Route, missing: MissingByAct | undefined, mode: Mode): Redirect | null {
  const { name, needs, requires, afterCompletion } = route
  if (isOfAnotherFlow(route, mode)) return { to: 'reservation', code: missing?.precheckout.some(({ code }) => code === notEligible) ? notEligible : null }
  if (!missing || needs !== 'reservation' || afterCompletion || name === 'reservation') return null
  const away = (redirect: Redirect | null): Redirect | null => (redirect?.to === name ? null : redirect)
  if (requires === 'precheckout') {
    const redirect = firstMissing(missing.precheckout, mode)
    // The review shows what is missing and leads there by its own buttons.
    return name === 'precheckout' && redirect?.code !== notEligible ? null : away(redirect)
  }
  const needsTerms = [...missing.complete, ...missing.precheckout].some(({ code }) => code === terms)
  if (needsTerms) return away({ to: termsScreen(mode), code: terms })
  return requires === 'complete' ? away(firstMissing(missing.complete, mode)) : null
}

/** Whether the screen is one of those that a driver's data are given on, the main or the additional one's. */
export const isDriverScreen = (name: ScreenName): boolean => routeOf(name).tag === 'driver'

const offerScreens: ReadonlySet<ScreenName> = new Set(['additional-driver', 'upselling', 'add-extras', 'extras'])

/** Whether a part of the rental is given on the screen that the overview's Change leads to (DEC-184). */
export const isChangeable = (name: ScreenName): boolean => isDriverScreen(name) || offerScreens.has(name)

/** The first of the main driver's screens on which something is missing for the agreement; null when nothing is. */
export const missingDriverScreen = (missing: MissingByAct | undefined): ScreenName | null =>
  missing?.precheckout.map(({ step }) => findRoute(step)?.name).find((name) => name !== undefined && isDriverScreen(name)) ?? null

/** What is missing after the terms were agreed to. */
export function withoutTerms({ complete, pay, precheckout }: MissingByAct): MissingByAct {
  const rest = (missing: readonly Missing[]): Missing[] => missing.filter(({ code }) => code !== terms)
  return { complete: rest(complete), pay: rest(pay), precheckout: rest(precheckout) }
}

const messageKeys: Readonly<Record<string, string>> = {
  TermsNotAccepted: 'Notice.termsNotAccepted', DriverDataMissing: 'Notice.driverDataMissing', NotEligible: 'Notice.notEligible',
  AgeNotAllowed: 'AgeNotAllowedForReservation', Undesirable: 'UndesirableDriverError',
}

/** Key of the message that explains a redirect to the renter. */
export const messageKeyOf = (code: string): string => messageKeys[code] ?? 'Notice.driverDataMissing'
