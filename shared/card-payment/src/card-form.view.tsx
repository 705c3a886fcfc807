import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Field, fieldId, type FieldError } from '@checkin/ui/field'
import { TextField } from '@checkin/ui/text-field'
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { ExpiryField } from './expiry.view.tsx'
import type { HostedField } from './card-fields.ts'
import type { CardClient, CardFormModel } from './card-form.ts'
import { problemKey, type CardProblem } from './card-problems.ts'

export interface CardFormProps {
  readonly model: CardFormModel
  readonly client: CardClient
}

const labelKeys = { number: 'Card.number', cvv: 'Card.cvv' } as const

/** How the inputs inside the provider's frames look: as the boxes of this page, in its colours of the moment. */
function hostedStyle(box: HTMLElement): Readonly<Record<string, string>> {
  const { backgroundColor, color, colorScheme, fontFamily, fontSize } = getComputedStyle(box)
  return { color, 'background-color': backgroundColor, 'caret-color': color, 'color-scheme': colorScheme, 'font-family': fontFamily, 'font-size': fontSize }
}

/** The card form: holder and expiry of ours, number and CVV in the provider's frames (PAY-19). */
export function CardForm({ model, client }: CardFormProps) {
  const words = useWords()
  const { values, problems, stage, focused } = useUnit({ values: model.$values, problems: model.$problems, stage: model.$stage, focused: model.$focused })
  const { change, mounted, unmounted, retried, focusWanted } = useUnit({
    change: model.fieldChanged, mounted: model.mounted, unmounted: model.unmounted, retried: model.retried, focusWanted: model.focusWanted,
  })
  const number = useRef<HTMLDivElement>(null)
  const cvv = useRef<HTMLDivElement>(null)
  const labels = { number: words(labelKeys.number), cvv: words(labelKeys.cvv) }

  useEffect(() => {
    if (!number.current || !cvv.current) return undefined
    mounted({ client, numberElement: number.current, cvvElement: cvv.current, labels, style: hostedStyle(number.current) })
    return () => unmounted()
    // The frames stay as long as they belong to the same account and language; other renders must not empty them.
  }, [client.script, client.key, labels.number])

  const error = (attribute: string): FieldError | null => {
    const problem: CardProblem | undefined = problems[attribute]
    return problem ? { key: problemKey(problem), text: words(problemKey(problem)) } : null
  }
  const hosted = (field: HostedField) => (
    <Field name={field} label={labels[field]} required error={error(field)}>
      <div
        ref={field === 'number' ? number : cvv}
        className="ck-box ck-hosted"
        id={fieldId(field)}
        data-hosted={field}
        data-focused={focused === field ? '' : undefined}
        tabIndex={-1}
        onFocus={(event) => { if (event.target === event.currentTarget) focusWanted(field) }}
      />
    </Field>
  )

  return (
    <fieldset className="ck-card" data-card-form={stage}>
      <legend>{words('Card.legend')}</legend>
      {stage === 'loading' && <div className="ck-card-loading" role="progressbar" aria-label={words('Card.loading')} />}
      {stage === 'failed' && (
        <div className="ck-card-failed" role="alert" data-alert-key="SomethingHappened">
          <p>{words('SomethingHappened', { value: '' })}</p>
          <Button kind="ghost" action="Detour.retry" onClick={() => retried()}>{words('Detour.retry')}</Button>
        </div>
      )}
      {/* The places of the frames must exist before the frames do; they are only out of sight. */}
      <div className="ck-card-fields" hidden={stage === 'failed'} data-loading={stage === 'loading' ? '' : undefined}>
        {hosted('number')}
        <TextField
          name="card_holder" required value={values.card_holder} error={error('card_holder')} onChange={(value) => { change({ field: 'card_holder', value }) }}
          label={words('Card.holder')} autoComplete="cc-name" autoCapitalize="words" maxLength={60}
        />
        <div className="ck-card-row">
          <ExpiryField model={model} error={error} />
          {hosted('cvv')}
        </div>
      </div>
    </fieldset>
  )
}
