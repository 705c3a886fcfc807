/** A card of the steps screen by the key of its words. */
export type StepCardName = 'AddDriver' | 'UpgradeVehicle' | 'Extras'

export interface StepCard {
  readonly name: StepCardName
  readonly isDone: boolean
  /** A finished card that can still be looked at again. */
  readonly canOpen: boolean
}

/** Which steps are on. */
export interface OptionalSteps {
  readonly addDriver: { readonly isEnabled: boolean }
  readonly upselling: { readonly isEnabled: boolean }
  readonly extras: { readonly isEnabled: boolean }
}

/** Progress as the flow knows it. */
export interface StepProgress {
  readonly addDriverCompleted: boolean
  readonly upsellingCompleted: boolean
  readonly upsellingNoResults: boolean
  readonly extrasCompletedPrecheckout: boolean
}

/**
 * Which cards are offered and which are done (PRECHK-05, PRECHK-06, SHELL-51 to SHELL-53). An upgrade that was taken disables
 * its step, and its card says so; a list of upgrades that is empty has no card. Only the extras can be opened again (S3.22).
 */
export function stepCards(steps: OptionalSteps, progress: StepProgress): readonly StepCard[] {
  const { addDriverCompleted, upsellingCompleted, upsellingNoResults, extrasCompletedPrecheckout } = progress
  const card = (name: StepCardName, isOffered: boolean, isDone: boolean, canOpen = !isDone): readonly StepCard[] => (isOffered ? [{ name, isDone, canOpen }] : [])
  return [
    ...card('AddDriver', steps.addDriver.isEnabled, addDriverCompleted),
    ...card('UpgradeVehicle', upsellingCompleted || (steps.upselling.isEnabled && !upsellingNoResults), upsellingCompleted),
    ...card('Extras', steps.extras.isEnabled, extrasCompletedPrecheckout, true),
  ]
}
