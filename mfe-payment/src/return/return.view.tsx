import { StepBody, StepHeading } from '@checkin/ui/step'
import look from './return.module.css'

export interface ReturnLoaderProps {
  readonly title: string
  /** Said when it takes long. */
  readonly note: string | null
}

/** Only the loader (PAY-31): there is nothing to decide, our server finds out. */
export function ReturnLoader({ title, note }: ReturnLoaderProps) {
  return (
    <StepBody>
      <StepHeading title={title} />
      <div className={look['bar']} role="progressbar" aria-label={title}><i /></div>
      <p className="ck-hint" aria-live="polite">{note}</p>
    </StepBody>
  )
}
