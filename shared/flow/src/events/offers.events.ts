import * as z from 'zod/mini'
import { nothing, ownerEvents } from './owner-events.ts'

/** What the renter changed in extras and has not yet sent (DEC-18); nothing personal. */
export const offerDraftSchema = z.object({
  extras: z.array(z.object({
    extraID: z.string(),
    quantity: z.number(),
    /** Only for extras without a quantity (OFFERS-17). */
    event: z.optional(z.enum(['Select', 'Unselect'])),
    /** The line's text before the change, for the overview's highlight (PAY-02). */
    textBefore: z.string(),
  })),
  hasClickedUpgrade: z.boolean(),
  /** Name of the vehicle before the upgrade, for the overview's highlight (PAY-02). */
  vehicleBefore: z.optional(z.string()),
})
export type OfferDraft = z.output<typeof offerDraftSchema>

/** Additional driver, upgrade, extras: STATES S1 rows 31 to 49, S3 rows 24 to 38. */
export const offersPayloads = {
  /** Yes: the additional driver's data follow (S1.32). */
  additionalDriverAccepted: nothing,
  /** No (S1.33). */
  additionalDriverRejected: nothing,
  /** Opened although complete: moved on by itself (S1.31). */
  additionalDriverSkipped: nothing,
  /** The list of upgrades is empty (S1.35). */
  upgradesNotFound: nothing,
  /** The list of upgrades could not be loaded (S1.36). */
  upgradesFailed: nothing,
  /** YesIwantUpgrade went through: the shell reloads the reservation and goes on (S1.38). */
  upgradeAccepted: z.object({ groupId: z.string() }),
  /** The upgrade could not be stored (S1.39). */
  upgradeRefused: nothing,
  /** The panel was opened for a group (S1.37). */
  upgradeChosen: z.object({ groupId: z.string() }),
  /** NoIkeepSame closed the panel (S1.40). */
  upgradeDeclined: nothing,
  /** ContinueWithoutUpgrade (S1.41). */
  upgradesSkipped: nothing,
  /** Yes on add-extras (S1.43). */
  extrasWanted: nothing,
  /** "No, finish" on add-extras (S1.44). */
  extrasDeclined: nothing,
  /** Something changed in the draft that other modules read (DEC-18). */
  offerDraftChanged: z.object({ draft: offerDraftSchema }),
  /** The server recalculated the list (S1.46). */
  extrasRecalculated: nothing,
  /** Submit of extras (S1.48). */
  extrasSubmitted: nothing,
  /** ContinueWithoutExtras (S1.49). */
  extrasSkipped: nothing,
} as const

export const offersEvents = ownerEvents('offers', offersPayloads)
