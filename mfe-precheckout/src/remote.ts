import type { RemoteModule } from '@checkin/remote'
import { atCounter, signed } from './steps/complete-agreement/model.ts'
import { CompleteRentalAgreementNoPaymentView, CompleteRentalAgreementView } from './steps/complete-agreement/view.tsx'
import * as completeSigned from './steps/complete-signed/model.ts'
import { CompleteSignedView } from './steps/complete-signed/view.tsx'
import * as precheckout from './steps/precheckout/model.ts'
import { PrecheckoutView } from './steps/precheckout/view.tsx'
import * as precheckoutGuid from './steps/precheckout-guid/model.ts'
import { PrecheckoutGuidView } from './steps/precheckout-guid/view.tsx'
import * as precheckoutSteps from './steps/precheckout-steps/model.ts'
import { PrecheckoutStepsView } from './steps/precheckout-steps/view.tsx'
import * as rentalAgreement from './steps/rental-agreement/model.ts'
import { RentalAgreementView } from './steps/rental-agreement/view.tsx'
import * as verifyDamages from './steps/verify-damages/model.ts'
import { VerifyDamagesView } from './steps/verify-damages/view.tsx'
import { fuel, mileage } from './steps/verify-reading/model.ts'
import { VerifyFuelView, VerifyKmView } from './steps/verify-reading/view.tsx'

/** What the shell may mount: the screens of this module and its messages, and nothing else. */
export const remote: RemoteModule = {
  name: 'mfe-precheckout',
  steps: [
    /** The link of a mail or of the completed check-in becomes pre-checkout (PRECHK-01, PRECHK-02). */
    { name: 'precheckout-guid', View: PrecheckoutGuidView, opened: precheckoutGuid.opened, closed: precheckoutGuid.closed },
    /** The rental as it stands, to go on with or to correct (PRECHK-04, PAY-05). */
    { name: 'precheckout', View: PrecheckoutView, opened: precheckout.opened, closed: precheckout.closed },
    /** What may still be added before the agreement (PRECHK-05, PRECHK-06). */
    { name: 'precheckout-steps', View: PrecheckoutStepsView, opened: precheckoutSteps.opened, closed: precheckoutSteps.closed },
    /** Deposit by card, then the signature; or the counter (PRECHK-10 to PRECHK-18). */
    { name: 'rental-agreement', View: RentalAgreementView, opened: rentalAgreement.opened, closed: rentalAgreement.closed },
    /** The signature provider sends the renter back, on whatever device (PRECHK-19, DEC-66). */
    { name: 'complete-signed', View: CompleteSignedView, opened: completeSigned.opened, closed: completeSigned.closed },
    /** The agreement is signed (PAY-41). */
    { name: 'complete-rental-agreement', View: CompleteRentalAgreementView, opened: signed.opened, closed: signed.closed },
    /** The agreement is signed at the counter (PAY-42). */
    { name: 'complete-rental-agreement-no-payment', View: CompleteRentalAgreementNoPaymentView, opened: atCounter.opened, closed: atCounter.closed },
    /** The car's condition with pictures (PRECHK-22 to PRECHK-25). */
    { name: 'verify-damages', View: VerifyDamagesView, opened: verifyDamages.opened, closed: verifyDamages.closed },
    /** The mileage, right or corrected by a picture (PRECHK-22, PRECHK-24). */
    { name: 'verify-km', View: VerifyKmView, opened: mileage.opened, closed: mileage.closed },
    /** The fuel level, right or corrected by a picture (PRECHK-22, PRECHK-24). */
    { name: 'verify-fuel', View: VerifyFuelView, opened: fuel.opened, closed: fuel.closed },
  ],
  words: {
    en: () => import('../locales/en.json'),
    pt: () => import('../locales/pt.json'),
    fr: () => import('../locales/fr.json'),
    de: () => import('../locales/de.json'),
    es: () => import('../locales/es.json'),
    it: () => import('../locales/it.json'),
    nl: () => import('../locales/nl.json'),
    ar: () => import('../locales/ar.json'),
  },
}
