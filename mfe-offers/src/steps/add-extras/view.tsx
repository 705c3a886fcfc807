import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Actions, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { $isAsked, noPressed, yesPressed } from './model.ts'

/** One question, two answers of equal weight (OFFERS-09). */
export function AddExtrasView() {
  const words = useWords('mfe-offers')
  const isAsked = useUnit($isAsked)
  const { yes, no } = useUnit({ yes: yesPressed, no: noPressed })
  if (!isAsked) return null
  return (
    <StepBody>
      <StepHeading eyebrow={words('Extras')} title={words('AddExtrasQuestion')} lead={words('AddExtras.lead')} />
      <Actions equal>
        <Button kind="ghost" action="Yes" onClick={() => yes()}>{words('Yes')}</Button>
        <Button kind="ghost" action="NoFinish" onClick={() => no()}>{words('NoFinish')}</Button>
      </Actions>
    </StepBody>
  )
}
