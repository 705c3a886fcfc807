import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Actions, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { $isUnreachable, retryPressed } from './model.ts'

/** Nothing to fill in: the link is looked up. Only when nobody answers there is something to press (ERR-45). */
export function VerifyGuidView() {
  const words = useWords('mfe-verification')
  const { isUnreachable, retry } = useUnit({ isUnreachable: $isUnreachable, retry: retryPressed })
  if (isUnreachable) {
    return (
      <StepBody>
        <StepHeading title={words('Link.unreachable.title')} lead={words('Link.unreachable.lead')} />
        <Actions>
          <Button action="Link.retry" onClick={() => retry()}>{words('Link.retry')}</Button>
        </Actions>
      </StepBody>
    )
  }
  return (
    <StepBody>
      <div aria-busy="true">
        <StepHeading title={words('Link.title')} lead={words('Link.lead')} />
      </div>
    </StepBody>
  )
}
