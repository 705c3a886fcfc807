import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { fieldId } from '@checkin/ui/field'
import { Actions, Panel, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { $condition } from '../../inspection/condition.model.ts'
import { figureOf } from '../../inspection/figure.view.tsx'
import { leastPictures } from '../../inspection/pictures.model.ts'
import { PicturesView } from '../../inspection/pictures.view.tsx'
import { $isShort, $refusals, noPressed, pictures, yesPressed } from './model.ts'

/** Damage status, fuel level and pictures; nothing is sent (PRECHK-22, PRECHK-25). */
export function VerifyDamagesView() {
  const words = useWords('mfe-precheckout')
  const { condition, taken, short, refusals, yes, no } = useUnit({ condition: $condition, taken: pictures.$pictures, short: $isShort, refusals: $refusals, yes: yesPressed, no: noPressed })
  useEffect(() => {
    if (refusals > 0) document.getElementById(fieldId('pictures'))?.focus()
  }, [refusals])
  return (
    <StepBody>
      <StepHeading eyebrow={words('Inspection.eyebrow')} title={words('Damages.title')} lead={words('Damages.lead')} />
      <Panel>
        <dl className="ck-facts">
          <div data-part="damages"><dt>{words('Damages.status')}</dt><dd>{figureOf('damages', condition, words) ?? words('Inspection.asHandedOver')}</dd></div>
          <div data-part="fuel"><dt>{words('Damages.fuel')}</dt><dd>{figureOf('fuelEighths', condition, words) ?? words('Inspection.asHandedOver')}</dd></div>
        </dl>
      </Panel>
      <PicturesView
        pictures={pictures} label={words('Damages.pictures')} state={words('Pictures.count', { taken: taken.length, least: leastPictures })}
        error={short ? { key: 'Atleast5Images', text: words('Atleast5Images') } : null} words={words}
      />
      <p className="ck-hint">{words('Inspection.notSent')}</p>
      <Actions equal>
        <Button kind="ghost" action="YesItsCorrect" onClick={() => yes()}>{words('YesItsCorrect')}</Button>
        <Button kind="ghost" action="NoCorrectAmount" onClick={() => no()}>{words('NoCorrectAmount')}</Button>
      </Actions>
    </StepBody>
  )
}
