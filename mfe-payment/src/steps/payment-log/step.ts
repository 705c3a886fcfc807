import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { PaymentLogView } from './view.tsx'

/** The screen `paymentLog`: back from the wallet, the payment is associated (PAY-31 to PAY-34). */
export const paymentLogStep: Step = { name: 'paymentLog', View: PaymentLogView, opened, closed }
