import type { RemoteModule } from '@checkin/remote'
import { reservationStep } from './steps/reservation/step.ts'
import { verifyCodeStep } from './steps/verify-code/step.ts'
import { verifyGuidStep } from './steps/verify-guid/step.ts'
import { verifyReservationStep } from './steps/verify-reservation/step.ts'

/** What the shell may mount: the steps of this module and its words, and nothing else. */
export const remote: RemoteModule = {
  name: 'mfe-verification',
  steps: [verifyReservationStep, verifyCodeStep, verifyGuidStep, reservationStep],
  words: {
    en: () => import('../locales/en.json'),
    pt: () => import('../locales/pt.json'),
    fr: () => import('../locales/fr.json'),
  },
}
