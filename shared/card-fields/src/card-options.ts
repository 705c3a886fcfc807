import type { SavedCard } from '@checkin/api'

/** The saved cards as far as this session may know them (PAY-28, PRECHK-11, DEC-77). */
export type SavedCards =
  | { readonly kind: 'loading' }
  | { readonly kind: 'known'; readonly cards: readonly SavedCard[] }
  /** A link opened the session: whether there are any is told after a mailed code. */
  | { readonly kind: 'code-needed' }
  | { readonly kind: 'unavailable' }

/** A way to pay or to give the deposit: a saved card, the saved cards behind a code, or a new card. */
export type CardOption =
  | { readonly value: string; readonly kind: 'saved'; readonly card: SavedCard }
  | { readonly value: 'saved'; readonly kind: 'locked' }
  | { readonly value: 'new'; readonly kind: 'new' }

const newCard: CardOption = { value: 'new', kind: 'new' }

/** What the renter chooses between; a single entry is no choice (PAY-28, PRECHK-11). Tokens never stand in the page. */
export function cardOptions(saved: SavedCards): readonly CardOption[] {
  switch (saved.kind) {
    case 'known': return [...saved.cards.map((card, at): CardOption => ({ value: `saved-${at}`, kind: 'saved', card })), newCard]
    case 'code-needed': return [{ value: 'saved', kind: 'locked' }, newCard]
    default: return [newCard]
  }
}
