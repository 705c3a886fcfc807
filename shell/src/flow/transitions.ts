import type { FlowValue } from '@checkin/flow'
import { findRoute, type RouteName } from '@checkin/routes'
import { clear, inPrecheckout, isAdditional, licence, nextAfter, onOnePage, screen, stay, type FlowFacts, type Target, type Transition } from './transition.ts'

/** What the renter reads after the reload when a link does not open a reservation (DEC-55, DEC-56). */
const linkNotice = ({ reason }: { readonly reason: 'unknown' | 'has-agreement' }): Target =>
  ({ kind: 'clear', notice: reason === 'has-agreement' ? 'IsntPossibleChangeThisReservation' : 'Notice.linkNotValid' })

/** The screen on which something that the API missed is given; a later API may name one that this page has not. */
const whereGiven = (step: string): Target => {
  const route = findRoute(step)
  return route ? { kind: 'screen', name: route.name } : stay
}
const toProvider = ({ url }: { readonly url: string }): Target => ({ kind: 'leave-site', url })

const isBack = { isBack: 'true' }
/** Screens that a driver is saved on: the last one, and the view of the first one on which everything is checked (DEC-176). */
const saving = [licence, 'verify-driver'] as const
const check = { view: 'check' }

/** STATES S1 rows 1 to 14: find, prove, see. */
const verification: readonly Transition[] = [
  { rows: 'S1.1, S1.74', on: ['verify-reservation'], event: 'reservationLocated', to: screen('verify-reservation') },
  { rows: 'S1.2, S1.6', on: ['verify-reservation', 'verify-code'], event: 'rentalAgreementFound', to: stay, change: { progress: { reservationHasRA: true } } },
  { rows: 'S1.4', on: ['verify-reservation'], event: 'emailEntryLeft', to: screen('verify-reservation') },
  { rows: 'S1.5, S1.75', on: ['verify-reservation'], event: 'codeSent', to: screen('verify-code') },
  { rows: 'S1.9', on: ['verify-code'], event: 'codeSent', to: stay },
  { rows: 'S1.7', on: ['verify-code', 'verify-reservation'], event: 'codeAccepted', to: screen('reservation') },
  { rows: 'S1.10', on: ['verify-code'], event: 'codeEntryLeft', to: screen('verify-reservation') },
  { rows: 'S1.11', on: ['verify-guid'], event: 'linkAccepted', to: screen('reservation') },
  { rows: 'S1.12', on: ['verify-guid'], event: 'linkRefused', to: linkNotice },
  { rows: 'S1.13', on: ['reservation'], event: 'reservationConfirmed', to: screen('verify-driver'), change: { flow: 'normal' } },
  { rows: 'S1.14', on: ['reservation'], event: 'checkinExited', to: clear },
]

