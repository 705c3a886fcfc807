import { createEffect, sample } from 'effector'
import { once } from 'patronum/once'
import { stepShown } from '../navigation/visit.model.ts'
import { replayInput, type InputCapture } from './early-input.ts'

/** The input capture of this page, if its HTML came with one. */
export const captureOfPage = (page: object = window): InputCapture | undefined => Reflect.get(page, 'checkinCapture') as InputCapture | undefined

/** The first screen runs: what was done before it was hydrated is replayed. Marks the moment for whoever measures. */
export const replayInputFx = createEffect(() => {
  performance.mark('checkin-usable')
  const root = document.getElementById('app')
  const capture = captureOfPage()
  if (root && capture) replayInput(root, capture.release())
})

/** The text faces wait until the screen is usable: their stand-ins have the same metrics. */
export const fetchFacesFx = createEffect(() => import('@checkin/ui/fonts.css'))

sample({ clock: once(stepShown), target: [replayInputFx, fetchFacesFx] })
