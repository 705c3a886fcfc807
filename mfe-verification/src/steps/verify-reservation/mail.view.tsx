import { FormField, useErrorSummary } from '@checkin/forms/view'
import type { Translate } from '@checkin/i18n'
import { Terms } from '@checkin/terms/view'
import { Button } from '@checkin/ui/button'
import { DateField } from '@checkin/ui/date-field'
import { ErrorSummary } from '@checkin/ui/error-summary'
import { Notice } from '@checkin/ui/notice'
import { Actions, FieldGrid, StepForm, StepHeading } from '@checkin/ui/step'
import { TextField } from '@checkin/ui/text-field'
import { useUnit } from 'effector-react'
import {
  $asksProof, $canSubmit, $firmName, $isProofImpossible, $isSending, $pickUpWindow, $reference, $termsAgreed, $termsNeeded, backPressed, mailForm, termsDownload, termsTicked,
} from './model.ts'

const mailMaxLength = 255

/** What proves a reservation without an e-mail address (DEC-99). */
function ProofFields({ words }: { readonly words: Translate }) {
  const pickUp = useUnit($pickUpWindow)
  const field = { form: mailForm, words }
  return (
    <FieldGrid>
      <FormField {...field} as={DateField} name="checkoutdate" label={words('Field.checkoutdate')} hint={words('Field.checkoutdate.hint')} min={pickUp.min} max={pickUp.max} />
      <FormField {...field} as={TextField} name="proof" label={words('Field.proof')} hint={words('Field.proof.hint')} autoComplete="off" autoCapitalize="characters" />
    </FieldGrid>
  )
}

/** View 2: where the code goes, and the terms where there are any (VERIF-08 to VERIF-11). */
export function MailView({ words }: { readonly words: Translate }) {
  const { reference, canSubmit, isSending, asksProof, isProofImpossible, firmName, termsNeeded, termsAgreed, documents } = useUnit({
    reference: $reference, canSubmit: $canSubmit, isSending: $isSending, asksProof: $asksProof, isProofImpossible: $isProofImpossible, firmName: $firmName,
    termsNeeded: $termsNeeded, termsAgreed: $termsAgreed, documents: termsDownload.$documents,
  })
  const { submit, back, tick, download } = useUnit({ submit: mailForm.submitted, back: backPressed, tick: termsTicked, download: termsDownload.downloadPressed })
  const summary = useErrorSummary(mailForm, words)
  return (
    <StepForm onSubmit={submit}>
      <StepHeading eyebrow={words('Mail.eyebrow', { reference })} title={words('Mail.title')} lead={words(asksProof ? 'Proof.lead' : 'Mail.lead')} />
      <ErrorSummary {...summary} />
      {isProofImpossible && <Notice kind="warn" title={words('Proof.none.title')} live>{words('Proof.none.text', { reference, firmName })}</Notice>}
      {asksProof && <ProofFields words={words} />}
      <FormField
        as={TextField} form={mailForm} words={words} name="mail" label={words('Field.mail')}
        type="email" inputMode="email" autoComplete="email" autoCapitalize="none" maxLength={mailMaxLength}
      />
      {termsNeeded && <Terms documents={documents} agreed={termsAgreed} onAgreed={tick} onDownload={download} words={words} />}
      <Actions>
        <Button action="Submit" type="submit" disabled={!canSubmit} busy={isSending}>{words('Mail.send')}</Button>
        <Button kind="ghost" action="Back" onClick={() => back()}>{words('Back')}</Button>
      </Actions>
    </StepForm>
  )
}
