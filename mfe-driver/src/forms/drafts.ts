import type { FormModel, FormValues } from '@checkin/forms'
import { $session } from '@checkin/flow'
import { attach, combine, createStore, sample, type Event, type Store } from 'effector'
import { getDraftFx, keepDraftFormFx } from '../api.ts'
import { createPause } from '../pause.ts'

/** Milliseconds after the last key before what was typed is kept on the server. */
export const keepingPause = 1500

type Texts = Readonly<Record<string, string>>

/** Everything typed but images, which are too large and too private for a draft; sealed on the server (DEC-18). */
export const textsOf = <Name extends string>({ fields }: Pick<FormModel<Name>, 'fields'>, values: FormValues<Name>): Texts =>
  Object.fromEntries((Object.entries(values) as [Name, string][]).filter(([name]) => fields[name].type !== 'image'))

/** What the server has of a form, as far as the form still has such fields: the draft may be of another version. */
const fitting = <Name extends string>({ fields }: Pick<FormModel<Name>, 'fields'>, texts: Texts): Partial<FormValues<Name>> =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => name in fields && fields[name as Name].type !== 'image')) as Partial<FormValues<Name>>

/** Whose draft it is: one reservation's, by the guid of its session; empty without a session. */
export const $owner = $session.map((session) => session?.guid ?? '')

/**
 * The draft that another device goes on with. It is read once per reservation and page; what it says comes before what is on file and after
 * what this tab has typed. A server that does not answer changes nothing: the tab's own draft is there.
 */
export function createServerDraft(opened: Event<void>) {
  const readFx = attach({ effect: getDraftFx, mapParams: (_owner: string) => undefined })
  const $askedFor = createStore('')
  const due = sample({ clock: opened, source: { owner: $owner, askedFor: $askedFor }, filter: ({ owner, askedFor }) => owner !== '' && owner !== askedFor, fn: ({ owner }) => owner })
  sample({ clock: due, target: [$askedFor, readFx] })

  const read = sample({ clock: readFx.done, source: $owner, filter: (owner, { params }) => owner === params, fn: (_, { result }) => result.data.forms })
  const $forms = createStore<Readonly<Record<string, Texts>>>({}).on(read, (_, forms) => Object.fromEntries(forms.map(({ form, texts }) => [form, texts]))).reset(due)

  /** What is known of a form, with its draft over it. */
  const over = <Name extends string>(form: FormModel<Name>, $known: Store<Partial<FormValues<Name>>>): Store<Partial<FormValues<Name>>> =>
    combine($known, $forms, (known, forms) => ({ ...known, ...fitting(form, forms[form.name] ?? {}) }))

  /** Keeps a form from now on: when its typing pauses, and at once when it is submitted. */
  function keep<Name extends string>(form: FormModel<Name>): void {
    const keepFx = attach({ effect: keepDraftFormFx, mapParams: (texts: Texts) => ({ body: { form: form.name, texts } }) })
    const pause = createPause(keepingPause)
    const changed = sample({ clock: form.fieldChanged, filter: ({ field }) => form.fields[field].type !== 'image', fn: () => undefined })
    const $isDirty = createStore(false).on(changed, () => true).on(keepFx, () => false).on(keepFx.fail, () => true).reset(form.reset)
    sample({ clock: changed, target: pause.begun })
    sample({
      clock: [pause.over, form.valid],
      source: { isDirty: $isDirty, owner: $owner, values: form.$values },
      filter: ({ isDirty, owner }) => isDirty && owner !== '',
      fn: ({ values }) => textsOf(form, values),
      target: keepFx,
    })
    sample({ clock: form.reset, target: pause.stopped })
  }

  /** The draft is here: forms are filled anew. */
  const arrived = read.filterMap((forms) => (forms.length > 0 ? true : undefined)).map(() => undefined)
  /** Takes back what was read, for forms that are of another driver now. */
  const forget = (when: Event<unknown>, but: string): void => {
    $forms.on(when, (forms) => (forms[but] === undefined ? {} : { [but]: forms[but] }))
  }
  return { over, keep, arrived, forget }
}
