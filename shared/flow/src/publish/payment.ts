import { commonEvents } from '../events/common.events.ts'
import { paymentEvents } from '../events/payment.events.ts'

/** What mfe-payment alone may tell; everybody else gets the same units read-only from `@checkin/flow`. */
export const {
  payerProved, checkinCompleted, walletOpened, overviewLeft, overviewExited, reviewConfirmed, reviewReopened, walletPaymentLogged,
  walletPaymentUnlogged, walletPaymentCancelled, securityDepositChosen, checkinFinished,
} = paymentEvents

/** What any module may tell the shell. */
export const { problemOccurred, questionRaised, questionSettled, sessionRefused, requirementMissed } = commonEvents
