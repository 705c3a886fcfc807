import type { Extra, ReservationUpdate } from '@checkin/api'

/** What the renter chose of one extra and has not yet sent (DEC-18). */
export interface ExtraChange {
  readonly extraID: string
  readonly quantity: number
  /** Only of what has no quantity. */
  readonly event?: 'Select' | 'Unselect' | undefined
  /** The line before the change (PAY-02). */
  readonly textBefore: string
}

/** The choices of this session, as the flow keeps them. */
export interface OfferDraft {
  readonly extras: readonly ExtraChange[]
  readonly hasClickedUpgrade: boolean
}

/** Quantity as the server has it; 0 of an extra that is only offered. */
export const storedQuantity = (extra: Extra): number =>
  (extra.isAccepted || extra.isIncluded ? Math.max(extra.quantity, extra.isAcceptQuantity ? 0 : 1) : 0)

/** Quantity that a choice asks for. */
export const chosenQuantity = (extra: Extra, change: ExtraChange): number => (change.event === 'Unselect' ? 0 : change.quantity)

/** Choices that differ from what is stored: what was sent already asks for nothing any more. */
export const openChanges = (extras: readonly Extra[], { extras: changes }: OfferDraft): readonly ExtraChange[] =>
  changes.filter((change) => extras.some((extra) => extra.extraID === change.extraID && chosenQuantity(extra, change) !== storedQuantity(extra)))

/** A choice as the API takes it: which, how many, and the event of what has no quantity. */
export const choiceOf = (change: ExtraChange, extras: readonly Extra[]): ReservationUpdate['extras'][number] => {
  const extra = extras.find(({ extraID }) => extraID === change.extraID)
  return {
    extraID: change.extraID, quantity: change.quantity, category: extra?.category ?? 'add', observations: extra?.observations ?? 'add',
    ...(change.event !== undefined && { event: change.event }),
  }
}
