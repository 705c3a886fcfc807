import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Scene } from '@checkin/ui/chrome/scene'
import { Actions, StepHeading } from '@checkin/ui/step'
import { SupportCode } from './support-code.view.tsx'

export interface MissingRemoteProps {
  /** Null before a reservation is known. */
  readonly reference: string | null
  /** What support finds this failure by; null where there is none to find. */
  readonly code: string | null
  readonly onRetry: () => void
  /** The renter gives up on the step and is told what comes at the counter. */
  readonly onCounter: () => void
}

/** A step that could not be loaded or broke: what happened, another try, and the way on without it. */
export function MissingRemoteView({ reference, code, onRetry, onCounter }: MissingRemoteProps) {
  const words = useWords()
  return (
    <div className="ck-step">
      <div className="ck-detour-scene"><Scene name="detour" /></div>
      <StepHeading
        {...(reference === null ? {} : { eyebrow: `${words('Ticket.reference')} ${reference}` })}
        title={words('Detour.title')}
        lead={words('Detour.text')}
      />
      <SupportCode code={code} />
      <Actions>
        <Button action="Detour.retry" onClick={onRetry}>{words('Detour.retry')}</Button>
        <Button action="Detour.counter" kind="ghost" onClick={onCounter}>{words('Detour.counter')}</Button>
      </Actions>
    </div>
  )
}
