import type { Extra } from '@checkin/api'
import { formatMoney } from '@checkin/i18n'
import { openChanges, quantityWith, storedQuantity, type ExtraChange } from '@checkin/rental-summary'

export type Press = 'add' | 'remove' | 'plus' | 'minus'

/** The most of one extra that can be asked for. */
export const mostOfOne = 99

/** The quantity after a press, or null where the press isn't allowed (OFFERS-15, OFFERS-20). What a renter may choose at all, the server says. */
export function quantityAfter(extra: Extra, change: ExtraChange | undefined, press: Press): number | null {
  if (extra.isChoosable === false) return null
  const now = quantityWith(extra, change)
  const floor = storedQuantity(extra)
  if (extra.isAcceptQuantity) {
    if (press === 'plus') return now < mostOfOne ? now + 1 : null
    return press === 'minus' && now > floor && !(extra.isRequired && now === 1) ? now - 1 : null
  }
  if (press === 'add') return now === 0 ? 1 : null
  // What was added in this visit can be taken back; what was loaded stays.
  return press === 'remove' && now > 0 && floor === 0 && !extra.isRequired ? 0 : null
}

/** What readers of a flow contract before 1.4 show of a line before its change. */
const sentenceOf = (description: string, quantity: number, total: number, currency: string): string => `${quantity} × ${description}, ${formatMoney(total, currency)}`

/** The change that a press makes, with what the line was before; null where it isn't allowed. */
export function changeBy(extra: Extra, change: ExtraChange | undefined, press: Press, currency: string): ExtraChange | null {
  const quantity = quantityAfter(extra, change, press)
  if (quantity === null) return null
  const stored = storedQuantity(extra)
  const total = stored === 0 ? 0 : extra.totalValue
  const { before = { quantity: stored, total }, textBefore = sentenceOf(extra.description, stored, total, currency) } = change ?? {}
  return { extraID: extra.extraID, quantity, ...(!extra.isAcceptQuantity && { event: quantity > 0 ? 'Select' : 'Unselect' }), before, textBefore }
}

/** The changes with this one in its place. */
export const withChange = (changes: readonly ExtraChange[], change: ExtraChange): readonly ExtraChange[] =>
  [...changes.filter(({ extraID }) => extraID !== change.extraID), change]

/** Whether two choices ask for the same of every extra. */
export const sameChoice = (one: readonly ExtraChange[], other: readonly ExtraChange[]): boolean =>
  one.length === other.length && one.every((change) => other.some(({ extraID, quantity, event }) => extraID === change.extraID && quantity === change.quantity && event === change.event))

/** What the offers keep in the tab (DEC-18), as far as it is read here: the choice, and changes of this visit that are neither kept nor dropped. */
export interface Draft {
  readonly extras: readonly ExtraChange[]
  readonly undecided?: readonly ExtraChange[] | undefined
}

/** The draft with a choice about which nothing is left to decide. */
export const decidedDraft = <Kept extends Draft>({ undecided: _, ...draft }: Kept, extras: readonly ExtraChange[]) => ({ ...draft, extras: [...extras] })

/** The draft with changes that are to be kept or dropped yet; without them where they come to the choice that stands (DEC-106). */
export function undecidedDraft<Kept extends Draft>(draft: Kept, changes: readonly ExtraChange[], extras: readonly Extra[]) {
  const decided = decidedDraft(draft, draft.extras)
  return sameChoice(changes, openChanges(extras, draft.extras)) ? decided : { ...decided, undecided: [...changes] }
}
