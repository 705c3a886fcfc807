import { useLanguage, useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { Actions, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { $calendar, $view, retryPressed } from './model.ts'
import { TicketPage } from './page.view.tsx'

/** The ticket of a completed check-in, for whoever has its link (DEC-206). */
export function TicketView() {
  const words = useWords('mfe-ticket')
  const language = useLanguage()
  const { view, calendar, retry } = useUnit({ view: $view, calendar: $calendar, retry: retryPressed })
  switch (view.kind) {
    case 'asking': return <StepBody><div aria-busy="true"><StepHeading title={words('Pass.asking')} /></div></StepBody>
    case 'gone': return <StepBody><StepHeading title={words('Pass.gone')} lead={words('Pass.goneLead')} /></StepBody>
    case 'unreachable': return (
      <StepBody>
        <StepHeading title={words('Pass.unreachable')} lead={words('Pass.unreachableLead')} />
        <Actions><Button action="Pass.retry" onClick={() => { retry() }}>{words('Pass.retry')}</Button></Actions>
      </StepBody>
    )
    case 'open': return (
      <StepBody>
        <StepHeading title={words('Pass.title')} lead={words('Pass.lead')} />
        {view.isStale && <Notice kind="warn" live>{words('Pass.stale')}</Notice>}
        {view.isChanged && <Notice kind="info" live>{words('Pass.changed')}</Notice>}
        <TicketPage ticket={view.ticket} calendar={`${calendar}?language=${language}`} words={words} />
      </StepBody>
    )
  }
}
