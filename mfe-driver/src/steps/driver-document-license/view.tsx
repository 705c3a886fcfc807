import { useErrorSummary } from '@checkin/forms/view'
import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Checkbox } from '@checkin/ui/checkbox'
import { ErrorSummary } from '@checkin/ui/error-summary'
import { RequiredLegend } from '@checkin/ui/field'
import { Actions, Panel, StepForm, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { licenceWords } from '../../forms/field-words.ts'
import { $subject } from '../../subject.ts'
import { ChangedView } from './changed.view.tsx'
import { LicenceFields } from './licence-fields.view.tsx'
import { backPressed, licenceModels } from './model.ts'
import { RefusedView } from './refused.view.tsx'
import { SaveNotice, SaveProgress } from './saving.view.tsx'

/** The driving licence, for the main driver also a second one, and the save of everything (DRIVER-48 to DRIVER-59). */
export function DriverLicenceView() {
  const words = useWords('mfe-driver')
  const subject = useUnit($subject)
  const model = licenceModels[subject]
  const { isBusy, hasSecond, preparing } = useUnit({ isBusy: model.$isBusy, hasSecond: model.$hasSecond, preparing: model.images.$preparing })
  const { submit, tick, back } = useUnit({ submit: model.form.submitted, tick: model.secondTicked, back: backPressed })
  const summary = useErrorSummary(model.form, licenceWords(words))
  return (
    <StepForm onSubmit={submit}>
      <StepHeading eyebrow={words(subject === 'main' ? 'Documents.eyebrow' : 'Additional.eyebrow')} title={words('Licence.title')} lead={words('Licence.lead')} />
      <ErrorSummary {...summary} />
      <RefusedView model={model} words={words} />
      <ChangedView model={model} words={words} />
      <RequiredLegend />
      <LicenceFields model={model} which="first" words={words} />
      {subject === 'main' && <Checkbox name="second.enabled" checked={hasSecond} onChange={tick}>{words('AddSecondDriverLicense')}</Checkbox>}
      {hasSecond && (
        <Panel>
          <h2>{words('Licence.second')}</h2>
          <LicenceFields model={model} which="second" words={words} />
        </Panel>
      )}
      <SaveNotice model={model} words={words} />
      <Actions>
        <SaveProgress model={model} words={words} />
        <Button action="Submit" type="submit" busy={isBusy || preparing.size > 0}>{words('Licence.save')}</Button>
        <Button kind="ghost" action="Back" onClick={() => back()}>{words('Back')}</Button>
      </Actions>
    </StepForm>
  )
}
