import { commonEvents } from '../events/common.events.ts'
import { shellEvents } from '../events/shell.events.ts'

/** What the shell alone may tell. */
export const { questionAnswered, sessionCleared, reservationReloaded, languageChanged } = shellEvents
export { appStarted } from '../events/common.events.ts'

/** The shell raises alerts and questions in the same way as the modules. */
export const { problemOccurred, questionRaised, questionSettled, sessionRefused } = commonEvents

/** The flow's stores, written by the shell only. */
export {
  $completion, $config, $flow, $language, $lists, $loading, $lookup, $modalAction, $mode, $moduleStatus, $offerDraft, $precheckoutToken, $progress,
  $reservation, $session, $summary, $terms,
} from '../state/stores.ts'
export { storedFields } from '../state/stored-fields.ts'
export type { StoredField } from '../state/stored-fields.ts'
