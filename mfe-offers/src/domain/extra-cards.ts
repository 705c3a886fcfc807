import type { Extra, ExtrasSummary } from '@checkin/api'
import { quantityWith, storedQuantity, type ExtraChange } from '@checkin/rental-summary'
import { quantityAfter } from './extra-choice.ts'
import { priceOf, type OfferPrice } from './offer-price.ts'

/** The three sections, in this order (OFFERS-12). */
export const sections = ['insurances', 'additional_services', 'equipment'] as const
export type Section = (typeof sections)[number]

/** Why an extra can't be taken away. */
export type Lock = 'included' | 'required' | 'accepted'

/** One extra as its card shows it (OFFERS-13 to OFFERS-15). */
export interface ExtraCard {
  readonly extraID: string
  readonly description: string
  readonly observations: string | null
  readonly hasQuantity: boolean
  readonly quantity: number
  readonly lock: Lock | null
  readonly canAdd: boolean
  readonly canRemove: boolean
  readonly canPlus: boolean
  readonly canMinus: boolean
  readonly price: OfferPrice
}

export interface ExtraSection {
  readonly name: Section
  readonly cards: readonly ExtraCard[]
}

/** Offered here, not the additional driver's, in the company's order (OFFERS-20). */
const isListed = (extra: Extra): boolean => extra.isAvailableOnEC && !extra.isAddDriver

/** Where the order is the same, by description as the server lists them, whatever the browser's language. */
const byOrder = (one: Extra, other: Extra): number => one.orderToShow - other.orderToShow || one.description.localeCompare(other.description, 'en')

function lockOf(extra: Extra): Lock | null {
  if (extra.isIncluded) return 'included'
  if (extra.isRequired && storedQuantity(extra) > 0) return 'required'
  return storedQuantity(extra) > 0 ? 'accepted' : null
}

function cardOf(loaded: Extra, priced: Extra, change: ExtraChange | undefined): ExtraCard {
  const can = (press: Parameters<typeof quantityAfter>[2]): boolean => quantityAfter(loaded, change, press) !== null
  return {
    extraID: loaded.extraID, description: loaded.description, observations: loaded.observations, hasQuantity: loaded.isAcceptQuantity,
    quantity: quantityWith(loaded, change), lock: lockOf(loaded), price: priceOf(priced),
    canAdd: can('add'), canRemove: can('remove'), canPlus: can('plus'), canMinus: can('minus'),
  }
}

/** The sections that have something in them; a category that is none of the three isn't listed (DEC-42). */
export function extraSections(loaded: ExtrasSummary, priced: ExtrasSummary | null, changes: readonly ExtraChange[]): readonly ExtraSection[] {
  const listed = loaded.extras.filter(isListed).sort(byOrder)
  return sections
    .map((name) => ({
      name,
      cards: listed.filter(({ category }) => category === name).map((extra) => cardOf(
        extra,
        priced?.extras.find(({ extraID }) => extraID === extra.extraID) ?? extra,
        changes.find(({ extraID }) => extraID === extra.extraID),
      )),
    }))
    .filter(({ cards }) => cards.length > 0)
}
