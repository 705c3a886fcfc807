import { useUnit } from 'effector-react'
import { useEffect, useState, type ReactNode } from 'react'
import { phoneAddress, useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Loader } from '@checkin/ui/chrome/loader'
import type { Firm } from '@checkin/ui/chrome/logo'
import { Tick } from '@checkin/ui/chrome/marks'
import { Scene } from '@checkin/ui/chrome/scene'
import { Actions, Panel, StepHeading } from '@checkin/ui/step'
import { $progressWidth } from '../feedback/progress.model.ts'

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
          {phone !== null && <Line><a href={phoneAddress(phone)}>{words('Counter.phone', { phone })}</a></Line>}
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

export interface MissingRemoteProps {
  /** Null before a reservation is known. */
  readonly reference: string | null
  /** What support finds this failure by; null where there is none to find. */
  readonly code: string | null
  readonly onRetry: () => void
  /** The renter gives up on the step and reads what comes at the counter. */
  readonly onCounter: () => void
}

/** A step that could not be loaded or broke: what happened, another try, and the way on without it. */
export function MissingRemoteView({ reference, code, onRetry, onCounter }: MissingRemoteProps) {
  const words = useWords()
  return (
    <div className="ck-step">
      <div className="ck-detour-scene"><Scene name="detour" /></div>
      {/* It may replace what a screen reader has read already, and the first screen of a page takes no focus. */}
      <div role="alert">
        <StepHeading
          {...(reference === null ? {} : { eyebrow: `${words('Ticket.reference')} ${reference}` })}
          title={words('Detour.title')}
          lead={words('Detour.text')}
        />
      </div>
      <SupportCode code={code} />
      <Actions>
        <Button action="Detour.retry" onClick={onRetry}>{words('Detour.retry')}</Button>
        <Button action="Detour.counter" kind="ghost" onClick={onCounter}>{words('Detour.counter')}</Button>
      </Actions>
    </div>
  )
}

/** The code by which support finds what went wrong here: text that can be read out, selected and copied. */
function SupportCode({ code }: { readonly code: string | null }): ReactNode {
  const words = useWords()
  return code === null ? null : <p className="ck-hint" data-support-code={code}>{words('Support.code', { code })}</p>
}

/** After so many milliseconds a note appears that the connection looks slow. */
const slowAfter = 8000

/** Shown until the routed view is ready (SHELL-68, SHELL-69). */
export function LoaderView({ firm, page = false }: { readonly firm: Firm; readonly page?: boolean }) {
  const words = useWords()
  const percent = useUnit($progressWidth)
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfter)
    return () => clearTimeout(timer)
  }, [])
  return <Loader {...firm} page={page} percent={percent} label={words('Loading.label')} note={slow ? words('Loading.slow') : undefined} />
}