/** STATES S1 rows 15 to 30, S2, S3 rows 10 to 19 and 28: driver data in all three flows. */
const driver: readonly Transition[] = [
  { rows: 'S1.85, S2.21', on: ['verify-driver'], event: 'driverVerified', when: (_, { toCheck }) => toCheck === true, to: screen('verify-driver', check) },
  { rows: 'S1.15, S2.2', on: ['verify-driver'], event: 'driverVerified', to: screen('driver-details') },
  { rows: 'S3.28 while data are missing', on: ['verify-driver'], event: 'driverVerificationLeft', when: (facts) => inPrecheckout(facts) && facts.missingDriverScreen !== null, to: screen('precheckout'), change: { flow: 'update' } },
  { rows: 'S2.5, S3.28', on: ['verify-driver'], event: 'driverVerificationLeft', when: inPrecheckout, to: screen('precheckout-steps'), change: { flow: 'update' } },
  { rows: 'S2.6', on: ['verify-driver'], event: 'driverVerificationLeft', when: isAdditional, to: screen('additional-driver'), change: { flow: 'update' } },
  { rows: 'S1.20', on: ['verify-driver'], event: 'driverVerificationLeft', to: screen('reservation') },
  { rows: 'S1.21, S2.7, S3.11', on: ['driver-details'], event: 'driverDetailsGiven', to: screen('driver-contact') },
  { rows: 'S2.8, S1.87, S2.23', on: ['driver-details', 'verify-driver'], event: 'driverVerificationReopened', to: screen('verify-driver', isBack) },
  { rows: 'S2.10, S3.10', on: ['driver-details'], event: 'driverDetailsLeft', when: inPrecheckout, to: screen('precheckout'), change: { flow: 'update' } },
  { rows: 'S1.98', on: ['driver-details'], event: 'driverDetailsLeft', when: ({ changing }) => changing !== null && changing !== 'offer-driver', to: screen('overview'), change: { flow: 'update' } },
  { rows: 'S2.9 where the offers are one page', on: ['driver-details'], event: 'driverDetailsLeft', when: (facts) => isAdditional(facts) && onOnePage(facts), to: screen('extras'), change: { flow: 'update' } },
  { rows: 'S2.9', on: ['driver-details'], event: 'driverDetailsLeft', when: isAdditional, to: nextAfter('additional-driver'), change: { flow: 'update' } },
  { rows: 'S1.22', on: ['driver-details'], event: 'driverDetailsLeft', to: screen('verify-driver', isBack) },
  { rows: 'S1.23, S2.11, S3.12', on: ['driver-contact'], event: 'driverContactGiven', to: screen('driver-document') },
  { rows: 'S1.24, S2.12, S3.13', on: ['driver-contact'], event: 'driverContactLeft', to: screen('driver-details') },
  { rows: 'S1.25, S2.13, S3.14', on: ['driver-document'], event: 'driverDocumentGiven', to: screen(licence) },
  { rows: 'S1.26, S2.14, S3.15', on: ['driver-document'], event: 'driverDocumentLeft', to: screen('driver-contact') },
  { rows: 'S2.17, S3.17', on: saving, event: 'driverSaved', when: inPrecheckout, to: screen('precheckout-steps'), change: { flow: 'update' }, reload: 'reservation' },
  { rows: 'S2.20, S2.22', on: saving, event: 'driverSaved', when: (facts) => isAdditional(facts) && onOnePage(facts) && facts.changing !== 'additional-driver', to: screen('extras'), change: { flow: 'update' }, reload: 'reservation' },
  { rows: 'S2.16', on: saving, event: 'driverSaved', when: isAdditional, to: nextAfter('additional-driver'), change: { flow: 'update' }, reload: 'reservation' },
  { rows: 'S1.27, S1.81, S1.86', on: saving, event: 'driverSaved', to: nextAfter(licence), reload: 'reservation' },
  { rows: 'S1.29, S2.15, S3.16', on: [licence], event: 'driverLicenceLeft', to: screen('driver-document') },
]

const toSteps = { when: inPrecheckout, to: screen('precheckout-steps') } as const

