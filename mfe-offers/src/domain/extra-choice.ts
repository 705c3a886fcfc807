import type { Extra, ExtrasRequest } from '@checkin/api'

/** What a renter changed of one extra against the reservation as loaded; `event` only where there is no quantity (DEC-42). */
export interface ExtraChange {
  readonly extraID: string
  readonly quantity: number
  readonly event?: 'Select' | 'Unselect' | undefined
  /** The line before the change, for the overview (PAY-02). */
  readonly textBefore: string
}

export type Press = 'add' | 'remove' | 'plus' | 'minus'

/** The most of one extra that can be asked for. */
export const mostOfOne = 99

/** Quantity as last loaded; 0 when the renter doesn't have it. */
export const loadedQuantity = (extra: Extra): number => (extra.isAccepted || extra.isIncluded ? Math.max(extra.quantity, extra.isAcceptQuantity ? 0 : 1) : 0)

/** Quantity with the change, if there is one. */
export const quantityWith = (extra: Extra, change: ExtraChange | undefined): number =>
  change === undefined ? loadedQuantity(extra) : change.event === 'Unselect' ? 0 : change.quantity

/** The quantity after a press, or null where the press isn't allowed (OFFERS-15, OFFERS-20). */
export function quantityAfter(extra: Extra, change: ExtraChange | undefined, press: Press): number | null {
  const now = quantityWith(extra, change)
  const floor = loadedQuantity(extra)
  if (extra.isAcceptQuantity) {
    if (press === 'plus') return now < mostOfOne ? now + 1 : null
    return press === 'minus' && now > floor && !(extra.isRequired && now === 1) ? now - 1 : null
  }
  if (press === 'add') return now === 0 ? 1 : null
  // What was added in this visit can be taken back; what was loaded stays.
  return press === 'remove' && now > 0 && floor === 0 && !extra.isRequired ? 0 : null
}

/** The change that a press makes, with what the line said before; null where it isn't allowed. */
export function changeBy(extra: Extra, change: ExtraChange | undefined, press: Press, textBefore: string): ExtraChange | null {
  const quantity = quantityAfter(extra, change, press)
  if (quantity === null) return null
  const before = change?.textBefore ?? textBefore
  if (extra.isAcceptQuantity) return { extraID: extra.extraID, quantity, textBefore: before }
  return { extraID: extra.extraID, quantity, event: quantity > 0 ? 'Select' : 'Unselect', textBefore: before }
}

/** The changes with this one in its place. */
export const withChange = (changes: readonly ExtraChange[], change: ExtraChange): readonly ExtraChange[] =>
  [...changes.filter(({ extraID }) => extraID !== change.extraID), change]

/** Only what differs from the reservation as loaded: what was added and taken back is no change. */
export const realChanges = (extras: readonly Extra[], changes: readonly ExtraChange[]): readonly ExtraChange[] =>
  changes.filter((change) => extras.some((extra) => extra.extraID === change.extraID && quantityWith(extra, change) !== loadedQuantity(extra)))

/** The body of API-18: everything that the renter has or changed, priced by the server alone (OFFERS-16, OFFERS-17, DEC-23). */
export function extrasRequest(reservationId: string, extras: readonly Extra[], changes: readonly ExtraChange[]): ExtrasRequest {
  const changeOf = (extra: Extra): ExtraChange | undefined => changes.find(({ extraID }) => extraID === extra.extraID)
  return {
    reservationId,
    extras: extras
      .filter((extra) => loadedQuantity(extra) > 0 || changeOf(extra) !== undefined)
      .map((extra) => {
        const change = changeOf(extra)
        return {
          extraID: extra.extraID, quantity: change?.quantity ?? extra.quantity, category: extra.category ?? 'add', observations: extra.observations ?? 'add',
          ...(change?.event !== undefined && { event: change.event }),
        }
      }),
  }
}
