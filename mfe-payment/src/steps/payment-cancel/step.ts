import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { PaymentCancelView } from './view.tsx'

/** The screen `paymentCancel`: back from the wallet without paying (PAY-35). */
export const paymentCancelStep: Step = { name: 'paymentCancel', View: PaymentCancelView, opened, closed }
