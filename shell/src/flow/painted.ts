import { createEffect } from 'effector'
import type { FlowEvent } from './transition.ts'

/** Longest wait for a frame, in milliseconds: a page that nobody sees paints none. */
const longestWait = 100

const painted = (): Promise<void> => new Promise((done) => {
  const timer = setTimeout(done, longestWait)
  requestAnimationFrame(() => {
    clearTimeout(timer)
    // Called before the frame is painted; what follows comes after it.
    setTimeout(done)
  })
})

/** Gives an event back once the press that it came from is answered: a phone takes longer to render the next screen than a press may take (DEC-305). */
export const answeredFx = createEffect(async (event: FlowEvent) => {
  await painted()
  return event
})
