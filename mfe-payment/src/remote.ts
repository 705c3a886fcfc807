import type { RemoteModule } from '@checkin/remote'
import * as complete from './steps/complete/model.ts'
import { CompleteView } from './steps/complete/view.tsx'
import * as overview from './steps/overview/model.ts'
import { OverviewView } from './steps/overview/view.tsx'
import * as overviewPrecheckout from './steps/overview-precheckout/model.ts'
import { OverviewPrecheckoutView } from './steps/overview-precheckout/view.tsx'
import * as testToken from './steps/test-token/model.ts'
import { TestTokenView } from './steps/test-token/view.tsx'
import { cancel, success } from './steps/wallet-return/model.ts'
import { PaymentCancelView, PaymentLogView } from './steps/wallet-return/view.tsx'

/** What the shell may mount: the screens of this module and its messages, and nothing else. */
export const remote: RemoteModule = {
  name: 'mfe-payment',
  steps: [
    /** The rental, what it costs, and how it is paid or completed (PAY-01 to PAY-17). */
    { name: 'overview', View: OverviewView, opened: overview.opened, closed: overview.closed },
    /** The same review on the way to the agreement (PAY-05). */
    { name: 'overview-precheckout', View: OverviewPrecheckoutView, opened: overviewPrecheckout.opened, closed: overviewPrecheckout.closed },
    /** Back from the wallet, the payment is associated (PAY-31 to PAY-34). */
    { name: 'paymentLog', View: PaymentLogView, opened: success.opened, closed: success.closed },
    /** Back from the wallet without paying (PAY-35). */
    { name: 'paymentCancel', View: PaymentCancelView, opened: cancel.opened, closed: cancel.closed },
    /** Check-in is done; what to bring and what comes next (PAY-37 to PAY-40). */
    { name: 'complete', View: CompleteView, opened: complete.opened, closed: complete.closed },
    /** A card token to look at, on a sandbox only (PAY-30, DEC-50). */
    { name: 'test-token', View: TestTokenView, opened: testToken.opened, closed: testToken.closed },
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