/** STATES S1 rows 31 to 49, S3 rows 24 to 38: additional driver, upgrade, extras. */
const offers: readonly Transition[] = [
  { rows: 'S3.26', on: ['additional-driver'], event: 'additionalDriverSkipped', ...toSteps },
  { rows: 'S1.31', on: ['additional-driver'], event: 'additionalDriverSkipped', to: nextAfter('additional-driver') },
  { rows: 'S1.32, S2.1, S3.24', on: ['additional-driver'], event: 'additionalDriverAccepted', to: screen('verify-driver'), change: { flow: 'additionalDriver' } },
  { rows: 'S3.25', on: ['additional-driver'], event: 'additionalDriverRejected', ...toSteps, change: { flow: 'update' } },
  { rows: 'S1.33', on: ['additional-driver'], event: 'additionalDriverRejected', to: nextAfter('additional-driver'), change: { flow: 'update' } },
  { rows: 'S3.34', on: ['upselling'], event: 'upgradesNotFound', ...toSteps, change: { progress: { upsellingNoResults: true } } },
  { rows: 'S1.35', on: ['upselling'], event: 'upgradesNotFound', to: nextAfter('upselling'), change: { progress: { upsellingNoResults: true } } },
  { rows: 'S3.36', on: ['upselling'], event: 'upgradesFailed', ...toSteps },
  { rows: 'S1.36', on: ['upselling'], event: 'upgradesFailed', to: nextAfter('upselling') },
  { rows: 'S1.37, S3.29', on: ['upselling'], event: 'upgradeChosen', to: stay },
  { rows: 'S3.32', on: ['upselling'], event: 'upgradeAccepted', when: inPrecheckout, to: screen('precheckout'), change: { progress: { upgradeTaken: true } }, reload: 'reservation' },
  { rows: 'S1.38', on: ['upselling'], event: 'upgradeAccepted', to: nextAfter('upselling'), change: { progress: { upgradeTaken: true } }, reload: 'reservation' },
  { rows: 'S1.39, S3.31', on: ['upselling'], event: 'upgradeRefused', to: stay },
  { rows: 'S1.40, S3.30', on: ['upselling'], event: 'upgradeDeclined', to: stay },
  { rows: 'S3.33', on: ['upselling'], event: 'upgradesSkipped', ...toSteps },
  { rows: 'S1.41', on: ['upselling'], event: 'upgradesSkipped', to: nextAfter('upselling') },
  { rows: 'S1.43', on: ['add-extras'], event: 'extrasWanted', to: screen('extras') },
  { rows: 'S1.44', on: ['add-extras'], event: 'extrasDeclined', to: nextAfter('add-extras'), change: { progress: { extrasAnswered: true } } },
  { rows: 'S1.46', on: ['extras'], event: 'extrasRecalculated', to: stay },
  { rows: 'S3.37, S3.55 kept', on: ['extras'], event: 'extrasSubmitted', ...toSteps, change: { progress: { extrasCompletedPrecheckout: true } } },
  { rows: 'S1.48, S1.79, S1.84', on: ['extras'], event: 'extrasSubmitted', to: nextAfter('add-extras'), change: { progress: { extrasAnswered: true } } },
  { rows: 'S3.38, S3.55 dropped', on: ['extras'], event: 'extrasSkipped', ...toSteps },
  { rows: 'S1.49, S1.80', on: ['extras'], event: 'extrasSkipped', to: nextAfter('add-extras'), change: { progress: { extrasAnswered: true } } },
]

/** DEC-107: the same events on the page that has all offers; the renter stays until Submit or ContinueWithoutExtras. */
const offersPage: readonly Transition[] = [
  { rows: 'S1.82', on: ['extras'], event: 'additionalDriverAccepted', when: onOnePage, to: screen('verify-driver'), change: { flow: 'additionalDriver' } },
  { rows: 'S1.83', on: ['extras'], event: 'upgradeAccepted', when: onOnePage, to: stay, change: { progress: { upgradeTaken: true } }, reload: 'reservation' },
  { rows: 'S1.35 on the page', on: ['extras'], event: 'upgradesNotFound', when: onOnePage, to: stay, change: { progress: { upsellingNoResults: true } } },
]

const completed = { to: screen('complete'), change: { completion: 'complete' }, reload: 'eligibility', ifReloadFails: screen('complete') } as const
const review = ['overview', 'overview-precheckout'] as const

const change = (rows: string, section: string, name: RouteName, flow?: FlowValue): Transition => ({
  rows, on: ['overview'], event: 'reviewSectionChosen', when: (_, chosen) => chosen.section === section, to: screen(name), change: { progress: { changing: section }, ...(flow && { flow }) },
})
/** DEC-184: Change of the overview, and back by `next` (SHELL-54). */
const changes: readonly Transition[] = [
  change('S1.91', 'driver', 'driver-details', 'update'), change('S1.92', 'document', 'driver-document', 'update'), change('S1.93', 'licence', licence, 'update'),
  change('S1.94', 'additional-driver', 'driver-details', 'additionalDriver'), change('S1.95', 'offer-driver', 'additional-driver'),
  change('S1.96', 'vehicle', 'upselling'), change('S1.97', 'extras', 'extras'),
]

