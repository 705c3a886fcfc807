import { FormField, useErrorSummary } from '@checkin/forms/view'
import type { Translate } from '@checkin/i18n'
import { Terms } from '@checkin/terms/view'
import { Button } from '@checkin/ui/button'
import { ErrorSummary } from '@checkin/ui/error-summary'
import { Actions, StepForm, StepHeading } from '@checkin/ui/step'
import { TextField } from '@checkin/ui/text-field'
import { useUnit } from 'effector-react'
import { $canSubmit, $isSending, $reference, $termsAgreed, $termsNeeded, backPressed, mailForm, termsDownload, termsTicked } from './model.ts'

const mailMaxLength = 255

/** View 2: where the code goes, and the terms where there are any (VERIF-08 to VERIF-11). */
export function MailView({ words }: { readonly words: Translate }) {
  const { reference, canSubmit, isSending, termsNeeded, termsAgreed, documents } = useUnit({
    reference: $reference, canSubmit: $canSubmit, isSending: $isSending,
    termsNeeded: $termsNeeded, termsAgreed: $termsAgreed, documents: termsDownload.$documents,
  })
  const { submit, back, tick, download } = useUnit({ submit: mailForm.submitted, back: backPressed, tick: termsTicked, download: termsDownload.downloadPressed })
  const summary = useErrorSummary(mailForm, words)
  return (
    <StepForm onSubmit={submit}>
      <StepHeading eyebrow={words('Mail.eyebrow', { reference })} title={words('Mail.title')} lead={words('Mail.lead')} />
      <ErrorSummary {...summary} />
      <FormField
        as={TextField} form={mailForm} words={words} name="mail" label={words('Field.mail')}
        type="email" inputMode="email" autoComplete="email" autoCapitalize="none" maxLength={mailMaxLength}
      />
      {termsNeeded && <Terms documents={documents} agreed={termsAgreed} onAgreed={tick} onDownload={download} words={words} />}
      <Actions>
        <Button action="Submit" type="submit" disabled={!canSubmit} busy={isSending}>{words('Submit')}</Button>
        <Button kind="ghost" action="Back" onClick={() => back()}>{words('Back')}</Button>
      </Actions>
    </StepForm>
  )
}
