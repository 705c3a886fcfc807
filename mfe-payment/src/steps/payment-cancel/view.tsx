import { useWords } from '@checkin/i18n'
import { ReturnLoader } from '../../return/return.view.tsx'

/** Back from the wallet without paying: on to the overview (PAY-31). */
export function PaymentCancelView() {
  const words = useWords('mfe-payment')
  return <ReturnLoader title={words('Return.cancelled')} note={null} />
}
