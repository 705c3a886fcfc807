import { formatDateTime, useLanguage, useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { Actions, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { $calendar, $view, $wallet, retryPressed } from './model.ts'
import { TicketPage } from './page.view.tsx'

/** An instant on the clock of this device, as the catalogues' formats take it. */
function localOf(instant: string): string {
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The ticket of a completed check-in, for whoever has its link (DEC-206). */
export function TicketView() {
  const words = useWords('mfe-ticket')
  const language = useLanguage()
  const { view, calendar, wallet, retry } = useUnit({ view: $view, calendar: $calendar, wallet: $wallet, retry: retryPressed })
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
        {view.isStale && <Notice kind="warn" live>{view.savedAt === undefined ? words('Pass.stale') : words('Pass.saved', { when: formatDateTime(localOf(view.savedAt), language) })}</Notice>}
        {view.isChanged && <Notice kind="info" live>{words('Pass.changed')}</Notice>}
        <TicketPage ticket={view.ticket} calendar={`${calendar}?language=${language}`} wallet={(kind) => `${wallet(kind)}?language=${language}`} words={words} />
      </StepBody>
    )
  }
}
