import * as z from 'zod/mini'
import { event, nothing } from './event.ts'

const extraChange = z.object({
  extraID: z.string(),
  quantity: z.number(),
  /** Only for extras without a quantity (OFFERS-17). */
  event: z.optional(z.enum(['Select', 'Unselect'])),
  /** Quantity and amount (a decimal with VAT) before the change, for the overview's highlight (PAY-02); since 1.4. */
  before: z.optional(z.object({ quantity: z.number(), total: z.number() })),
  /** The same as a sentence, for readers of a contract before 1.4. */
  textBefore: z.string(),
})

/** What the renter changed in extras and has not yet sent (DEC-18); nothing personal. */
export const offerDraftSchema = z.object({
  extras: z.array(extraChange),
  /** Changes that are neither kept nor dropped yet (DEC-106), while the additional driver is entered from the page with all offers. Only the offers read it; since 1.5. */
  undecided: z.optional(z.array(extraChange)),
  hasClickedUpgrade: z.boolean(),
  /** Name of the vehicle before the upgrade, for the overview's highlight (PAY-02). */
  vehicleBefore: z.optional(z.string()),
})
export type OfferDraft = z.output<typeof offerDraftSchema>

// Additional driver, upgrade, extras: STATES S1 rows 31 to 49, S3 rows 24 to 38.

/** Yes: the additional driver's data follow (S1.32). */
export const additionalDriverAccepted = event(nothing)
/** No (S1.33). */
export const additionalDriverRejected = event(nothing)
/** Opened although complete: moved on by itself (S1.31). */
export const additionalDriverSkipped = event(nothing)
/** The list of upgrades is empty (S1.35). */
export const upgradesNotFound = event(nothing)
/** The list of upgrades could not be loaded (S1.36). */
export const upgradesFailed = event(nothing)
/** YesIwantUpgrade went through: the shell reloads the reservation and goes on (S1.38). */
export const upgradeAccepted = event(z.object({ groupId: z.string() }))
/** The upgrade could not be stored (S1.39). */
export const upgradeRefused = event(nothing)
/** The panel was opened for a group (S1.37). */
export const upgradeChosen = event(z.object({ groupId: z.string() }))
/** NoIkeepSame closed the panel (S1.40). */
export const upgradeDeclined = event(nothing)
/** ContinueWithoutUpgrade (S1.41). */
export const upgradesSkipped = event(nothing)
/** Yes on add-extras (S1.43). */
export const extrasWanted = event(nothing)
/** "No, finish" on add-extras (S1.44). */
export const extrasDeclined = event(nothing)
/** Something changed in the draft that other modules read (DEC-18). */
export const offerDraftChanged = event(z.object({ draft: offerDraftSchema }))
/** The server recalculated the list (S1.46). */
export const extrasRecalculated = event(nothing)
/** Submit of extras (S1.48). */
export const extrasSubmitted = event(nothing)
/** ContinueWithoutExtras (S1.49). */
export const extrasSkipped = event(nothing)

export { problemOccurred, questionRaised, questionSettled, requirementMissed, sessionRefused } from './common.events.ts'
