import type { RemoteModule } from '@checkin/remote'
import * as offers from './one-page/model.ts'
import { OffersView } from './one-page/view.tsx'
import * as addExtras from './steps/add-extras/model.ts'
import { AddExtrasView } from './steps/add-extras/view.tsx'
import * as additionalDriver from './steps/additional-driver/model.ts'
import { AdditionalDriverView } from './steps/additional-driver/view.tsx'
import * as upselling from './steps/upselling/model.ts'
import { UpsellingView } from './steps/upselling/view.tsx'

/** What the shell may mount: the screens of this module and its messages, and nothing else. */
export const remote: RemoteModule = {
  name: 'mfe-offers',
  steps: [
    /** Shall somebody else drive too, and what it costs (OFFERS-01 to OFFERS-08). */
    { name: 'additional-driver', View: AdditionalDriverView, opened: additionalDriver.opened, closed: additionalDriver.closed },
    /** Higher vehicle groups, and the comparison before a yes (OFFERS-22 to OFFERS-31). */
    { name: 'upselling', View: UpsellingView, opened: upselling.opened, closed: upselling.closed },
    /** Whether to look at extras at all (OFFERS-09 to OFFERS-11). */
    { name: 'add-extras', View: AddExtrasView, opened: addExtras.opened, closed: addExtras.closed },
    /** Insurances, services and equipment, priced by the server at every change (OFFERS-12 to OFFERS-21); with the other offers where they stand on one page (DEC-107). */
    { name: 'extras', View: OffersView, opened: offers.opened, closed: offers.closed },
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
