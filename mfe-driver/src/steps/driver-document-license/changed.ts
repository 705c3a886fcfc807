import type { Driver } from '@checkin/api'
import { sessionCleared } from '@checkin/flow'
import type { FormModel } from '@checkin/forms'
import { combine, createEvent, createStore, sample, type Event, type EventCallable, type Store } from 'effector'
import { driverDifferences, type DriverDifference, type DriverFormName } from '../../domain/driver-differences.ts'
import type { DriverToSave } from '../../domain/driver-post.ts'
import type { VerifyField } from '../../domain/form-defaults.ts'
import type { DriverForms } from '../../forms/driver-forms.ts'

/** A driver as the data here were typed on, and as another device saved it meanwhile. */
export interface Overtaken {
  readonly before: Driver | null
  readonly now: Driver | null
}

type Named = Pick<DriverDifference, 'form' | 'field'>

/** What the first screen asks for as well; it goes before the later ones. */
const ofFirstScreen: Readonly<Record<string, VerifyField>> = {
  'details.name': 'name', 'details.surname': 'surname', 'details.birthDate': 'birthDate', 'contact.email': 'email', 'licence.id': 'driversLicense',
}

/** Puts a saved value into a form: as typed, so that the draft has it, and then exactly as it is, because values of the server are never filtered. */
function fill(form: FormModel, taken: Event<{ readonly field: string; readonly value: string }>): void {
  sample({ clock: taken, source: form.$values, fn: (_, { field, value }) => ({ field, value }), target: form.fieldChanged })
  sample({ clock: taken, source: form.$values, fn: (_, { field, value }) => ({ [field]: value }), target: form.filled })
}

/**
 * What another device saved of a driver while the data were typed here: nothing of either is lost, and the renter takes a saved value or keeps
 * the own one, field by field; the next save stores what then stands here (DEC-140).
 */
export function createChanged(forms: DriverForms, overtaken: Event<Overtaken>, $toSave: Store<DriverToSave>) {
  const takePressed = createEvent<Named>()
  /** Null as long as nobody else saved. Stored by nobody: the data are somebody's. */
  const $overtaken = createStore<Overtaken | null>(null, { serialize: 'ignore' }).on(overtaken, (_, both) => both).reset(forms.stored, sessionCleared)
  const $differences = combine($overtaken, $toSave, (both, typed) => both && driverDifferences(both.before, both.now, typed))

  const taken = sample({ clock: takePressed, source: $differences, fn: (differences, named) => differences?.find(({ form, field }) => form === named.form && field === named.field) })
    .filterMap((difference) => difference)
  const alsoFirst = taken.filterMap(({ form, field, saved: value }) => {
    const first = ofFirstScreen[`${form}.${field}`]
    return first && { field: first, value }
  })
  sample({ clock: alsoFirst, target: takingOf(forms.verify) })
  for (const name of ['details', 'contact', 'document', 'licence', 'second'] as const satisfies readonly DriverFormName[]) {
    sample({ clock: taken.filterMap(({ form, field, saved }) => (form === name ? { field, value: saved } : undefined)), target: takingOf(forms[name]) })
  }
  return { $differences, takePressed }
}

/** A form of whatever fields: names and values are those that the differences name. */
function takingOf(form: unknown): EventCallable<{ readonly field: string; readonly value: string }> {
  const taking = createEvent<{ readonly field: string; readonly value: string }>()
  fill(form as FormModel, taking)
  return taking
}
