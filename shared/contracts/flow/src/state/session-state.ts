import type { Driver, MissingByAct, Reservation } from '@checkin/api'

/** SHELL-43. `normal` and `update` act alike; `additionalDriver` switches titles, field rules and the saved person (DEC-12). */
export type FlowValue = 'normal' | 'additionalDriver' | 'update'

/** Which of the two flows runs: decides the variant of /overview and the paths of some steps (DEC-17). */
export type Mode = 'main' | 'precheckout'

/** Which of the three endings /complete shows; null before any (SHELL-30, DEC-17). */
export type Completion = 'complete' | 'ra' | 'ra-no-payment' | null

/** The verified session. The credential itself is a cookie that scripts never see (DEC-07). */
export interface Session {
  /** What the GET calls name the reservation by. */
  readonly guid: string
  /** Correlation id that POST /driver and POST /analytics carry. */
  readonly sessionKey: string
  /** How it was opened: a link session must confirm a code before it uses a saved card (DEC-77). */
  readonly kind: 'code' | 'link'
  /** False until the terms gate is passed (DEC-11). */
  readonly termsAccepted: boolean
}

/** What the renter typed to find the reservation, kept for Back and for resending the code (DEC-93). */
export interface Lookup {
  readonly reference: string
  readonly surname: string
  /** Plain date YYYY-MM-DD or empty. */
  readonly checkoutdate: string
  /** Whether terms have to be agreed in view 2 (DEC-70). */
  readonly needsTerms: boolean
  /** No address is on file, so that view 2 asks for a second proof (DEC-99). */
  readonly secondProof?: boolean | undefined
  /** A code may be sent by text message too (DEC-281). */
  readonly sms?: boolean | undefined
  /** Where the last code went; empty before the first. */
  readonly mail: string
  /** `find` is view 1, `mail` view 2, `code` the code screen. */
  readonly stage: 'find' | 'mail' | 'code'
}

/** The reservation as the API last gave it; drivers are null when none is on file or not yet loaded. */
export interface LoadedReservation {
  readonly reservation: Reservation
  readonly driver: Driver | null
  readonly addDriver: Driver | null
  /** What the renter's next acts still need, as the server said it with this reservation (DEC-95); not there when it was not told. */
  readonly missing?: MissingByAct | undefined
  /** Version of the reservation as it was loaded, which writes name so that nothing newer is overwritten (DEC-127); since 1.5. */
  readonly rowVersion?: number | undefined
  /** Path of the ticket's calendar file below the base of the API, of a completed check-in that has one (DEC-281). */
  readonly ticketCalendar?: string | undefined
}

/** Progress that can't be derived from what the API gives (SHELL-46..49, DEC-18). */
export interface Progress {
  readonly extrasCompletedPrecheckout: boolean
  /** Extras answered in the main flow: the question isn't asked again. */
  readonly extrasAnswered: boolean
  /** An upgrade was confirmed in this session (the reloaded reservation says so too, SHELL-47). */
  readonly upgradeTaken: boolean
  readonly upsellingNoResults: boolean
  readonly canPrecheckout: boolean
  readonly reservationHasRA: boolean
  /** Continue of the pre-checkout steps was pressed (DEC-60). */
  readonly stepsContinued: boolean
  /** The part that the renter is changing from the overview, which is where it leads back to (DEC-184); since 1.6. */
  readonly changing?: string | null | undefined
  /** Screens of the release set that the renter has passed, by name (DEC-197); only the shell reads it; since 1.7. */
  readonly passed?: readonly string[] | undefined
}

export const noProgress: Progress = {
  extrasCompletedPrecheckout: false,
  extrasAnswered: false,
  upgradeTaken: false,
  upsellingNoResults: false,
  canPrecheckout: false,
  reservationHasRA: false,
  stepsContinued: false,
}

/** SHELL-50: the loads that the tracker covers, exactly these seven. */
export const trackedLoads = ['configs', 'countries', 'documentType', 'fields', 'reservationFull', 'reservationExtras', 'nationalities'] as const
export type TrackedLoad = (typeof trackedLoads)[number]
