import { newSupportCode } from '@checkin/releases/support-code'
import type { RouteName } from '@checkin/remote'
import { createEffect, sample } from 'effector'
import { sendReport } from '../remotes/report.ts'
import { absenceTold, screenAbsent } from '../routes/visit.model.ts'

/** Tells that the release set has not the screen a renter needs, and answers the code that the renter sees. No version is to blame. */
export const tellAbsenceFx = createEffect((step: RouteName): string => {
  const trace = newSupportCode()
  sendReport({ module: 'shell', version: CHECKIN_SHELL.version, phase: 'load', outcome: 'absent', reason: 'not-in-release', step, trace })
  return trace
})

sample({ clock: screenAbsent, target: tellAbsenceFx })
sample({ clock: tellAbsenceFx.doneData, target: absenceTold })
