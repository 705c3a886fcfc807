import { useState } from 'react'
import { fieldErrorKey, useWords, type FieldErrorKind } from '@checkin/i18n'
import { Button } from '../src/button/index.tsx'
import { Checkbox } from '../src/checkbox/index.tsx'
import { CodeField } from '../src/code-field/index.tsx'
import { DateField } from '../src/date-field/index.tsx'
import { ErrorSummary } from '../src/error-summary/index.tsx'
import { RequiredLegend } from '../src/field/index.tsx'
import { KnownDate } from '../src/known-date/index.tsx'
import { RadioList } from '../src/radio-list/index.tsx'
import { Select } from '../src/select/index.tsx'
import { Actions, FieldGrid, StepForm, StepHeading } from '../src/step/index.tsx'
import { TextField } from '../src/text-field/index.tsx'

const countries = [
  { value: '1', label: 'Portugal', note: '+351' },
  { value: '2', label: 'Poland', note: '+48' },
  { value: '3', label: 'France', note: '+33' },
  { value: '4', label: 'Côte d’Ivoire', note: '+225' },
  ...['Austria', 'Belgium', 'Brazil', 'Canada', 'Denmark', 'Germany', 'Ireland', 'Italy', 'Japan', 'Netherlands', 'Norway', 'Spain', 'Sweden', 'Switzerland'].map((label, index) => ({ value: `${index + 5}`, label })),
]
const documentTypes = [{ value: 'passport', label: 'Passport' }, { value: 'card', label: 'Identity card' }]

const filledValues = { reference: 'CV1001', surname: 'Silva', date: '2026-11-28', birthDate: '1990-05-01', code: '123456', country: '1', documentType: 'passport', terms: true, provider: 'card' }
const emptyValues = { reference: '', surname: '', date: '', birthDate: '', code: '', country: '', documentType: '', terms: false, provider: '' }

/** Every kind of field in one of its states. */
export function FormPage({ state }: { readonly state: 'empty' | 'errors' | 'filled' }) {
  const words = useWords()
  const [values, setValues] = useState(state === 'filled' ? filledValues : emptyValues)
  const set = (part: Partial<typeof values>) => setValues({ ...values, ...part })
  const error = (field: string, kind: FieldErrorKind) => {
    const key = fieldErrorKey(field, kind)
    return state === 'errors' ? { key, text: words(key) } : null
  }
  const wrong = [['reference', 'Required'], ['surname', 'Required'], ['checkoutdate', 'MinRequired'], ['code', 'Required']] as const
  return (
    <StepForm onSubmit={() => undefined}>
      <StepHeading eyebrow="Express Checkout" title="Let’s find your reservation" lead="You need the reservation number and the last name it was booked with." />
      {state === 'errors' && <ErrorSummary refusal={0} items={wrong.map(([name, kind]) => ({ name, text: words(fieldErrorKey(name, kind)) }))} />}
      <RequiredLegend />
      <FieldGrid>
        <TextField name="reference" label="Reservation number" required hint="On your confirmation, such as CV1001" value={values.reference} onChange={(reference) => set({ reference })} error={error('reference', 'Required')} />
        <TextField name="surname" label="Last name" required autoComplete="family-name" value={values.surname} onChange={(surname) => set({ surname })} error={error('surname', 'Required')} />
        <DateField name="checkoutdate" label="Pick-up date" value={values.date} onChange={(date) => set({ date })} error={error('checkoutdate', 'MinRequired')} />
        <KnownDate name="birthDate" label="Birth date" required autoComplete="bday" value={values.birthDate} onChange={(birthDate) => set({ birthDate })} min="1927-01-01" max="2008-11-28" opensOn="1990-01-01" error={error('birthDate', 'Required')} />
        <Select name="country" label="Country" required choices={countries} value={values.country} onChange={(country) => set({ country })} error={error('country', 'Required')} />
        <Select name="documentType" label="Kind of document" required choices={documentTypes} value={values.documentType} onChange={(documentType) => set({ documentType })} />
        <TextField name="city" label="City" readOnly value="Faro" onChange={() => undefined} />
      </FieldGrid>
      <CodeField name="code" label="Code from the e-mail" required value={values.code} onChange={(code) => set({ code })} error={error('code', 'Required')} />
      <RadioList name="provider" legend={words('SelectPaymentMethod')} options={[{ value: 'card', label: 'Card', note: 'Visa, Mastercard' }, { value: 'wallet', label: 'Wallet' }]} value={values.provider} onChange={(provider) => set({ provider })} />
      <Checkbox name="terms" checked={values.terms} onChange={(terms) => set({ terms })} required error={state === 'errors' ? { key: 'MustAcceptTerms', text: words('MustAcceptTerms') } : null}>{words('TermsAgree')}</Checkbox>
      <Actions>
        <Button action="Locate" type="submit" disabled={state === 'empty'}>{words('Locate')}</Button>
        <Button action="Back" kind="ghost">{words('Back')}</Button>
        {state === 'filled' && <Button action="Scan" kind="soft">Scan</Button>}
      </Actions>
    </StepForm>
  )
}
