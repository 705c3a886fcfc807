import { createTimer } from '@checkin/async/timer'
import { isUnanswered } from '@checkin/async/failures'
import type { HandedPicture, HandOverSide, HandOverState } from '@checkin/api/hand-over'
import { attach, createEffect, createEvent, createStore, sample, scopeBind, type EventCallable } from 'effector'
import type { FormOwner } from '../forms/screen-forms.ts'
import { photosModels, sides as scannedSides, type PhotosModel, type Side } from '../photos/photos.model.ts'
import { documentModels, type DocumentModel } from '../steps/driver-document/model.ts'
import { licenceModels, type LicenceModel } from '../steps/driver-document-license/model.ts'
import { subjects } from '../subject.ts'
import { answerFx, beginFx, readFx, type Place, type Start } from './calls.ts'
import { listen } from './listen.ts'

export type { Place, Start } from './calls.ts'

/** Where it stands on the page that shows the code. */
export interface Shown extends Start {
  readonly state: 'asking' | 'failed' | HandOverState['state']
  /** Empty until there is a code. */
  readonly token: string
  /** The number that was typed last was not the phone's. */
  readonly isWrong: boolean
  /** Sides that came. */
  readonly came: readonly HandOverSide[]
}

/** Milliseconds between two questions, where the server's events are heard and where they are not (API-48). */
export const askEvery = { listening: 15_000, alone: 2000 } as const

export const started = createEvent<Start>()
/** The number was typed that the phone shows. */
export const numberGiven = createEvent<string>()
/** It is not the renter's phone, or no phone is wanted any more. */
export const stopped = createEvent()
/** A part of a screen goes away; what another part began goes on. */
export const placeLeft = createEvent<Place>()

const changed = createEvent()
const heard = createEvent<boolean>()
const $isListening = createStore(false).on(heard, (_, is) => is).reset(started)

export const $handOver = createStore<Shown | null>(null, { serialize: 'ignore' })
  .on(started, (_, start) => ({ ...start, state: 'asking', token: '', isWrong: false, came: [] }))
  .on(beginFx.doneData, (shown, { data: { token } }) => shown && { ...shown, token, state: 'waiting' })
  .on(beginFx.fail, (shown) => shown && { ...shown, state: 'failed' })
  .reset(stopped)

sample({ clock: started, target: beginFx })

// What was typed: a right number opens the way, a third wrong one ends it.
sample({ clock: numberGiven, source: { shown: $handOver, busy: answerFx.pending }, filter: ({ shown, busy }) => shown?.state === 'number' && !busy, fn: ({ shown }, number) => ({ token: shown?.token ?? '', number }), target: answerFx })
$handOver.on(answerFx.done, (shown, { params, result: { data: { state } } }) => (shown?.token === params.token && params.number !== null ? { ...shown, state, isWrong: state === 'number' } : shown))
export const $isAnswering = answerFx.pending

// Given up: the server hears of it, so that the code is worth nothing from now on.
sample({ clock: placeLeft, source: $handOver, filter: (shown, place) => shown?.place === place, fn: () => undefined, target: stopped })
const $live = createStore('').on(beginFx.doneData, (_, { data: { token } }) => token)
const left = sample({ clock: stopped, source: $live, filter: (token) => token !== '' })
sample({ clock: left, fn: (token) => ({ token, number: null }), target: answerFx })
// The code came after it was given up.
sample({ clock: beginFx.doneData, source: $handOver, filter: (shown) => shown === null, fn: (_, { data: { token } }) => ({ token, number: null }), target: answerFx })
$live.reset(left)

// What came: asked for when the server says so, and from time to time where it does not.
const wanted = createEvent()
const $taken = createStore<readonly string[]>([]).reset(started)
const pause = createTimer()
const $isWantedAgain = createStore(false).on(sample({ clock: wanted, filter: readFx.pending }), () => true).reset(readFx)
sample({ clock: [beginFx.done.map(() => undefined), changed, pause.elapsed], target: wanted })
sample({
  clock: wanted, source: { token: $live, taken: $taken, busy: readFx.pending }, filter: ({ token, busy }) => token !== '' && !busy,
  fn: ({ token, taken }) => ({ token, taken: taken.slice(-24) }), target: readFx,
})
const isCurrent = (shown: Shown | null, token: string): shown is Shown => shown !== null && shown.token === token
const read = sample({
  clock: readFx.done, source: { shown: $handOver, taken: $taken },
  filter: ({ shown }, { params }) => isCurrent(shown, params.token),
  fn: ({ taken }, { result: { data } }) => ({ state: data.state, pictures: data.pictures.filter(({ id }) => !taken.includes(id)) }),
})
const lost = sample({ clock: readFx.fail, source: $handOver, filter: (shown, { params }) => isCurrent(shown, params.token), fn: (_, { error }) => isUnanswered(error) })
$handOver
  .on(read, (shown, { state, pictures }) => shown && { ...shown, state, isWrong: shown.isWrong && state === 'number', came: [...new Set([...shown.came, ...pictures.map(({ side }) => side)])] })
  .on(lost, (shown, canTryAgain) => (canTryAgain ? shown : shown && { ...shown, state: 'ended' }))
