import type { RemoteModule } from '@checkin/remote'
import { addExtrasStep } from './steps/add-extras/step.ts'
import { additionalDriverStep } from './steps/additional-driver/step.ts'
import { extrasStep } from './steps/extras/step.ts'
import { upsellingStep } from './steps/upselling/step.ts'

/** What the shell may mount: the steps of this module and its words, and nothing else. */
export const remote: RemoteModule = {
  name: 'mfe-offers',
  steps: [additionalDriverStep, upsellingStep, addExtrasStep, extrasStep],
  words: {
    en: () => import('../locales/en.json'),
    pt: () => import('../locales/pt.json'),
    fr: () => import('../locales/fr.json'),
  },
}
