import { contactChecks, detailsChecks, documentChecks, licenceChecks, maxLengths } from '@checkin/driver-rules'
import { FormField, useErrorSummary } from '@checkin/forms/view'
import { Button } from '@checkin/ui/button'
import { ErrorSummary } from '@checkin/ui/error-summary'
import { RequiredLegend } from '@checkin/ui/field'
import { KnownDate } from '@checkin/ui/known-date'
import { Notice } from '@checkin/ui/notice'
import { Actions, FieldGrid, StepForm, StepHeading } from '@checkin/ui/step'
import { TextField } from '@checkin/ui/text-field'
import { formatDate, formatMoney, useLanguage } from '@checkin/i18n'
import { useStoreMap, useUnit } from 'effector-react'
import { useEffect } from 'react'
import { controls, prefix } from '../../check/document-controls.tsx'
import { ageBounds } from '../../forms/birth-date-calendar.ts'
import { $currency, $facts } from '../../forms/facts.ts'
import { licenceWords, useDriverWords } from '../../forms/field-words.ts'
import { LatePhotos } from '../../photos/late-photos.tsx'
import { ScanField } from '../../scan/scan.view.tsx'
import { $invitedTrip } from '../../invitation/invited-trip.ts'
import { ContactFields } from '../driver-contact/contact-fields.view.tsx'
import { DetailsFields } from '../driver-details/details-fields.view.tsx'
import { DocumentFields } from '../driver-document/document-fields.view.tsx'
import { LicenceFields } from '../driver-document-license/licence-fields.view.tsx'
import { $fee, $isSaving, formShown, parts, submitted } from './form.model.ts'

const { verify, details, contact, document, licence } = parts
const detailsModel = { subject: 'main' as const, ...parts.check }
const ofFirstPart: ReadonlySet<string> = new Set(['name', 'surname', 'birthDate'])

/** All that is asked of an invited driver on one page, by the rules of an additional driver (DEC-209). */
export function InvitedForm() {
  const words = useDriverWords()
  const language = useLanguage()
  const { trip, facts, fee, currency, isBusy, submit, show } = useUnit({ trip: $invitedTrip, facts: $facts, fee: $fee, currency: $currency, isBusy: $isSaving, submit: submitted, show: formShown })
  // Not all values: a touch of one field would render the twenty others (DEC-305).
  const countryId = useStoreMap(details.$values, (values) => values.countryId)
  const mobile = useStoreMap(contact.$values, (values) => values.mobile)
  useEffect(() => { show() }, [show])
  const summaries = [
    useErrorSummary(verify, words), useErrorSummary(details, words), useErrorSummary(contact, words), useErrorSummary(document, words), useErrorSummary(licence, licenceWords(words)),
  ]
  const shown = [summaries[0]?.items ?? [], (summaries[1]?.items ?? []).filter(({ name }) => !ofFirstPart.has(name)), (summaries[2]?.items ?? []).filter(({ name }) => name !== 'email'),
    (summaries[3]?.items ?? []).map((item) => ({ ...item, name: `${prefix}${item.name}` })), (summaries[4]?.items ?? []).filter(({ name }) => name !== 'id')]
  const items: readonly { readonly name: string; readonly text: string }[] = shown.flat()
  const detailsShown = detailsChecks(facts, countryId)
  const contactShown = contactChecks(facts, mobile)
  const field = { form: verify, words }
  if (trip === null) return null
  return (
    <StepForm onSubmit={submit}>
      <StepHeading title={words('Invited.title')} lead={words('Invited.lead', { renter: trip.renter, vehicle: trip.vehicle, from: formatDate(trip.checkOut.dateAndTime.slice(0, 10), language), to: formatDate(trip.checkIn.dateAndTime.slice(0, 10), language), place: trip.checkOut.place })} />
      <ErrorSummary items={items} refusal={summaries.reduce((sum, { refusal }) => sum + refusal, 0)} />
      {facts.isScanFirst && <LatePhotos.Part props={{ photos: parts.photos, words }} />}
      <RequiredLegend />
      <FieldGrid>
        <FormField {...field} as={TextField} name="name" label={words('Field.name')} autoComplete="given-name" autoCapitalize="words" />
        <FormField {...field} as={TextField} name="surname" label={words('Field.surname')} autoComplete="family-name" autoCapitalize="words" />
        <FormField {...field} as={KnownDate} name="birthDate" label={words('Field.birthDate')} autoComplete="bday" {...ageBounds(facts, null)} />
        <FormField {...field} as={TextField} name="email" label={words('Field.email')} type="email" inputMode="email" autoCapitalize="none" autoComplete="email" maxLength={maxLengths.email} />
      </FieldGrid>
      {fee !== null && <div data-age-fee={fee.type}><Notice kind="info" live>{words('Invited.fee', { renter: trip.renter, amount: formatMoney(fee.amount, currency) })}</Notice></div>}
      <h2>{words('Details.title')}</h2>
      <FieldGrid>
        <DetailsFields
          model={detailsModel} words={words}
          shows={(name) => !ofFirstPart.has(name) && detailsShown[name].visible}
        />
      </FieldGrid>
      <ContactFields model={{ subject: 'main', form: contact, $numberLooksOdd: parts.$numberLooksOdd }} words={words} shows={(name) => name !== 'email' && contactShown[name].visible} />
      <h2>{words('Document.title')}</h2>
      {facts.isScanAvailable && !facts.isScanFirst && <ScanField scan={parts.scan} words={words} />}
      <DocumentFields model={{ subject: 'invited', form: document, images: parts.documentImages }} words={words} shows={(name) => documentChecks(facts)[name].visible} controls={controls} prefix={prefix} />
      <h2>{words('Licence.title')}</h2>
      <FormField {...field} as={TextField} name="driversLicense" label={words('Field.driversLicense')} autoComplete="off" autoCapitalize="characters" maxLength={maxLengths.licenceNumber} />
      <LicenceFields model={{ subject: 'invited', form: licence, images: parts.licenceImages }} which="first" words={words} asks={(name) => name !== 'id' && licenceChecks({ ...facts, today: '' }, 'first', '')[name as 'issueDate'].visible} />
      <Actions><Button action="Invited.save" type="submit" busy={isBusy}>{words('Invited.save')}</Button></Actions>
      {isBusy && <div data-coming />}
    </StepForm>
  )
}
