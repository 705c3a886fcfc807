import { useWords } from '@checkin/i18n'
import { StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { $isLong } from './model.ts'
import styles from './view.module.css'

interface ReturnLoaderProps {
  readonly title: string
  /** Said when it takes long. */
  readonly note: string | null
}

/** Only the loader (PAY-31): there is nothing to decide, our server finds out. */
function ReturnLoader({ title, note }: ReturnLoaderProps) {
  return (
    <StepBody>
      <StepHeading title={title} />
      <div className={styles['bar']} role="progressbar" aria-label={title}><i /></div>
      <p className="ck-hint" aria-live="polite">{note}</p>
    </StepBody>
  )
}

/** Back from the wallet: our server asks the wallet, the renter only waits (PAY-31). */
export function PaymentLogView() {
  const words = useWords('mfe-payment')
  const isLong = useUnit($isLong)
  return <ReturnLoader title={words('Return.checking')} note={isLong ? words('Attempt.checking.long') : null} />
}

/** Back from the wallet without paying: on to the overview (PAY-31). */
export function PaymentCancelView() {
  const words = useWords('mfe-payment')
  return <ReturnLoader title={words('Return.cancelled')} note={null} />
}
