import type { FormModel, FormValues } from '@checkin/forms'
import { sample, type Event, type Store } from 'effector'

/** Brings what is known into the fields that the renter has not changed; what was typed always stays (DEC-14). */
export function fillUntouched<Name extends string>(form: FormModel<Name>, when: Event<void>, $known: Store<Partial<FormValues<Name>>>): void {
  sample({
    clock: when,
    source: { known: $known, touched: form.$touched },
    fn: ({ known, touched }) => Object.fromEntries(Object.entries(known).filter(([name]) => !touched.has(name as Name))) as Partial<FormValues<Name>>,
    target: form.filled,
  })
}