/** STATES S1 rows 50 to 67, S3 rows 39 to 41: overview, payment, completion. */
const payment: readonly Transition[] = [
  { rows: 'S1.50, S1.52, S1.55', on: ['overview'], event: 'checkinCompleted', ...completed },
  { rows: 'S1.56', on: ['overview'], event: 'walletOpened', to: toProvider },
  { rows: 'S1.59', on: ['overview'], event: 'overviewLeft', to: { kind: 'before', screen: 'overview' } },
  { rows: 'S1.60, S3.41', on: review, event: 'overviewExited', to: clear },
  // The overview leads on to the first screen that lacks something, and says so (`redirectFor`).
  { rows: 'S1.73', on: ['paymentLog'], event: 'walletPaymentLogged', when: (facts) => facts.lacksForCompletion, to: screen('overview'), reload: 'eligibility', ifReloadFails: screen('complete') },
  { rows: 'S1.61', on: ['paymentLog'], event: 'walletPaymentLogged', ...completed },
  { rows: 'S1.62', on: ['paymentLog'], event: 'walletPaymentUnlogged', to: { kind: 'notify-then-clear', keys: ['Yourpaymentwassuccessful', 'ContactFirmToAssociatePayment'] } },
  { rows: 'S1.63, S1.64', on: ['paymentLog', 'paymentCancel'], event: 'walletPaymentCancelled', to: screen('overview'), reload: 'reservation', ifReloadFails: clear },
  { rows: 'S1.65', on: ['complete'], event: 'securityDepositChosen', to: ({ guid }) => ({ kind: 'screen', name: 'precheckout-guid', params: { guid } }) },
  { rows: 'S1.66', on: ['complete'], event: 'checkinFinished', to: clear },
  { rows: 'S3.39', on: review, event: 'reviewConfirmed', to: screen('rental-agreement') },
  { rows: 'S3.40', on: review, event: 'reviewReopened', to: { kind: 'driver-data' }, change: { flow: 'update' } },
]

const openSteps = (facts: FlowFacts): boolean => (facts.addOn || facts.upOn || facts.exOn) && !facts.stepsContinued
const endings = ['complete-rental-agreement', 'complete-rental-agreement-no-payment', 'complete-signed'] as const

