import type { RemoteModule } from '@checkin/remote'
import { completeStep } from './steps/complete/step.ts'
import { overviewPrecheckoutStep } from './steps/overview-precheckout/step.ts'
import { overviewStep } from './steps/overview/step.ts'
import { paymentCancelStep } from './steps/payment-cancel/step.ts'
import { paymentLogStep } from './steps/payment-log/step.ts'
import { testTokenStep } from './steps/test-token/step.ts'

/** What the shell may mount: the steps of this module and its words, and nothing else. */
export const remote: RemoteModule = {
  name: 'mfe-payment',
  steps: [overviewStep, overviewPrecheckoutStep, paymentLogStep, paymentCancelStep, completeStep, testTokenStep],
  words: {
    en: () => import('../locales/en.json'),
    pt: () => import('../locales/pt.json'),
    fr: () => import('../locales/fr.json'),
  },
}
