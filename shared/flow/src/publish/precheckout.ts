import { commonEvents } from '../events/common.events.ts'
import { precheckoutEvents } from '../events/precheckout.events.ts'

/** What mfe-precheckout alone may tell; everybody else gets the same units read-only from `@checkin/flow`. */
export const {
  precheckoutOpened, precheckoutDenied, precheckoutRefused, precheckoutConfirmed, precheckoutReopened, precheckoutExited,
  additionalDriverCardChosen, upgradeCardChosen, extrasCardChosen, precheckoutStepsContinued, signatureOpened, agreementDeferred,
  agreementSigned, signatureUnconfirmed, precheckoutFinished, precheckoutTermsAgreed, sessionRaised, agreementChoicesStored,
  damagesConfirmed, mileageConfirmed, mileageLeft, fuelConfirmed, fuelLeft,
} = precheckoutEvents

/** What any module may tell the shell. */
export const { problemOccurred, questionRaised, questionSettled, sessionRefused, requirementMissed } = commonEvents
