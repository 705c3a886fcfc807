import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Actions, Panel, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { $condition } from '../../inspection/condition.model.ts'
import { figureOf } from '../../inspection/figure.view.tsx'
import { PicturesView } from '../../inspection/pictures.view.tsx'
import { fuel, mileage, type Reading } from './model.ts'

interface ReadingViewProps {
  readonly reading: Reading
  /** Which value: the first part of its words' keys. */
  readonly about: 'Mileage' | 'Fuel'
}

/** Is the value right? If not, a picture of the dashboard shows the right one (PRECHK-22). */
function ReadingView({ reading, about }: ReadingViewProps) {
  const words = useWords('mfe-precheckout')
  const { condition, correcting, missing, taken } = useUnit({ condition: $condition, correcting: reading.$isCorrecting, missing: reading.$isMissing, taken: reading.pictures.$pictures })
  const { yes, no, confirm, cancel, back } = useUnit({
    yes: reading.yesPressed, no: reading.noPressed, confirm: reading.confirmPressed, cancel: reading.cancelPressed, back: reading.backPressed,
  })
  const figure = figureOf(about === 'Fuel' ? 'fuelEighths' : 'mileageKm', condition, words)
  return (
    <StepBody>
      <StepHeading eyebrow={words('Inspection.eyebrow')} title={words(`${about}.title`)} lead={words(correcting ? `${about}.correct` : `${about}.lead`)} />
      {figure !== null && (
        <Panel>
          <dl className="ck-facts"><div data-part="figure"><dt>{words(`${about}.name`)}</dt><dd>{figure}</dd></div></dl>
        </Panel>
      )}
      {correcting && (
        <>
          <PicturesView
            pictures={reading.pictures} label={words(`${about}.picture`)} state={words('Pictures.some', { taken: taken.length })}
            error={missing ? { key: 'Pictures.missing', text: words('Pictures.missing') } : null} words={words}
          />
          <p className="ck-hint">{words('Inspection.notSent')}</p>
        </>
      )}
      <Actions equal>
        {correcting
          ? (
            <>
              <Button action="Confirm" onClick={() => confirm()}>{words('Confirm')}</Button>
              <Button kind="ghost" action="Cancel" onClick={() => cancel()}>{words('Cancel')}</Button>
            </>
          )
          : (
            <>
              <Button kind="ghost" action="YesItsCorrect" onClick={() => yes()}>{words('YesItsCorrect')}</Button>
              <Button kind="ghost" action="NoCorrectAmount" onClick={() => no()}>{words('NoCorrectAmount')}</Button>
            </>
          )}
        <Button kind="plain" action="Back" onClick={() => back()}>{words('Back')}</Button>
      </Actions>
    </StepBody>
  )
}

/** The mileage as the dashboard shows it. */
export const VerifyKmView = () => <ReadingView reading={mileage} about="Mileage" />
/** The fuel level as the dashboard shows it. */
export const VerifyFuelView = () => <ReadingView reading={fuel} about="Fuel" />
