import { useWords } from '@checkin/i18n'
import { ActionLink, Button } from '@checkin/ui/button'
import { Actions, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { $confirming, $newAddress, againPressed, homePressed, retryPressed, type Confirming } from './model.ts'

const mayRetry: readonly Confirming[] = ['unreachable', 'unasked']
const maySignAgain: readonly Confirming[] = ['declined', 'rejected']

/** The signature is being confirmed; what is not known is not claimed (PRECHK-19, PRECHK-20). */
export function CompleteSignedView() {
  const words = useWords('mfe-precheckout')
  const { confirming, address, again, retry, home } = useUnit({ confirming: $confirming, address: $newAddress, again: againPressed, retry: retryPressed, home: homePressed })
  const isOpen = mayRetry.includes(confirming) || maySignAgain.includes(confirming) || address !== null
  if (confirming === 'asking') {
    return (
      <StepBody>
        <div aria-busy="true"><StepHeading title={words('Signed.asking.title')} lead={words('Signed.asking.lead')} /></div>
      </StepBody>
    )
  }
  return (
    <StepBody>
      <StepHeading title={words(`Signed.${confirming}.title`)} lead={words(confirming === 'outdated' && address !== null ? 'Signed.outdated.leadNew' : `Signed.${confirming}.lead`)} />
      <Actions>
        {mayRetry.includes(confirming) && <Button action="Retry" onClick={() => retry()}>{words('Retry')}</Button>}
        {maySignAgain.includes(confirming) && <Button action="SignAgain" onClick={() => again()}>{words(`Signed.${confirming}.sign`)}</Button>}
        {confirming === 'outdated' && address !== null && <ActionLink action="Signed.outdated.sign" href={address}>{words('Signed.outdated.sign')}</ActionLink>}
        <Button kind={isOpen ? 'ghost' : 'primary'} action="BackToHome" onClick={() => home()}>{words('BackToHome')}</Button>
      </Actions>
    </StepBody>
  )
}
