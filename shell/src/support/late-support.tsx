import { client } from '@checkin/api/client-on-demand'
import { failurePublisher } from '@checkin/async/failures'
import { createTimer } from '@checkin/async/timer'
import * as flow from '@checkin/flow'
import { problemOccurred, questionRaised, sessionRefused } from '@checkin/flow/publish/shell'
import { newSupportCode } from '@checkin/releases/support-code'
import { matchAddress } from '@checkin/routes'
import { useUnit } from 'effector-react'
import { array, enum as oneOf, nullable, object, string } from 'zod/mini'
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { $listsLoaded } from '../config/lists.model.ts'
import { alertRaised } from '../feedback/alert.model.ts'
import { $visit } from '../navigation/visit.model.ts'
import { sendReport } from '../remotes/report.ts'
import { clearRequested } from '../session/clear.model.ts'
import { fromKey, sessionKey } from '../session/fresh-tab.ts'
import { activityNoticed, idleLimit } from '../session/idle.model.ts'
import { writeSessionFx } from '../session/tab-storage.ts'

let made: Promise<ComponentType> | null = null

/** Loads the part with what it works with; once per page, and again where it did not come. */
export const loadSupport = (): Promise<ComponentType> => (made ??= import('./support.tsx').then(({ createSupport }) => createSupport({
  client, declaring: { z: { array, enum: oneOf, nullable, object, string }, endpoint: (declared) => declared }, flow, $visit, alertRaised, writeSessionFx, sessionKey, fromKey, sendReport, newSupportCode, matchAddress, version: CHECKIN_SHELL.version,
  activityNoticed, idleLimit, clearRequested, createTimer,
  publishFailures: failurePublisher({ problemOccurred, questionRaised, sessionRefused }),
})).catch((error: unknown) => {
  made = null
  throw error
}))

/** Help, saving and finishing later come when the first screen works and what it waited for has been loaded (decision 0081). Without them the page is as it was. */
export function LateSupport(): ReactNode {
  const isDue = useUnit($listsLoaded)
  const [View, setView] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (isDue) loadSupport().then((Support) => { setView(() => Support) }, () => undefined)
  }, [isDue])
  return View && <View />
}
