import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Actions, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { $confirming, homePressed, retryPressed } from './model.ts'

/** The signature is being confirmed; what is not known is not claimed (PRECHK-19, PRECHK-20). */
export function CompleteSignedView() {
  const words = useWords('mfe-precheckout')
  const { confirming, retry, home } = useUnit({ confirming: $confirming, retry: retryPressed, home: homePressed })
  if (confirming === 'asking') {
    return (
      <StepBody>
        <div aria-busy="true"><StepHeading title={words('Signed.asking.title')} lead={words('Signed.asking.lead')} /></div>
      </StepBody>
    )
  }
  return (
    <StepBody>
      <StepHeading title={words(`Signed.${confirming}.title`)} lead={words(`Signed.${confirming}.lead`)} />
      <Actions>
        {confirming === 'unreachable' && <Button action="Retry" onClick={() => retry()}>{words('Retry')}</Button>}
        <Button kind={confirming === 'unreachable' ? 'ghost' : 'primary'} action="BackToHome" onClick={() => home()}>{words('BackToHome')}</Button>
      </Actions>
    </StepBody>
  )
}
