import { maxLengths } from '@checkin/driver-rules'
import type { Translate } from '@checkin/i18n'
import { FormField, useErrorSummary } from '@checkin/forms/view'
import { Button } from '@checkin/ui/button'
import { KnownDate } from '@checkin/ui/known-date'
import { ErrorSummary } from '@checkin/ui/error-summary'
import { RequiredLegend } from '@checkin/ui/field'
import { Actions, FieldGrid, StepBody, StepForm, StepHeading } from '@checkin/ui/step'
import { TextField } from '@checkin/ui/text-field'
import { useUnit } from 'effector-react'
import { noteOf } from '../../domain/values-read.ts'
import { $usualAge, ageBounds } from '../../forms/birth-date-calendar.ts'
import { $facts } from '../../forms/facts.ts'
import { useDriverWords } from '../../forms/field-words.ts'
import { LatePhotos } from '../../photos/late-photos.tsx'
import { photosModels } from '../../photos/photos.model.ts'
import { $subject, autoCompleteFor } from '../../subject.ts'
import { late } from '../../late.tsx'
import { $canInvite, backPressed, verifications } from './model.ts'

const Invitation = late<{ readonly words: Translate }>(() => import('../../late-panels.ts').then(({ InvitationPanel }) => InvitationPanel))

/** Who drives (DRIVER-01, DRIVER-02): the main driver's names are those of the reservation. Where the tenant wants it, pictures of the documents come first (DEC-176). */
export function VerifyFormView() {
  const words = useDriverWords()
  const subject = useUnit($subject)
  const { form, $isBusy } = verifications[subject]
  const photos = photosModels[subject]
  const { canInvite, isBusy, facts, usualAge, values, reads, submit, back } = useUnit({ canInvite: $canInvite, isBusy: $isBusy, facts: $facts, usualAge: $usualAge, values: form.$values, reads: photos.$reads, submit: form.submitted, back: backPressed })
  const summary = useErrorSummary(form, words)
  const field = { form, words }
  const isMain = subject === 'main'
  /** What a picture gave without proof is asked to be looked at, before any other hint. */
  const noted = (name: 'birthDate' | 'driversLicense', hint?: string): string | undefined => {
    const note = noteOf(reads[`verify.${name}`], values[name])
    return note === null ? hint : words(`Check.${note}`)
  }
  return (
    <StepBody>
      <StepHeading
        eyebrow={words(isMain ? 'Verify.eyebrow' : 'Additional.eyebrow')} title={words(isMain ? 'VerifyDriver' : 'VerifyAddDriver')}
        lead={words(isMain ? 'Verify.lead' : 'Verify.lead.additional')}
      />
      {/* Its fields and Enter in them are its own, which no form within a form could keep. */}
      {!isMain && canInvite && <Invitation.Part props={{ words }} />}
      <StepForm onSubmit={submit}>
        <ErrorSummary {...summary} />
        {facts.isScanFirst && <LatePhotos.Part props={{ photos, words }} />}
        <RequiredLegend />
        <FieldGrid>
          <FormField {...field} as={TextField} name="name" label={words('Field.name')} readOnly={isMain} autoComplete={autoCompleteFor(subject, 'given-name')} autoCapitalize="words" />
          <FormField {...field} as={TextField} name="surname" label={words('Field.surname')} readOnly={isMain} autoComplete={autoCompleteFor(subject, 'family-name')} autoCapitalize="words" />
          <FormField {...field} as={KnownDate} name="birthDate" label={words('Field.birthDate')} autoComplete={autoCompleteFor(subject, 'bday')} hint={noted('birthDate')} {...ageBounds(facts, usualAge)} />
          <FormField
            {...field} as={TextField} name="email" label={words('Field.email')} type="email" inputMode="email" autoCapitalize="none"
            autoComplete={autoCompleteFor(subject, 'email')} maxLength={maxLengths.email}
          />
          <FormField
            {...field} as={TextField} name="driversLicense" label={words('Field.driversLicense')} hint={noted('driversLicense', words('Field.driversLicense.hint'))}
            autoComplete="off" autoCapitalize="characters" maxLength={maxLengths.licenceNumber}
          />
        </FieldGrid>
        <Actions>
          <Button action="Next" type="submit" busy={isBusy}>{words('Next')}</Button>
          <Button kind="ghost" action="Back" onClick={() => back()}>{words('Back')}</Button>
        </Actions>
      </StepForm>
    </StepBody>
  )
}
