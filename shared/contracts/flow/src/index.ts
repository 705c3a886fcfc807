import type { Event, Store } from 'effector'
import * as common from './events/common.events.ts'
import * as driver from './events/driver.events.ts'
import type { ReadOnlyEvents } from './events/event.ts'
import * as offers from './events/offers.events.ts'
import * as payment from './events/payment.events.ts'
import * as precheckout from './events/precheckout.events.ts'
import * as shell from './events/shell.events.ts'
import * as verification from './events/verification.events.ts'
import * as stores from './state/stores.ts'

/** Published by the shell. */
export const {
  questionAnswered, sessionCleared, reservationReloaded, languageChanged,
}: ReadOnlyEvents<typeof shell> = shell

/** Published by any module. */
export const {
  problemOccurred, questionRaised, questionSettled, sessionRefused, requirementMissed,
}: ReadOnlyEvents<typeof common> = common

/** Published by mfe-verification. */
export const {
  reservationLocated, rentalAgreementFound, codeSent, codeEntryLeft, emailEntryLeft, codeAccepted, linkAccepted, linkRefused,
  termsAgreed, reservationConfirmed, checkinExited,
}: ReadOnlyEvents<typeof verification> = verification

/** Published by mfe-driver. */
export const {
  driverVerified, driverVerificationLeft, driverVerificationReopened, driverDetailsGiven, driverDetailsLeft, driverContactGiven,
  driverContactLeft, driverDocumentGiven, driverDocumentLeft, driverSaved, driverLicenceLeft,
}: ReadOnlyEvents<typeof driver> = driver

/** Published by mfe-offers. */
export const {
  additionalDriverAccepted, additionalDriverRejected, additionalDriverSkipped, upgradesNotFound, upgradesFailed, upgradeAccepted,
  upgradeRefused, upgradeChosen, upgradeDeclined, upgradesSkipped, extrasWanted, extrasDeclined, offerDraftChanged,
  extrasRecalculated, extrasSubmitted, extrasSkipped,
}: ReadOnlyEvents<typeof offers> = offers

/** Published by mfe-payment. */
export const {
  payerProved, checkinCompleted, walletOpened, overviewLeft, overviewExited, reviewConfirmed, reviewReopened, reviewSectionChosen, walletPaymentLogged,
  walletPaymentUnlogged, walletPaymentCancelled, securityDepositChosen, checkinFinished,
}: ReadOnlyEvents<typeof payment> = payment

/** Published by mfe-precheckout. */
export const {
  precheckoutOpened, precheckoutDenied, precheckoutRefused, precheckoutConfirmed, precheckoutReopened, precheckoutExited,
  additionalDriverCardChosen, upgradeCardChosen, extrasCardChosen, precheckoutStepsContinued, signatureOpened, agreementDeferred,
  agreementSigned, signatureUnconfirmed, precheckoutFinished, precheckoutTermsAgreed, sessionRaised, agreementChoicesStored,
  damagesConfirmed, mileageConfirmed, mileageLeft, fuelConfirmed, fuelLeft,
}: ReadOnlyEvents<typeof precheckout> = precheckout

export const appStarted: Event<void> = common.appStarted

type ReadOnlyStores = { readonly [Name in keyof typeof stores]: (typeof stores)[Name] extends Store<infer State> ? Store<State> : never }

/** The flow's state: written by the shell alone, one owner per datum. */
export const {
  $completion, $config, $flow, $language, $lists, $loading, $lookup, $modalAction, $mode, $moduleStatus, $offerDraft, $precheckoutToken, $progress,
  $reservation, $session, $summary, $terms,
}: ReadOnlyStores = stores

export { $fieldRules, $flags, $offersLayout, $secondLicenceRules, $steps } from './state/derived.ts'
export { stepTags } from './state/step-enabling.ts'
export { noProgress, trackedLoads } from './state/session-state.ts'
export { checkPayloads, flowContract, payloadRefused, type ModuleEvents, type Owner } from './payload-check.ts'
export { flowVersion } from './version.ts'
export type { ModuleSwitch, StepSwitches } from './state/step-enabling.ts'
export type { FieldRuleSet, Lists } from './state/configuration-state.ts'
export type { OfferDraft } from './events/offers.events.ts'
export type { Completion, FlowValue, LoadedReservation, Lookup, Mode, Progress, Session, TrackedLoad } from './state/session-state.ts'
