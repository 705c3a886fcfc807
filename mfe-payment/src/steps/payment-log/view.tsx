import { useWords } from '@checkin/i18n'
import { useUnit } from 'effector-react'
import { ReturnLoader } from '../../return/return.view.tsx'
import { $isLong } from './model.ts'

/** Back from the wallet: our server asks the wallet, the renter only waits (PAY-31). */
export function PaymentLogView() {
  const words = useWords('mfe-payment')
  const isLong = useUnit($isLong)
  return <ReturnLoader title={words('Return.checking')} note={isLong ? words('Attempt.checking.long') : null} />
}
