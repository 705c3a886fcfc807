import { problemOccurred } from '@checkin/flow/publish/driver'
import type { FormModel } from '@checkin/forms'
import { attach, createEvent, createStore, sample, type Event } from 'effector'
import { checkImageFile } from '@checkin/driver-rules/images'
import { prepareImageFx as prepareImage } from './prepare-image.ts'

/** Images of a form: choosing, scaling, removing. The form holds them as base64 without a prefix, in memory only. */
export function createImageFields<Name extends string>(form: FormModel<Name>, names: readonly Name[], opened: Event<void>) {
  const chosen = createEvent<{ readonly field: Name; readonly file: File }>()
  const removed = createEvent<Name>()
  const prepareFx = attach({ effect: prepareImage, mapParams: ({ file }: { readonly field: Name; readonly file: File }) => file })

  const checked = chosen.map(({ field, file }) => ({ field, file, result: checkImageFile(file) }))
  // Another type is ignored in silence (DRIVER-60); only a size is reported (DRIVER-61).
  sample({ clock: checked, filter: ({ result }) => result === 'too-big', fn: () => ({ key: 'ImageIsBiggerThanAllowed' }), target: problemOccurred })
  const accepted = checked.filterMap(({ field, file, result }) => (result === 'accepted' ? { field, file } : undefined))
  sample({ clock: accepted, target: prepareFx })

  /** The file that counts for each field: of two choices the later one, of a removal none. */
  const $latest = createStore<Partial<Record<Name, File>>>({})
    .on(accepted, (latest, { field, file }) => ({ ...latest, [field]: file }))
    .on(removed, (latest, field) => ({ ...latest, [field]: undefined }))
    .reset(form.reset)
  const prepared = sample({ clock: prepareFx.done, source: $latest, filter: (latest, { params }) => latest[params.field] === params.file, fn: (_, { params, result }) => ({ field: params.field, value: result.image }) })
  sample({ clock: prepared, target: form.fieldChanged })
  sample({ clock: removed, fn: (field) => ({ field, value: '' }), target: form.fieldChanged })

  const without = (fields: ReadonlySet<Name>, field: Name): ReadonlySet<Name> => new Set([...fields].filter((each) => each !== field))
  const $preparing = createStore<ReadonlySet<Name>>(new Set())
    .on(accepted, (fields, { field }) => new Set([...fields, field]))
    .on(prepareFx.finally, (fields, { params }) => without(fields, params.field))
    .reset(form.reset)
  /** Files that could not be read as an image: shown at the field, not in an alert (DEC-44). */
  const $unreadable = createStore<ReadonlySet<Name>>(new Set())
    .on(accepted, (fields, { field }) => without(fields, field))
    .on(prepareFx.fail, (fields, { params }) => new Set([...fields, params.field]))
    .reset(form.reset, opened)
  return { names, chosen, removed, $preparing, $unreadable, prepareFx }
}
export type ImageFields<Name extends string> = ReturnType<typeof createImageFields<Name>>
