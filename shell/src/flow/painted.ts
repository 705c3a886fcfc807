import { createEffect } from 'effector'
import { listenFromStart } from '../page-listeners.ts'
import type { FlowEvent } from './transition.ts'

/** Longest wait for a frame, in milliseconds: a page that nobody sees paints none. */
const longestWait = 100

/** Whether a touch or key is being handled, with all that follows from it before anything else runs. */
let isHandled = false
listenFromStart(() => {
  for (const name of ['click', 'keydown'] as const) {
    document.addEventListener(name, () => {
      isHandled = true
      setTimeout(() => { isHandled = false })
    }, true)
  }
})

const painted = (event: FlowEvent): Promise<FlowEvent> => new Promise((done) => {
  const answered = (): void => { done(event) }
  setTimeout(answered, longestWait)
  // Called before the frame is painted; what follows comes after it.
  requestAnimationFrame(() => setTimeout(answered))
})

/**
 * Gives an event back once the press that it came from is answered: a phone takes longer to render the next screen than a press may take (DEC-305).
 * At once where it came from none, as from a server's answer: nothing of the page changes before the rest.
 */
export const answeredFx = createEffect((event: FlowEvent): FlowEvent | Promise<FlowEvent> => (isHandled ? painted(event) : event))
