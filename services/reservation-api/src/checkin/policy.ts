import type { Missing, MissingByAct } from '@checkin/api'
import type { Objection } from '../drivers/driver-objections.ts'
import type { Act, FlowStep } from '../reservations/proceeding.ts'

/** All that the rules look at, read once. */
export interface ProceedingFacts {
  /** The tenant has no terms, or they were agreed to. */
  readonly areTermsSettled: boolean
  /** The company allows pre-checkout for this reservation and the tenant has it (API-21). */
  readonly isEligible: boolean
  /** Check-in is completed; what was asked for that is not asked for again, whatever the company changes afterwards. */
  readonly isCompleted: boolean
  /** What a save would refuse in the main driver as stored, by the screen on which it is entered. */
  readonly driver: readonly Missing[]
  /** The same of the additional driver's age; of one that was not finished nothing (DEC-41). */
  readonly additionalDriver: readonly Missing[]
  readonly stepsOff: readonly FlowStep[]
}

const needs: Readonly<Record<Act, { readonly eligible: boolean; readonly terms: boolean; readonly driver: boolean; readonly ages: boolean }>> = {
  change: { eligible: false, terms: true, driver: false, ages: false },
  saveDriver: { eligible: false, terms: true, driver: false, ages: false },
  complete: { eligible: false, terms: true, driver: true, ages: true },
  pay: { eligible: false, terms: true, driver: true, ages: false },
  enterPrecheckout: { eligible: true, terms: false, driver: false, ages: false },
  proceed: { eligible: true, terms: true, driver: true, ages: false },
}

/**
 * What is missing before a renter may act, the most basic first; empty when nothing is (DEC-95). Pure: the one place where this is said.
 * `steps` are those that the act belongs to.
 */
export function missingFor(act: Act, facts: ProceedingFacts, steps: readonly FlowStep[] = []): readonly Missing[] {
  if (act === 'complete' && facts.isCompleted) return []
  const { eligible, terms, driver, ages } = needs[act]
  return [
    ...(eligible && !facts.isEligible ? [{ code: 'NotEligible', step: 'reservation' }] : []),
    ...(steps.some((step) => facts.stepsOff.includes(step)) ? [{ code: 'ModuleOff', step: 'overview' }] : []),
    ...(terms && !facts.areTermsSettled ? [{ code: 'TermsNotAccepted', step: 'reservation' }] : []),
    ...(driver ? facts.driver : []),
    ...(ages ? facts.additionalDriver : []),
  ]
}

/** The same for the three acts that a page leads to, as shown beforehand. */
export const missingByAct = (facts: ProceedingFacts): MissingByAct => ({
  complete: [...missingFor('complete', facts)], pay: [...missingFor('pay', facts)], precheckout: [...missingFor('proceed', facts)],
})

/** The driver's screens in the order in which they follow each other. */
const screens = ['verify-driver', 'driver-details', 'driver-contact', 'driver-document', 'driver-document-license'] as const
type DriverScreen = (typeof screens)[number]

/** The screen on which a field of POST /driver is entered. */
function screenOf(path: string): DriverScreen {
  const [, field = ''] = path.split('.')
  if (field === 'driverLicense' || field === 'secondDriverLicense') return 'driver-document-license'
  if (field === 'document') return 'driver-document'
  return field.startsWith('mobile') || field === 'email' ? 'driver-contact' : 'driver-details'
}

/** What speaks against the stored driver, by the screen on which it is mended, the first screen first. Nobody stored begins where drivers are found. */
export function missingOfDriver(objections: readonly Objection[], isStored: boolean): readonly Missing[] {
  const persons = objections.flatMap(({ code }) => (code === 'AgeNotAllowed' || code === 'Undesirable' ? [{ code, step: 'verify-driver', ...(code === 'AgeNotAllowed' && { fields: ['driver.birthDate'] }) }] : []))
  const paths = objections.flatMap((objection) => {
    if (objection.code === 'EmailInUse') return ['driver.email']
    return objection.code === 'InvalidRequest' ? objection.problems.map(({ path }) => path) : []
  })
  const fields = [...new Set(paths)]
  if (!isStored) return [...persons, { code: 'DriverDataMissing', step: 'verify-driver', fields }]
  return [...persons, ...screens.flatMap((step) => {
    const own = fields.filter((path) => screenOf(path) === step)
    return own.length > 0 ? [{ code: 'DriverDataMissing', step, fields: own }] : []
  })]
}
