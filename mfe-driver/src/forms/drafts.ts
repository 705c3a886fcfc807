import { createTimer } from '@checkin/async/timer'
import { keepDraft, type FormModel, type FormValues } from '@checkin/forms'
import { $session } from '@checkin/flow'
import { attach, combine, createStore, merge, sample, type Event, type Store } from 'effector'
import { getDraftFx, keepDraftFormFx } from '../api.ts'

/** Milliseconds after the last key before what was typed is kept on the server. */
export const keepingPause = 1500

type Texts = Readonly<Record<string, string>>

/** Everything typed but images, which are too large and too private for a draft; sealed on the server (DEC-18). */
const textsOf = <Name extends string>({ fields }: FormModel<Name>, values: FormValues<Name>): Texts =>
  Object.fromEntries((Object.entries(values) as [Name, string][]).filter(([name]) => fields[name].type !== 'image'))

/** What the server has of a form, as far as the form still has such fields: the draft may be of another version. */
const fitting = <Name extends string>({ fields }: FormModel<Name>, texts: Texts): Partial<FormValues<Name>> =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => name in fields && fields[name as Name].type !== 'image')) as Partial<FormValues<Name>>

/** Whose draft it is: one reservation's, by the guid of its session; empty without a session. */
export const $owner = $session.map((session) => session?.guid ?? '')

/** Keeps the texts of one form on the server; all forms share it, because an effect is a dozen stores and events. */
const keepFx = attach({ effect: keepDraftFormFx, mapParams: ({ form, texts }: { readonly form: string; readonly texts: Texts }) => ({ body: { form, texts } }) })

/** Brings defaults into the fields that the renter has not changed; what was typed always stays (DEC-14). */
function fillUntouched<Name extends string>(form: FormModel<Name>, when: Event<void>, $defaults: Store<Partial<FormValues<Name>>>): void {
  sample({
    clock: when,
    source: { defaults: $defaults, touched: form.$touched },
    fn: ({ defaults, touched }) => Object.fromEntries(Object.entries(defaults).filter(([name]) => !touched.has(name as Name))) as Partial<FormValues<Name>>,
    target: form.filled,
  })
}

/**
 * Drafts of the forms of one driver, both tied to the reservation. The tab's survives a reload and never holds numbers of documents;
 * the server's lets another device go on. A form is filled from its defaults, over them the server's draft, over that what this tab
 * has typed. The server's is read once per reservation and page; a server that does not answer changes nothing.
 */
export function createDrafts(opened: Event<void>) {
  const readFx = attach({ effect: getDraftFx, mapParams: (_owner: string) => undefined })
  const $askedFor = createStore('')
  const due = sample({ clock: opened, source: { owner: $owner, askedFor: $askedFor }, filter: ({ owner, askedFor }) => owner !== '' && owner !== askedFor, fn: ({ owner }) => owner })
  sample({ clock: due, target: [$askedFor, readFx] })

  const read = sample({ clock: readFx.done, source: $owner, filter: (owner, { params }) => owner === params, fn: (_, { result }) => result.data.forms })
  const $forms = createStore<Readonly<Record<string, Texts>>>({}).on(read, (_, forms) => Object.fromEntries(forms.map(({ form, texts }) => [form, texts]))).reset(due)

  /** The server's draft comes later than the screen, and fills the forms anew. */
  const ready = merge([opened, read.filterMap((forms) => (forms.length > 0 ? true : undefined)).map(() => undefined)])

  function keepOnServer<Name extends string>(form: FormModel<Name>): void {
    const pause = createTimer()
    const changed = sample({ clock: form.fieldChanged, filter: ({ field }) => form.fields[field].type !== 'image', fn: () => undefined })
    const $isDirty = createStore(false).on(changed, () => true).on(keepFx, (isDirty, kept) => isDirty && kept.form !== form.name).on(keepFx.fail, (isDirty, { params }) => isDirty || params.form === form.name).reset(form.reset)
    sample({ clock: changed, fn: () => keepingPause, target: pause.start })
    sample({
      clock: [pause.elapsed, form.valid],
      source: { isDirty: $isDirty, owner: $owner, values: form.$values },
      filter: ({ isDirty, owner }) => isDirty && owner !== '',
      fn: ({ values }) => ({ form: form.name, texts: textsOf(form, values) }),
      target: keepFx,
    })
    sample({ clock: form.reset, target: pause.stop })
  }

  /** Fills a form at `when`, and keeps it from now on: in the tab with every key, on the server when typing pauses and at once when it is submitted. */
  function keep<Name extends string>(form: FormModel<Name>, when: Event<void>, $defaults: Store<Partial<FormValues<Name>>>): void {
    fillUntouched(form, when, combine($defaults, $forms, (defaults, forms) => ({ ...defaults, ...fitting(form, forms[form.name] ?? {}) })))
    keepDraft(form, { opened: ready, owner: $owner })
    keepOnServer(form)
  }

  /** Drops what was read, for forms that are of another driver now. */
  const forget = (when: Event<unknown>, but: string): void => {
    $forms.on(when, (forms) => (forms[but] === undefined ? {} : { [but]: forms[but] }))
  }
  return { ready, keep, forget }
}
