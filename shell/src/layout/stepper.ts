import { routeOf, stepperSteps, type RouteName, type StepperStep } from '@checkin/routes'

/** What the stepper needs to know besides the screen. */
interface StepperFacts {
  /** Anything to offer: another driver, an upgrade or extras. Without, there is no such step. */
  readonly hasOffers: boolean
  /** The renter enters the additional driver: the same screens, but a later step. */
  readonly forAdditionalDriver: boolean
}

/** The steps that this renter passes and the position of the current one. */
export interface StepperPosition {
  readonly steps: readonly StepperStep[]
  readonly current: number
}

/** The stepper of a screen; null for one that belongs to no step. */
export function stepperFor(name: RouteName, { hasOffers, forAdditionalDriver }: StepperFacts): StepperPosition | null {
  const { stepper, tag } = routeOf(name)
  if (stepper === null) return null
  const current = forAdditionalDriver && tag === 'driver' ? 'offers' : stepper
  const steps = stepperSteps.filter((step) => step !== 'offers' || hasOffers || current === 'offers')
  return { steps, current: steps.indexOf(current) }
}
