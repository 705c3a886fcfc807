import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Actions, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { $isUnreachable, retryPressed } from './model.ts'

/** Nothing to fill in: the link is looked up. Only when nobody answers there is something to press (ERR-45). */
export function PrecheckoutGuidView() {
  const words = useWords('mfe-precheckout')
  const { isUnreachable, retry } = useUnit({ isUnreachable: $isUnreachable, retry: retryPressed })
  if (!isUnreachable) {
    return (
      <StepBody>
        <div aria-busy="true"><StepHeading title={words('Entry.title')} lead={words('Entry.lead')} /></div>
      </StepBody>
    )
  }
  return (
    <StepBody>
      <StepHeading title={words('Entry.unreachable.title')} lead={words('Entry.unreachable.lead')} />
      <Actions><Button action="Retry" onClick={() => retry()}>{words('Retry')}</Button></Actions>
    </StepBody>
  )
}
