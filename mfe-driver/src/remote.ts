import type { RemoteModule } from '@checkin/remote'
import { driverContactStep } from './steps/driver-contact/step.ts'
import { driverDetailsStep } from './steps/driver-details/step.ts'
import { driverLicenceStep } from './steps/driver-document-license/step.ts'
import { driverDocumentStep } from './steps/driver-document/step.ts'
import { verifyDriverStep } from './steps/verify-driver/step.ts'

/** What the shell may mount: the steps of this module and its words, and nothing else. */
export const remote: RemoteModule = {
  name: 'mfe-driver',
  steps: [verifyDriverStep, driverDetailsStep, driverContactStep, driverDocumentStep, driverLicenceStep],
  words: {
    en: () => import('../locales/en.json'),
    pt: () => import('../locales/pt.json'),
    fr: () => import('../locales/fr.json'),
  },
}
