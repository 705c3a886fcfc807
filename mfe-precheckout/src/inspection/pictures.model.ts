import { problemOccurred } from '@checkin/flow/publish/precheckout'
import { createEffect, createEvent, createStore, sample, type Unit } from 'effector'
import { pictureVerdict } from '../domain/pictures.ts'

/** A picture on this device; `url` shows it as long as the screen is open. */
export interface Picture {
  readonly url: string
  readonly name: string
}

/** Pictures of one screen: taken, looked at, removed, and forgotten when the screen is left. None is sent anywhere (PRECHK-22). */
export function createPictures({ opened, closed }: { readonly opened: Unit<unknown>; readonly closed: Unit<void> }) {
  const chosen = createEvent<readonly File[]>()
  const removed = createEvent<Picture>()
  const showFx = createEffect((files: readonly File[]): readonly Picture[] => files.map((file) => ({ url: URL.createObjectURL(file), name: file.name })))
  // An address that is never given back would keep the picture in memory.
  const forgetFx = createEffect((pictures: readonly Picture[]) => { for (const { url } of pictures) URL.revokeObjectURL(url) })

  const $pictures = createStore<readonly Picture[]>([])
    .on(showFx.doneData, (pictures, more) => [...pictures, ...more])
    .on(removed, (pictures, { url }) => pictures.filter((picture) => picture.url !== url))
  const left = sample({ clock: [opened, closed], source: $pictures, filter: (pictures) => pictures.length > 0, fn: (pictures) => pictures })
  $pictures.reset(left)
  sample({ clock: left, target: forgetFx })
  sample({ clock: removed, fn: (picture) => [picture], target: forgetFx })

  const judged = chosen.map((files) => files.map((file) => ({ file, verdict: pictureVerdict(file) })))
  const taken = judged.filterMap((files) => {
    const good = files.filter(({ verdict }) => verdict === 'taken').map(({ file }) => file)
    return good.length > 0 ? good : undefined
  })
  sample({ clock: taken, target: showFx })
  sample({ clock: judged, filter: (files) => files.some(({ verdict }) => verdict === 'too-big'), fn: () => ({ key: 'ImageIsBiggerThanAllowed' }), target: problemOccurred })
  return { chosen, removed, $pictures, showFx, forgetFx }
}
export type Pictures = ReturnType<typeof createPictures>
