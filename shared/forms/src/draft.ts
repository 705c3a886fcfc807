import { createEffect, sample, type Unit } from 'effector'
import { mayBeDrafted } from './field-kinds.ts'
import type { FormModel } from './create-form.ts'
import type { FormValues } from './form-schema.ts'

const keyOf = (form: string): string => `checkin.draft.${form}`

// A browser may refuse storage, full or forbidden: the form then works without a draft.
const readDraftFx = createEffect((form: string): unknown => JSON.parse(sessionStorage.getItem(keyOf(form)) ?? '{}'))
const writeDraftFx = createEffect(({ form, values }: { readonly form: string; readonly values: object }) => {
  sessionStorage.setItem(keyOf(form), JSON.stringify(values))
})
const dropDraftFx = createEffect((form: string) => {
  sessionStorage.removeItem(keyOf(form))
})

export interface DraftTimes {
  /** The form shows: what was typed before a reload comes back. */
  readonly opened: Unit<unknown>
  /** The values are of no use any more, or another person may sit down: nothing stays. */
  readonly dropped?: Unit<unknown>
}

/** The fields of a form that a draft may hold, with the values that are texts and not empty. */
export function draftable<Name extends string>(form: Pick<FormModel<Name>, 'fields'>, stored: unknown): Partial<FormValues<Name>> {
  if (typeof stored !== 'object' || stored === null) return {}
  const entries = Object.entries(stored).filter(([name, value]) => name in form.fields && mayBeDrafted(form.fields[name as Name]) && typeof value === 'string' && value !== '')
  return Object.fromEntries(entries) as Partial<FormValues<Name>>
}

/**
 * Keeps what was typed in the tab's storage, so that a reload loses nothing (DEC-18).
 * Images and fields marked `draft: false` are never in it.
 */
export function keepDraft<Name extends string>(form: FormModel<Name>, { opened, dropped }: DraftTimes): void {
  sample({ clock: opened, fn: () => form.name, target: readDraftFx })
  sample({
    clock: readDraftFx.done,
    filter: ({ params, result }) => params === form.name && Object.keys(draftable(form, result)).length > 0,
    fn: ({ result }) => draftable(form, result),
    target: form.filled,
  })
  sample({ clock: form.fieldChanged, source: form.$values, fn: (values) => ({ form: form.name, values: draftable(form, values) }), target: writeDraftFx })
  sample({ clock: dropped === undefined ? [form.reset] : [form.reset, dropped], fn: () => form.name, target: dropDraftFx })
}
