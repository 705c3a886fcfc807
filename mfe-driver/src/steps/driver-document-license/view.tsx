import { useErrorSummary } from '@checkin/forms/view'
import { useWords, type Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Checkbox } from '@checkin/ui/checkbox'
import { ErrorSummary } from '@checkin/ui/error-summary'
import { RequiredLegend } from '@checkin/ui/field'
import { Notice } from '@checkin/ui/notice'
import { Actions, Panel, StepForm, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { licenceWords } from '../../forms/field-words.ts'
import { $subject } from '../../subject.ts'
import { ChangedView } from './changed.view.tsx'
import { LicenceFields } from './licence-fields.view.tsx'
import { backPressed, licenceModels } from './model.ts'
import { RefusedView } from './refused.view.tsx'

const megabyte = 1_000_000

/** The driving licence, for the main driver also a second one, and the save of everything (DRIVER-48 to DRIVER-59). */
export function DriverLicenceView() {
  const words = useWords('mfe-driver')
  const subject = useUnit($subject)
  const model = licenceModels[subject]
  const { isBusy, hasSecond, preparing, upload, percent } = useUnit({ isBusy: model.$isBusy, hasSecond: model.$hasSecond, preparing: model.images.$preparing, upload: model.$upload, percent: model.$percentSent })
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
      {isBusy && (
        <Notice kind="info" title={words('Save.title')} live>
          {upload.count > 0 && <p>{words('Save.images', { count: upload.count, size: (upload.bytes / megabyte).toFixed(1) })}</p>}
        </Notice>
      )}
      <Actions>
        {isBusy && <SaveProgress percent={percent} words={words} />}
        <Button action="Submit" type="submit" busy={isBusy || preparing.size > 0}>{words('Submit')}</Button>
        <Button kind="ghost" action="Back" onClick={() => back()}>{words('Back')}</Button>
      </Actions>
    </StepForm>
  )
}

/** With the buttons, which are always in sight; not in the notice, where a figure that grows would be read out again and again. */
function SaveProgress({ percent, words }: { readonly percent: number | null; readonly words: Translate }) {
  return (
    <p className="ck-upload-progress ck-num" data-percent={percent ?? undefined}>
      <progress aria-label={words('Save.title')} {...(percent !== null && percent < 100 && { value: percent, max: 100 })} />
      {percent !== null && <span aria-hidden="true">{percent < 100 ? words('Save.percent', { percent }) : words('Save.arrived')}</span>}
    </p>
  )
}
