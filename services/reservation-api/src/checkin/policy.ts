import type { Missing, MissingByAct } from '@checkin/api'
import type { TenantModule } from '../tenants/tenant-settings.ts'

/**
 * What a renter may want to do with the reservation. `change` is every update of it, `proceed` the deposit and the rental agreement, by
 * whichever call, `enterPrecheckout` the way in to them.
 */
export type Act = 'change' | 'saveDriver' | 'complete' | 'pay' | 'enterPrecheckout' | 'proceed'

/** A step of the flow that a tenant may switch off. */
export type FlowStep = TenantModule['viewTag']

/** All that the rules look at, read once. */
export interface ProceedingFacts {
  /** The tenant has no terms, or they were agreed to. */
  readonly areTermsSettled: boolean
  /** The company allows pre-checkout for this reservation and the tenant has it (API-21). */
  readonly isEligible: boolean
  /** What a save would say against the main driver as stored, by the screen on which it is given. */
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
  const { eligible, terms, driver, ages } = needs[act]
  return [
    ...(eligible && !facts.isEligible ? [{ code: 'NotEligible', step: 'reservation' }] : []),
    ...(steps.some((step) => facts.stepsOff.includes(step)) ? [{ code: 'ModuleOff', step: 'overview' }] : []),
    ...(terms && !facts.areTermsSettled ? [{ code: 'TermsNotAccepted', step: 'reservation' }] : []),
    ...(driver ? facts.driver : []),
    ...(ages ? facts.additionalDriver : []),
  ]
}

/** The same for the three acts that a page leads to, told beforehand. */
export const missingByAct = (facts: ProceedingFacts): MissingByAct => ({
  complete: [...missingFor('complete', facts)], pay: [...missingFor('pay', facts)], precheckout: [...missingFor('proceed', facts)],
})
