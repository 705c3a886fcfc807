import type { RemoteModule } from '@checkin/remote'
import * as ticket from './steps/ticket/model.ts'
import { TicketView } from './steps/ticket/view.tsx'

/** What the shell may mount: the steps of this module and its messages, and nothing else. */
export const remote: RemoteModule = {
  name: 'mfe-ticket',
  steps: [
    { name: 'ticket', View: TicketView, opened: ticket.opened, closed: ticket.closed },
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