$taken.on(read, (taken, { pictures }) => [...taken, ...pictures.map(({ id }) => id)])
// The server forgets a picture once it knows that it is here.
const more = sample({ clock: read, source: $isWantedAgain, filter: (again, { pictures }) => again || pictures.length > 0, fn: () => undefined })
sample({ clock: more, target: wanted })
sample({ clock: [read, lost, heard], source: { shown: $handOver, isListening: $isListening }, filter: ({ shown }) => shown !== null && shown.token !== '' && shown.state !== 'ended', fn: ({ isListening }) => (isListening ? askEvery.listening : askEvery.alone), target: pause.start })

// One listener at a time, from the code on until it is over.
const over = sample({ clock: $handOver, filter: (shown) => shown === null || shown.state === 'ended' || shown.state === 'failed', fn: () => undefined })
const $end = createStore<(() => void) | null>(null, { serialize: 'ignore' })
export const listenFx = createEffect((): Promise<() => void> => {
  const bound = <Of>(event: EventCallable<Of>) => scopeBind(event, { safe: true })
  const [change, hear] = [bound(changed), bound(heard)]
  return listen({ changed: () => { change() }, heard: (is) => { hear(is) } })
})
const endFx = attach({ source: $end, effect: (end) => { end?.() } })
sample({ clock: beginFx.done, fn: () => undefined, target: endFx })
// The events are a session's (API-48): for an invited driver the page asks by itself.
sample({ clock: beginFx.done, filter: ({ params }) => params.owner !== 'invited', fn: () => undefined, target: listenFx })
sample({ clock: listenFx.doneData, target: $end })
sample({ clock: over, target: [endFx, pause.stop] })
// It was over before the listener came.
sample({ clock: listenFx.done, source: $handOver, filter: (shown) => shown === null || shown.state === 'ended', fn: () => undefined, target: endFx })
$end.reset(endFx.done)

/** The file that a picture would be, had it been chosen on this device. */
export function fileOf({ side, image }: Pick<HandedPicture, 'side' | 'image'>): File {
  const bytes = Uint8Array.from(atob(image), (character) => character.charCodeAt(0))
  return new File([bytes], `${side}.webp`, { type: 'image/webp' })
}

// From here on a picture is one that was chosen here: scaled, kept, read where the tenant has that, and saved with the rest.
const came = createEvent<{ readonly place: Place; readonly owner: FormOwner; readonly side: HandOverSide; readonly file: File }>()
const deliverFx = createEffect((pictures: readonly { readonly place: Place; readonly owner: FormOwner; readonly picture: HandedPicture }[]) => {
  const bound = scopeBind(came, { safe: true })
  for (const { place, owner, picture } of pictures) bound({ place, owner, side: picture.side, file: fileOf(picture) })
})
sample({
  clock: read, source: $handOver, filter: (shown, { pictures }) => shown !== null && pictures.length > 0,
  fn: (shown, { pictures }) => pictures.map((picture) => ({ place: shown?.place ?? 'photos', owner: shown?.owner ?? 'main', picture })), target: deliverFx,
})
const isScanned = (side: HandOverSide): side is Side => scannedSides.some((each) => each === side)

/** Where pictures of one owner's documents go: to what reads them, and to the fields that are sent. */
interface Targets {
  readonly photos: Pick<PhotosModel, 'taken'>
  readonly document: Pick<DocumentModel['images'], 'chosen'>
  readonly licence: Pick<LicenceModel['images'], 'chosen'>
}
const endOf = (side: HandOverSide) => (side.endsWith('front') ? 'imageFront' as const : 'imageBack' as const)

/** Brings what came for one owner to where it belongs. */
export function deliverTo(owner: FormOwner, { photos, document, licence }: Targets): void {
  const own = came.filter({ fn: (one) => one.owner === owner })
  const toPhotos = own.filterMap(({ place, side, file }) => (place === 'photos' && isScanned(side) ? { side, file } : undefined))
  const toFields = own.filter({ fn: ({ place }) => place !== 'photos' })
  sample({ clock: toPhotos, target: photos.taken })
  sample({ clock: toFields.filterMap(({ side, file }) => (side.startsWith('document') ? { field: endOf(side), file } : undefined)), target: document.chosen })
  sample({
    clock: toFields.filterMap(({ side, file }) => (side.startsWith('document') ? undefined : { field: side.startsWith('second') ? `second.${endOf(side)}` as const : endOf(side), file })),
    target: licence.chosen,
  })
}
for (const subject of subjects) deliverTo(subject, { photos: photosModels[subject], document: documentModels[subject].images, licence: licenceModels[subject].images })
