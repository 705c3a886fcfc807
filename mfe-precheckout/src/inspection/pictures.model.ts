import { fuelConfirmed, problemOccurred } from '@checkin/flow/publish/precheckout'
import { createEffect, createEvent, createStore, sample } from 'effector'

/** CONST-18: pictures of the car's condition, at the least. */
export const leastPictures = 5
/** File name endings of the pictures that are taken (CONST-19). */
export const pictureEndings = ['.jpg', '.jpeg', '.png', '.webp'] as const
/** A picture of so many bytes or more is refused: 15 MB (CONST-19). */
const tooManyBytes = 15 * 1024 * 1024

/** What a chosen file is good for; a file of another type is ignored in silence (ERR-25, ERR-26). */
export function checkPicture({ name, size }: Pick<File, 'name' | 'size'>): 'taken' | 'ignored' | 'too-big' {
  if (!pictureEndings.some((ending) => name.toLowerCase().endsWith(ending))) return 'ignored'
  return size >= tooManyBytes ? 'too-big' : 'taken'
}

/** A picture on this device; `url` shows it until the inspection ends. */
export interface Picture {
  readonly url: string
  readonly name: string
}

/** Pictures of one screen: taken, looked at, removed, and kept over all three screens until the inspection ends (DEC-131). None is sent anywhere (PRECHK-22). */
export function createPictures() {
  const chosen = createEvent<readonly File[]>()
  const removed = createEvent<Picture>()
  const showFx = createEffect((files: readonly File[]): readonly Picture[] => files.map((file) => ({ url: URL.createObjectURL(file), name: file.name })))
  // An address that is never given back would keep the picture in memory.
  const forgetFx = createEffect((pictures: readonly Picture[]) => { for (const { url } of pictures) URL.revokeObjectURL(url) })

  const $pictures = createStore<readonly Picture[]>([])
    .on(showFx.doneData, (pictures, more) => [...pictures, ...more])
    .on(removed, (pictures, { url }) => pictures.filter((picture) => picture.url !== url))
  const ended = sample({ clock: fuelConfirmed, source: $pictures, filter: (pictures) => pictures.length > 0, fn: (pictures) => pictures })
  $pictures.reset(ended)
  sample({ clock: ended, target: forgetFx })
  sample({ clock: removed, fn: (picture) => [picture], target: forgetFx })

  const checked = chosen.map((files) => files.map((file) => ({ file, result: checkPicture(file) })))
  const taken = checked.filterMap((files) => {
    const good = files.filter(({ result }) => result === 'taken').map(({ file }) => file)
    return good.length > 0 ? good : undefined
  })
  sample({ clock: taken, target: showFx })
  sample({ clock: checked, filter: (files) => files.some(({ result }) => result === 'too-big'), fn: () => ({ key: 'ImageIsBiggerThanAllowed' }), target: problemOccurred })
  return { chosen, removed, $pictures, showFx, forgetFx }
}
export type Pictures = ReturnType<typeof createPictures>
