import { createEffect, sample } from 'effector'
import { once } from 'patronum/once'
import { idleMomentFx } from '../config/lists.model.ts'
import { sendReport } from '../remotes/report.ts'

/** Starts measuring the page; its code comes when the first screen works, so that no renter waits for it. */
export const watchVitalsFx = createEffect(async () => {
  const { watchVitals } = await import('./vitals.ts')
  watchVitals(sendReport, CHECKIN_SHELL.version)
})

sample({ clock: once(idleMomentFx.done), fn: () => undefined, target: watchVitalsFx })
