import type { ReactNode } from 'react'
import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Tick } from '@checkin/ui/chrome/marks'
import { Actions, Panel, StepHeading } from '@checkin/ui/step'
import { SupportCode } from './support-code.view.tsx'

export interface CounterProps {
  readonly reference: string | null
  /** What support finds this failure by; null where there is none to find. */
  readonly code: string | null
  /** Telephone of the firm's counter, if configuration has one. */
  readonly phone: string | null
  readonly onHome: () => void
}

/** The honest end of the road for now: check-in goes on at the counter, with what is needed there. */
export function CounterView({ reference, code, phone, onHome }: CounterProps) {
  const words = useWords()
  return (
    <div className="ck-step">
      <StepHeading eyebrow={words('Counter.eyebrow')} title={words('Counter.title')} lead={words('Counter.text')} />
      <Panel>
        {reference !== null && (
          <div>
            <p className="ck-hint">{words('Counter.show')}</p>
            <p className="ck-reference">{reference}</p>
          </div>
        )}
        <ul className="ck-list">
          <Line>{words('Counter.saved')}</Line>
          <Line>{words('Counter.bring')}</Line>
          {phone !== null && <Line><a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{words('Counter.phone', { phone })}</a></Line>}
        </ul>
      </Panel>
      <SupportCode code={code} />
      <Actions>
        <Button action="BackToHome" onClick={onHome}>{words('BackToHome')}</Button>
      </Actions>
    </div>
  )
}

function Line({ children }: { readonly children: ReactNode }) {
  return <li><Tick /><span>{children}</span></li>
}
