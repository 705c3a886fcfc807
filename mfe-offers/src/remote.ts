import type { RemoteModule } from '@checkin/remote'

/** What the shell may mount: the steps of this module and its words, and nothing else. */
export const remote: RemoteModule = {
  name: 'mfe-offers',
  steps: [],
  words: {
    en: () => import('../locales/en.json'),
    pt: () => import('../locales/pt.json'),
    fr: () => import('../locales/fr.json'),
  },
}
