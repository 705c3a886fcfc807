import type { Database } from '@checkin/server'
import type { Tables } from './tables.ts'
import type { AgreementRow } from './agreement-store.ts'
import type { SiteScheme } from '../tenants/site-address.ts'
import type { PdfStore } from '../documents/pdf-store.ts'
import type { Payments } from '../payments/payments.ts'
import type { Proceeding } from '../reservations/proceeding.ts'
import type { SignatureAccounts } from './signature/signature-accounts.ts'

/** What pre-checkout works with. */
export interface AgreementServices {
  readonly database: Database<Tables>
  readonly pdfs: PdfStore
  readonly payments: Pick<Payments, 'start' | 'current' | 'refresh' | 'cancel' | 'void' | 'queueVoid' | 'keepHold'>
  readonly signatures: SignatureAccounts
  readonly proceeding: Proceeding
  /** Seals what waits in the outbox and addresses that sign, and makes return tokens. */
  readonly secret: string
  readonly site: SiteScheme
  /** Address at which the signature provider reports. */
  readonly callbackBase: string
  /** Called after a mail may have been committed. */
  readonly mailQueued: () => void
}

/** What one step found: it moved on, or waits for somebody. `url`: where the bank asks the renter. */
export type Step =
  | { readonly kind: 'moved'; readonly row: AgreementRow }
  | { readonly kind: 'waits'; readonly url?: string }
