import { appStarted } from '@checkin/flow'
import { createEffect, sample } from 'effector'

const listenFx = createEffect((listen: () => void) => { listen() })

/** Listens to the page from its start on, in its scope. All models share one effect, because an effect is a dozen stores and events. */
export const listenFromStart = (listen: () => void): void => {
  sample({ clock: appStarted, fn: () => listen, target: listenFx })
}