/** STATES S3 and S4: pre-checkout, agreement, inspection. */
const precheckout: readonly Transition[] = [
  { rows: 'S3.1, S3.2', on: ['precheckout-guid'], event: 'precheckoutOpened', to: screen('precheckout'), change: { mode: 'precheckout' } },
  { rows: 'S3.3', on: ['precheckout-guid'], event: 'precheckoutDenied', to: screen('reservation'), change: { mode: 'main' } },
  { rows: 'S3.4, S3.5', on: ['precheckout-guid'], event: 'precheckoutRefused', to: linkNotice },
  { rows: 'S3.6', on: ['precheckout'], event: 'precheckoutConfirmed', when: openSteps, to: screen('precheckout-steps') },
  { rows: 'S3.7', on: ['precheckout'], event: 'precheckoutConfirmed', to: screen('rental-agreement') },
  { rows: 'S3.8', on: ['precheckout'], event: 'precheckoutReopened', to: { kind: 'driver-data' }, change: { flow: 'update' } },
  { rows: 'S3.9', on: ['precheckout'], event: 'precheckoutExited', to: clear },
  { rows: 'S3.20', on: ['precheckout-steps'], event: 'additionalDriverCardChosen', to: screen('additional-driver') },
  { rows: 'S3.21', on: ['precheckout-steps'], event: 'upgradeCardChosen', to: screen('upselling') },
  { rows: 'S3.22', on: ['precheckout-steps'], event: 'extrasCardChosen', to: screen('extras') },
  { rows: 'S3.23', on: ['precheckout-steps'], event: 'precheckoutStepsContinued', to: screen('overview-precheckout'), change: { progress: { stepsContinued: true } } },
  { rows: 'S3.42, S3.57', on: ['rental-agreement', 'complete-signed'], event: 'signatureOpened', to: toProvider },
  { rows: 'S3.45, S3.46 after a change of the rental', on: ['rental-agreement'], event: 'agreementChoicesStored', to: stay, reload: 'reservation' },
  { rows: 'S3.47', on: ['rental-agreement'], event: 'agreementDeferred', to: screen('complete-rental-agreement-no-payment'), change: { completion: 'ra-no-payment' } },
  { rows: 'S3.49', on: ['complete-signed'], event: 'agreementSigned', to: screen('complete-rental-agreement'), change: { completion: 'ra' } },
  { rows: 'S3.50, S3.56', on: ['complete-signed'], event: 'signatureUnconfirmed', to: stay },
  { rows: 'S3.51', on: endings, event: 'precheckoutFinished', to: clear },
  { rows: 'S4.1', on: ['verify-damages'], event: 'damagesConfirmed', to: screen('verify-km') },
  { rows: 'S4.3', on: ['verify-km'], event: 'mileageConfirmed', to: screen('verify-fuel') },
  { rows: 'S4.4', on: ['verify-km'], event: 'mileageLeft', to: screen('verify-damages') },
  { rows: 'S4.5', on: ['verify-fuel'], event: 'fuelConfirmed', to: screen('reservation') },
  { rows: 'S4.6', on: ['verify-fuel'], event: 'fuelLeft', to: screen('verify-damages') },
]

const asking = [licence, 'additional-driver', 'upselling', 'add-extras'] as const
const endingsWithoutBack = ['complete', 'complete-rental-agreement', 'complete-rental-agreement-no-payment'] as const

/** What may happen on any screen, and what the browser's own buttons do. */
const everywhere: readonly Transition[] = [
  { rows: 'all rows whose only effect is a message', on: 'any', event: 'problemOccurred', to: stay },
  { rows: 'all rows whose only effect is a modal', on: 'any', event: 'questionRaised', to: stay },
  { rows: 'S3.3 by a refusal', on: 'any', event: 'requirementMissed', when: (_, { code }) => code === 'NotEligible', to: screen('reservation'), change: { mode: 'main' }, reload: 'reservation', ifReloadFails: screen('reservation') },
  { rows: 'DEC-95: the terms, in pre-checkout', on: 'any', event: 'requirementMissed', when: (facts, { code }) => inPrecheckout(facts) && code === 'TermsNotAccepted', to: screen('precheckout'), reload: 'reservation' },
  { rows: 'DEC-95: a step that was switched off', on: 'any', event: 'requirementMissed', when: (_, { code }) => code === 'ModuleOff', to: stay, reload: 'reservation' },
  { rows: 'DEC-95', on: 'any', event: 'requirementMissed', to: ({ step }) => whereGiven(step), reload: 'reservation' },
  { rows: 'S1.69', on: 'any', event: 'sessionRefused', to: { kind: 'clear', notice: 'Notice.sessionEnded' } },
  { rows: 'S1.30, S1.34, S1.42, S1.45, S2.19, S3.19, S3.27, S3.35', on: asking, event: 'leaveAttempted', to: { kind: 'ask-to-quit' } },
  { rows: 'S1.67', on: endingsWithoutBack, event: 'leaveAttempted', to: stay },
]

/** THE state table: every row of STATES S1 to S4 but the guard of S1.68, which `guards.ts` holds. */
export const transitions: readonly Transition[] = [...verification, ...driver, ...offers, ...offersPage, ...payment, ...changes, ...precheckout, ...everywhere]
