import { createEffect, createStore, sample, type Store, type Unit } from 'effector'
import { mayBeDrafted } from './typing.ts'
import type { FormModel } from './create-form.ts'
import type { FormValues } from './form-schema.ts'

/** Beside the fields: whose draft it is. No field can have such a name. */
const ownerMark = '@owner'

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
  /** Whose values they are, such as a reservation's guid: a draft of somebody else never comes back. One draft for all by default. */
  readonly owner?: Store<string>
}

const isOf = (stored: unknown, owner: string): boolean => owner === '' || (typeof stored === 'object' && stored !== null && (stored as Readonly<Record<string, unknown>>)[ownerMark] === owner)

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
export function keepDraft<Name extends string>(form: FormModel<Name>, { opened, dropped, owner: $owner = createStore('') }: DraftTimes): void {
  sample({ clock: opened, fn: () => form.name, target: readDraftFx })
  sample({
    clock: readDraftFx.done,
    source: $owner,
    filter: (owner, { params, result }) => params === form.name && isOf(result, owner) && Object.keys(draftable(form, result)).length > 0,
    fn: (_, { result }) => draftable(form, result),
    target: form.filled,
  })
  sample({
    clock: form.fieldChanged,
    source: { values: form.$values, owner: $owner },
    fn: ({ values, owner }) => ({ form: form.name, values: { ...draftable(form, values), ...(owner !== '' && { [ownerMark]: owner }) } }),
    target: writeDraftFx,
  })
  sample({ clock: dropped === undefined ? [form.reset] : [form.reset, dropped], fn: () => form.name, target: dropDraftFx })
}
