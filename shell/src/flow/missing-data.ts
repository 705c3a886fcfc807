import type { Missing, MissingByAct } from '@checkin/api'
import type { Mode } from '@checkin/flow'
import { routeNames, type RouteName } from '@checkin/remote'

/** Where something that is missing is given, and the code of what it is. */
export interface Lead {
  readonly to: RouteName
  readonly code: string
}

const terms = 'TermsNotAccepted'
const screenNamed = (step: string): RouteName | undefined => routeNames.find((name) => name === step)
const driverScreens: readonly RouteName[] = ['verify-driver', 'driver-details', 'driver-contact', 'driver-document', 'driver-document-license']

/** The terms are agreed to on the screen with which each flow begins (DEC-11). */
const gateOf = (mode: Mode): RouteName => (mode === 'precheckout' ? 'precheckout' : 'reservation')

function leadOf(missing: readonly Missing[], mode: Mode): Lead | null {
  for (const { code, step } of missing) {
    const to = code === terms ? gateOf(mode) : screenNamed(step)
    if (to !== undefined && to !== 'overview') return { to, code }
  }
  return null
}

/** Screens of pre-checkout that lead to the agreement, and the one that begins it. */
const towardsAgreement: readonly RouteName[] = ['precheckout', 'precheckout-steps', 'overview-precheckout', 'rental-agreement']

/**
 * Where a screen leads instead of opening, because something has to be given before it is of use (DEC-95); null when it may open. Nothing but
 * looking at the reservation goes before the terms (VERIF-22); the overview needs what completing needs, the way to the agreement what that needs.
 */
export function leadFrom(name: RouteName, missing: MissingByAct | undefined, mode: Mode): Lead | null {
  if (!missing) return null
  const leads = (lead: Lead | null): Lead | null => (lead?.to === name ? null : lead)
  if (towardsAgreement.includes(name)) {
    const lead = leadOf(missing.precheckout, mode)
    // The review shows what is missing and leads there by its own buttons.
    return name === 'precheckout' && lead?.code !== 'NotEligible' ? null : leads(lead)
  }
  if (name === 'reservation') return null
  const needsTerms = [...missing.complete, ...missing.precheckout].some(({ code }) => code === terms)
  if (needsTerms) return leads({ to: gateOf(mode), code: terms })
  return name === 'overview' ? leads(leadOf(missing.complete, mode)) : null
}

/** The first of the main driver's screens on which something is missing for the agreement; null when nothing is. */
export const missingDriverScreen = (missing: MissingByAct | undefined): RouteName | null =>
  missing?.precheckout.map(({ step }) => screenNamed(step)).find((name) => name !== undefined && driverScreens.includes(name)) ?? null

/** What is missing after the terms were agreed to. */
export function withoutTerms({ complete, pay, precheckout }: MissingByAct): MissingByAct {
  const rest = (missing: readonly Missing[]): Missing[] => missing.filter(({ code }) => code !== terms)
  return { complete: rest(complete), pay: rest(pay), precheckout: rest(precheckout) }
}

const words: Readonly<Record<string, string>> = {
  TermsNotAccepted: 'Notice.termsNotAccepted', DriverDataMissing: 'Notice.driverDataMissing', NotEligible: 'Notice.notEligible',
  AgeNotAllowed: 'AgeNotAllowedForReservation', Undesirable: 'UndesirableDriverError',
}

/** Key of the words that say why a renter was led elsewhere. */
export const reasonOf = (code: string): string => words[code] ?? 'Notice.driverDataMissing'
