import { useErrorSummary } from '@checkin/forms/view'
import { useLanguage, type Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Checkbox } from '@checkin/ui/checkbox'
import { ErrorSummary } from '@checkin/ui/error-summary'
import { fieldId, RequiredLegend } from '@checkin/ui/field'
import { Actions, FieldGrid, Panel, StepForm, StepHeading } from '@checkin/ui/step'
import { imageOnFile } from '@checkin/driver-rules/images'
import { useUnit } from 'effector-react'
import { useEffect, useState, type ReactNode } from 'react'
import { $facts } from '../forms/facts.ts'
import { licenceWords, useDriverWords } from '../forms/field-words.ts'
import { labelOf, shownAs } from '../forms/shown-values.ts'
import { ContactFields } from '../steps/driver-contact/contact-fields.view.tsx'
import { DetailsFields } from '../steps/driver-details/details-fields.view.tsx'
import { DocumentFields } from '../steps/driver-document/document-fields.view.tsx'
import { ChangedView } from '../steps/driver-document-license/changed.view.tsx'
import { LicenceFields } from '../steps/driver-document-license/licence-fields.view.tsx'
import { SaveNotice, SaveProgress } from '../steps/driver-document-license/saving.view.tsx'
import { $subject } from '../subject.ts'
import { checkModels, parts, type CheckedField, type CheckModel, type Part } from './check.model.ts'
import { controls, prefix } from './document-controls.tsx'
import { Preview } from '../images/preview.view.tsx'
import styles from './check.module.css'

const nameOf = ({ form, field }: Pick<CheckedField, 'form' | 'field'>): string => (form === 'document' ? `${prefix}${field}` : field)
const titles: Readonly<Record<Part, string>> = { details: 'Details.title', contact: 'Contact.title', document: 'Document.title', licence: 'Licence.title' }
/** Never rows of their own: a number is shown with its prefix, and names are the first screen's. */
const withoutRow = new Set(['contact.mobilePrefix'])

interface RowProps {
  readonly checked: CheckedField
  readonly text: ReactNode
  readonly words: Translate
  readonly onChange: (() => void) | null
}

/** What stands in one field, what is to be said of it, and the way to change it. */
function Row({ checked, text, words, onChange }: RowProps) {
  const label = words(labelOf(checked))
  return (
    <div className={styles['row']} data-row={`${checked.form}.${checked.field}`} data-note={checked.note ?? undefined}>
      <dt>{label}</dt>
      <dd>
        {text}
        {checked.note !== null && <span className={styles['note']}>{words(checked.note === 'check' ? 'Check.check' : 'Check.differs')}</span>}
      </dd>
      {onChange !== null && (
        <dd className={styles['change']}>
          <Button kind="plain" action="Check.change" onClick={onChange}>{words(checked.value === '' ? 'Check.add' : 'Check.change')}<span className="ck-hidden">: {label}</span></Button>
        </dd>
      )}
    </div>
  )
}

function useSummary({ details, contact, document, licence }: CheckModel, words: Translate) {
  const each = {
    details: useErrorSummary(details.form, words), contact: useErrorSummary(contact.form, words),
    document: useErrorSummary(document.form, words), licence: useErrorSummary(licence.form, licenceWords(words)),
  }
  return {
    items: parts.flatMap((form) => each[form].items.map(({ name, text }) => ({ name: nameOf({ form, field: name }), text }))),
    refusal: parts.reduce((sum, form) => sum + each[form].refusal, 0),
  }
}

function AskedFields({ part, model, words, asks }: { readonly part: Part; readonly model: CheckModel; readonly words: Translate; readonly asks: (field: string) => boolean }) {
  switch (part) {
    case 'details': return <FieldGrid><DetailsFields model={model.details} words={words} shows={asks} /></FieldGrid>
    case 'contact': return <ContactFields model={model.contact} words={words} shows={asks} />
    case 'document': return <DocumentFields model={model.document} words={words} shows={asks} controls={controls} prefix={prefix} />
    case 'licence': return <LicenceFields model={model.licence} which="first" words={words} asks={asks} />
  }
}

