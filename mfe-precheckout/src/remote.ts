import type { RemoteModule } from '@checkin/remote'
import { completeRentalAgreementStep } from './steps/complete-rental-agreement/step.ts'
import { completeRentalAgreementNoPaymentStep } from './steps/complete-rental-agreement-no-payment/step.ts'
import { completeSignedStep } from './steps/complete-signed/step.ts'
import { precheckoutGuidStep } from './steps/precheckout-guid/step.ts'
import { precheckoutStep } from './steps/precheckout/step.ts'
import { precheckoutStepsStep } from './steps/precheckout-steps/step.ts'
import { rentalAgreementStep } from './steps/rental-agreement/step.ts'
import { verifyDamagesStep } from './steps/verify-damages/step.ts'
import { verifyFuelStep } from './steps/verify-fuel/step.ts'
import { verifyKmStep } from './steps/verify-km/step.ts'

/** What the shell may mount: the steps of this module and its words, and nothing else. */
export const remote: RemoteModule = {
  name: 'mfe-precheckout',
  steps: [
    precheckoutGuidStep, precheckoutStep, precheckoutStepsStep, rentalAgreementStep, completeSignedStep, completeRentalAgreementStep, completeRentalAgreementNoPaymentStep,
    verifyDamagesStep, verifyKmStep, verifyFuelStep,
  ],
  words: {
    en: () => import('../locales/en.json'),
    pt: () => import('../locales/pt.json'),
    fr: () => import('../locales/fr.json'),
  },
}
