import type * as client from '@checkin/api/client'
import type { Declaring } from '@checkin/api/other-sessions-declared'
import type { PublishFailures } from '@checkin/async/failures'
import type { createTimer } from '@checkin/async/timer'
import type * as flow from '@checkin/flow'
import type { StepVisit } from '@checkin/remote'
import type { matchAddress } from '@checkin/routes'
import type { Effect, EventCallable, Store } from 'effector'
import type { AlertRequest } from '../feedback/alert.model.ts'
import type { SendReport } from '../remotes/report.ts'
import type { Clearing } from '../session/clear.model.ts'

/**
 * What the late part of the frame is given by the shell. Its code imports nothing of the shell by itself: a module that a later file imports too can't
 * be joined with the others of the first load, which makes that larger by more than this whole part has (decision 0081).
 */
export interface SupportKit {
  readonly client: Pick<typeof client, 'acceptTermsFx' | 'keepDraftFormFx' | 'prolongSessionFx' | 'readLaterSmsFx' | 'request' | 'saveDriverFx' | 'sendLaterLinkFx' | 'sendLaterSmsFx' | 'updateReservationFx'>
  /** Makes the declarations of the calls that this part alone makes. */
  readonly declaring: Declaring
  readonly flow: Pick<typeof flow, '$completion' | '$config' | '$lookup' | '$offerDraft' | '$session' | 'offerDraftChanged' | 'sessionCleared'>
  readonly $visit: Store<StepVisit | null>
  readonly alertRaised: EventCallable<AlertRequest>
  /** The renter did something in this tab, at this time in milliseconds since 1970. */
  readonly activityNoticed: EventCallable<number>
  /** Milliseconds without it after which the page itself ends the session (DEC-85). */
  readonly idleLimit: number
  readonly clearRequested: EventCallable<Clearing>
  readonly createTimer: typeof createTimer
  readonly writeSessionFx: Effect<Readonly<Record<string, unknown>>, void>
  /** Where the tab keeps its session. */
  readonly sessionKey: string
  /** Where it keeps the payment page from which the first screen was loaded. */
  readonly fromKey: string
  readonly publishFailures: PublishFailures
  readonly sendReport: SendReport
  readonly newSupportCode: () => string
  /** Of the running shell. */
  readonly version: string
  readonly matchAddress: typeof matchAddress
}
