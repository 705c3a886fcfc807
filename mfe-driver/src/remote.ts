import type { RemoteModule } from '@checkin/remote'
import * as contact from './steps/driver-contact/model.ts'
import { DriverContactView } from './steps/driver-contact/view.tsx'
import * as details from './steps/driver-details/model.ts'
import { DriverDetailsView } from './steps/driver-details/view.tsx'
import * as handOver from './steps/hand-over/model.ts'
import { HandOverView } from './steps/hand-over/view.tsx'
import * as invitation from './steps/invitation/model.ts'
import { InvitationView } from './steps/invitation/view.tsx'
import * as licence from './steps/driver-document-license/model.ts'
import { DriverLicenceView } from './steps/driver-document-license/view.tsx'
import * as document from './steps/driver-document/model.ts'
import { DriverDocumentView } from './steps/driver-document/view.tsx'
import * as verify from './steps/verify-driver/model.ts'
import { VerifyDriverView } from './steps/verify-driver/view.tsx'

/** What the shell may mount: the steps of this module and its words, and nothing else. */
export const remote: RemoteModule = {
  name: 'mfe-driver',
  steps: [
    { name: 'verify-driver', View: VerifyDriverView, opened: verify.opened, closed: verify.closed },
    { name: 'driver-details', View: DriverDetailsView, opened: details.opened, closed: details.closed },
    { name: 'driver-contact', View: DriverContactView, opened: contact.opened, closed: contact.closed },
    { name: 'driver-document', View: DriverDocumentView, opened: document.opened, closed: document.closed },
    { name: 'driver-document-license', View: DriverLicenceView, opened: licence.opened, closed: licence.closed },
    { name: 'hand-over', View: HandOverView, opened: handOver.opened, closed: handOver.closed },
    { name: 'invitation', View: InvitationView, opened: invitation.opened, closed: invitation.closed },
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