/** Everything of a driver on one view: what was read or is on file, with ways to change it, and the fields of what is missing (DEC-176). */
export function CheckView() {
  const words = useDriverWords()
  const language = useLanguage()
  const subject = useUnit($subject)
  const model = checkModels[subject]
  const { licence } = model
  const { fields, facts, hasSecond, isBusy, contact } = useUnit({ fields: model.$fields, facts: $facts, hasSecond: licence.$hasSecond, isBusy: model.$isBusy, contact: model.contact.form.$values })
  const { submit, change, tick, back } = useUnit({ submit: model.submitted, change: model.changePressed, tick: licence.secondTicked, back: model.backPressed })
  const summary = useSummary(model, words)
  const [toFocus, setToFocus] = useState('')
  useEffect(() => {
    if (toFocus === '') return
    document.getElementById(fieldId(toFocus))?.focus()
    setToFocus('')
  }, [toFocus])
  const isMain = subject === 'main'

  const textOf = (checked: CheckedField): ReactNode => {
    const { form, field, value } = checked
    if (value === '') return words('Check.none')
    if (form === 'contact' && field === 'mobile') return `+${contact.mobilePrefix} ${value}`
    if (/image(Front|Back)$/.test(field)) return value === imageOnFile ? words('Image.onFile') : <Preview className={styles['picture']} value={value} alt={words(labelOf(checked))} />
    return shownAs(checked, value, { facts, language, words })
  }
  const changeOf = ({ form, field }: CheckedField): (() => void) | null => {
    // Names are those by which the driver was found: the main driver's are the reservation's, the other's are given on the first screen.
    if (form === 'details' && (field === 'name' || field === 'surname')) return isMain ? null : () => { back() }
    return () => {
      change({ form, field })
      setToFocus(nameOf({ form, field }))
    }
  }
  const isRead = (field: string): boolean => field === 'name' || field === 'surname'

  return (
    <StepForm onSubmit={submit}>
      <StepHeading eyebrow={words(isMain ? 'Verify.eyebrow' : 'Additional.eyebrow')} title={words('Check.title')} lead={words('Check.lead')} />
      <ErrorSummary {...summary} />
      <ChangedView model={licence} words={words} />
      <RequiredLegend />
      {parts.map((part) => {
        const own = fields.filter(({ form, field }) => form === part && !field.startsWith('second.'))
        const isAsked = (checked: CheckedField): boolean => checked.isAsked && !isRead(checked.field)
        const rows = own.filter((checked) => !isAsked(checked) && !withoutRow.has(`${part}.${checked.field}`))
        const asked = new Set(own.filter(isAsked).map(({ field }) => field))
        return (
          <section key={part} data-part={part} aria-labelledby={`check-${part}`}>
            <Panel>
              <h2 id={`check-${part}`}>{words(titles[part])}</h2>
              {rows.length > 0 && <dl className={styles['rows']}>{rows.map((checked) => <Row key={checked.field} checked={checked} text={textOf(checked)} words={words} onChange={changeOf(checked)} />)}</dl>}
              {asked.size > 0 && <AskedFields part={part} model={model} words={words} asks={(field) => asked.has(field)} />}
              {part === 'licence' && isMain && <Checkbox name="second.enabled" checked={hasSecond} onChange={tick}>{words('AddSecondDriverLicense')}</Checkbox>}
              {part === 'licence' && hasSecond && <LicenceFields model={licence} which="second" words={words} />}
            </Panel>
          </section>
        )
      })}
      <SaveNotice model={licence} words={words} />
      <Actions>
        <SaveProgress model={licence} words={words} />
        <Button action="Submit" type="submit" busy={isBusy}>{words('Check.save')}</Button>
        <Button kind="ghost" action="Back" onClick={() => back()}>{words('Back')}</Button>
      </Actions>
    </StepForm>
  )
}
