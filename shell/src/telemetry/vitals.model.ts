import { createEffect, createStore, sample } from 'effector'
import { idleMomentFx } from '../config/lists.model.ts'
import { sendReport } from '../remotes/report.ts'

/** Starts measuring the page; its code comes when the first screen works, so that no renter waits for it. */
export const watchVitalsFx = createEffect(async () => {
  const { watchVitals } = await import('./vitals.ts')
  watchVitals(sendReport, CHECKIN_SHELL.version)
})

const $watched = createStore(false)
const idle = sample({ clock: idleMomentFx.done, source: $watched, filter: (watched) => !watched, fn: () => undefined })
$watched.on(idle, () => true)
sample({ clock: idle, target: watchVitalsFx })
