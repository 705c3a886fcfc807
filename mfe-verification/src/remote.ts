import type { RemoteModule } from '@checkin/remote'
import * as reservation from './steps/reservation/model.ts'
import { ReservationView } from './steps/reservation/view.tsx'
import * as code from './steps/verify-code/model.ts'
import { VerifyCodeView } from './steps/verify-code/view.tsx'
import * as link from './steps/verify-guid/model.ts'
import { VerifyGuidView } from './steps/verify-guid/view.tsx'
import * as find from './steps/verify-reservation/model.ts'
import { VerifyReservationView } from './steps/verify-reservation/view.tsx'

/** What the shell may mount: the steps of this module and its words, and nothing else. */
export const remote: RemoteModule = {
  name: 'mfe-verification',
  steps: [
    { name: 'verify-reservation', View: VerifyReservationView, opened: find.opened, closed: find.closed },
    { name: 'verify-code', View: VerifyCodeView, opened: code.opened, closed: code.closed },
    { name: 'verify-guid', View: VerifyGuidView, opened: link.opened, closed: link.closed },
    { name: 'reservation', View: ReservationView, opened: reservation.opened, closed: reservation.closed },
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
