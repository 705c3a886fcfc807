import {
  codeAccepted, codeEntryLeft, codeSent, emailEntryLeft, linkAccepted, payerProved, precheckoutDenied, precheckoutOpened, precheckoutTermsAgreed, reservationLocated,
  sessionRaised, termsAgreed,
} from '@checkin/flow'
import {
  $completion, $flow, $lookup, $mode, $offerDraft, $precheckoutToken, $progress, $reservation, $session, $summary, $moduleStatus, storedFields,
} from '@checkin/flow/publish/shell'
import type { LoadedReservation } from '@checkin/flow'
import { combine, merge, sample, type Store } from 'effector'
import { screenLeft } from '../feedback/alert.model.ts'
import { withoutTerms } from '../flow/missing-data.ts'
import { $clearing } from './clear.model.ts'
import { writeSessionFx } from './tab-storage.ts'

// What was typed to find the reservation (DEC-93); gone as soon as the reservation is proved.
$lookup
  .on(reservationLocated, (_, found) => ({ ...found, mail: '', stage: 'mail' }))
  .on(emailEntryLeft, (lookup) => lookup && { ...lookup, stage: 'find' })
  .on(codeSent, (lookup, { mail, sms }) => lookup && { ...lookup, mail, sms, stage: 'code' })
  .on(codeEntryLeft, (lookup) => lookup && { ...lookup, stage: 'mail' })

/** The next view of the same screen: the one before was gone through, and an alert about it has done its work. */
export const viewCompleted = merge([reservationLocated, codeSent])
sample({ clock: viewCompleted, fn: () => undefined, target: screenLeft })

const opened = merge([codeAccepted, linkAccepted, precheckoutOpened, precheckoutDenied])

// A new reservation in this tab takes nothing over from the one before.
for (const $store of [$lookup, $progress, $offerDraft, $completion, $precheckoutToken, $summary, $moduleStatus, $flow]) $store.reset(opened)
$mode.reset(codeAccepted, linkAccepted)

$session
  .on(codeAccepted, (_, { guid, sessionKey }) => ({ guid, sessionKey, kind: 'code', termsAccepted: true }))
  .on([linkAccepted, precheckoutOpened, precheckoutDenied], (_, { guid, sessionKey, termsAccepted }) => ({ guid, sessionKey, kind: 'link', termsAccepted }))
  .on([termsAgreed, precheckoutTermsAgreed], (session) => session && { ...session, termsAccepted: true })
  // The API answers with a new key; the old one would be another session's from now on (DEC-07).
  .on([sessionRaised, payerProved], (session, { sessionKey }) => session && { ...session, sessionKey, kind: 'code' })

const own = <Part extends object>(part: Part | null | undefined): Part | null => part ?? null

interface Opening extends Pick<LoadedReservation, 'reservation'> {
  readonly driver?: LoadedReservation['driver'] | undefined
  readonly addDriver?: LoadedReservation['addDriver'] | undefined
  readonly rowVersion?: number | undefined
}

const loadedOf = ({ reservation, driver, addDriver, rowVersion }: Opening): LoadedReservation =>
  ({ reservation, driver: own(driver ?? reservation.driver), addDriver: own(addDriver ?? reservation.addDriver), ...(rowVersion !== undefined && { rowVersion }) })

$reservation
  // What is missing after a code comes with the next load.
  .on(codeAccepted, (_, accepted) => loadedOf(accepted))
  .on([linkAccepted, precheckoutOpened, precheckoutDenied], (_, opening) => ({ ...loadedOf(opening), missing: opening.missing }))

// Agreed to here and recorded on the server: that much is no longer missing.
$reservation.on([termsAgreed, precheckoutTermsAgreed], (loaded) => (loaded?.missing ? { ...loaded, missing: withoutTerms(loaded.missing) } : loaded))

/** SHELL-56: everything that the table of stored fields marks, by name. */
const $persisted = combine(
  Object.fromEntries(storedFields.filter((field) => field.persist).map((field) => [field.name, field.store as Store<unknown>])),
  (values): Readonly<Record<string, unknown>> => values,
)

sample({ clock: $persisted, source: $clearing, filter: (clearing) => !clearing, fn: (_, values) => values, target: writeSessionFx })
