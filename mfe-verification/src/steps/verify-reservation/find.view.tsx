import { FormField, useErrorSummary } from '@checkin/forms/view'
import type { Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { DateField } from '@checkin/ui/date-field'
import { ErrorSummary } from '@checkin/ui/error-summary'
import { RequiredLegend } from '@checkin/ui/field'
import { Actions, FieldGrid, StepForm, StepHeading } from '@checkin/ui/step'
import { TextField } from '@checkin/ui/text-field'
import { useUnit } from 'effector-react'
import { $isLocating, $pickUpWindow, findForm } from './model.ts'

/** View 1: which reservation it is (VERIF-02). */
export function FindView({ words }: { readonly words: Translate }) {
  const { isLocating, pickUp, submit } = useUnit({ isLocating: $isLocating, pickUp: $pickUpWindow, submit: findForm.submitted })
  const summary = useErrorSummary(findForm, words)
  const field = { form: findForm, words }
  return (
    <StepForm onSubmit={submit}>
      <StepHeading eyebrow={words('ExpressCheckout')} title={words('Find.title')} lead={words('Find.lead')} />
      <ErrorSummary {...summary} />
      <RequiredLegend />
      <FieldGrid>
        <FormField
          {...field} as={TextField} name="reference" label={words('Field.reference')} hint={words('Field.reference.hint')}
          autoComplete="off" autoCapitalize="characters"
        />
        <FormField
          {...field} as={TextField} name="surname" label={words('Field.surname')} hint={words('Field.surname.hint')}
          autoComplete="family-name" autoCapitalize="words"
        />
        <FormField
          {...field} as={DateField} name="checkoutdate" label={`${words('Field.checkoutdate')} (${words('Field.optional')})`} hint={words('Field.checkoutdate.hint')}
          min={pickUp.min} max={pickUp.max}
        />
      </FieldGrid>
      <Actions>
        <Button action="Locate" type="submit" busy={isLocating}>{words('Locate')}</Button>
      </Actions>
    </StepForm>
  )
}
