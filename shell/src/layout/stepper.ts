import { routeOf, stepperSteps, type ScreenName, type StepperStep } from '@checkin/routes'

/** What the stepper needs to know besides the screen. */
interface StepperFacts {
  /** Anything to offer: another driver, an upgrade or extras. Without, there is no such step. */
  readonly hasOffers: boolean
  /** The renter enters the additional driver: the same screens, but a later step. */
  readonly forAdditionalDriver: boolean
  readonly mode: 'main' | 'precheckout'
}

/** Pre-checkout's own steps. Between review, data and offers the renter goes to and fro as he likes, so they are one; the deposit ends that (DEC-173). */
const precheckoutSteps = ['rental', 'agreement', 'ready'] as const

/** A part of check-in or of pre-checkout; named by `Lane.<step>`. */
export type StepName = StepperStep | (typeof precheckoutSteps)[number]

/** The steps that this renter passes and the position of the current one. */
export interface StepperPosition {
  readonly steps: readonly StepName[]
  readonly current: number
}

/** The stepper of a screen; null for one that belongs to no step. */
export function stepperFor(name: ScreenName, { hasOffers, forAdditionalDriver, mode }: StepperFacts): StepperPosition | null {
  const { stepper, tag, module, afterCompletion } = routeOf(name)
  if (stepper === null) return null
  // A link opens screens of pre-checkout before its mode is known; the inspection belongs to either.
  if (mode === 'precheckout' || (module === 'mfe-precheckout' && !afterCompletion)) {
    return { steps: precheckoutSteps, current: precheckoutSteps.indexOf(stepper === 'ready' ? 'ready' : name === 'rental-agreement' ? 'agreement' : 'rental') }
  }
  const current = forAdditionalDriver && tag === 'driver' ? 'offers' : stepper
  const steps = stepperSteps.filter((step) => step !== 'offers' || hasOffers || current === 'offers')
  return { steps, current: steps.indexOf(current) }
}
