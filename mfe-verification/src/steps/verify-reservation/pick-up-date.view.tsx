import type { DateFieldProps } from '@checkin/ui/date-field'
import { Field } from '@checkin/ui/field'
import { lazy, Suspense } from 'react'

/** Holds the place of the date field while its chunk comes, and for good if it does not come: the date may be left out. */
const Placeholder = ({ name, label, hint }: DateFieldProps) => (
  <Field name={name} label={label} hint={hint}>
    <span className="ck-box" aria-hidden="true" />
  </Field>
)

// The calendar is no part of the first paint.
const LazyDateField = lazy(() => import('@checkin/ui/date-field').then(({ DateField }) => ({ default: DateField }), () => ({ default: Placeholder })))

/** The optional pick-up date (VERIF-03). */
export const PickUpDate = (props: DateFieldProps) => (
  <Suspense fallback={<Placeholder {...props} />}>
    <LazyDateField {...props} />
  </Suspense>
)
