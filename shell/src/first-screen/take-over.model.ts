import { createEffect, createStore, sample } from 'effector'
import { stepShown } from '../routes/visit.model.ts'
import { giveBack } from './give-back.ts'
import type { Hold } from './held-input.ts'

/** The hold of this page, if its HTML came with one. */
export const holdOf = (page: object = window): Hold | undefined => Reflect.get(page, 'checkinHold') as Hold | undefined

/** The first screen runs: what was done with its picture is done with it. Marks the moment for whoever measures. */
export const takeOverFx = createEffect(() => {
  performance.mark('checkin-usable')
  const root = document.getElementById('app')
  const hold = holdOf()
  if (root && hold) giveBack(root, hold.release())
})

/** The text faces wait until the screen is usable: their stand-ins have the same metrics. */
export const fetchFacesFx = createEffect(() => import('@checkin/ui/fonts.css'))

const $taken = createStore(false)
const first = sample({ clock: stepShown, source: $taken, filter: (taken) => !taken, fn: () => undefined })
$taken.on(first, () => true)
sample({ clock: first, target: [takeOverFx, fetchFacesFx] })
