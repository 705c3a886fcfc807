import type { Extra, ExtrasSummary, FullReservation } from '@checkin/api'
import { isConflict } from '@checkin/async/failures'
import { isOvertaken, quantityWith, storedQuantity, type ExtraChange } from './changes.ts'
import { sameAmount } from './money.ts'

/** A line of the rental that is no longer what the renter saw: how many of it, and what they cost, in decimals with VAT. Quantity 0: it is not there. */
export interface RentalDifference {
  readonly id: string
  readonly description: string
  readonly before: { readonly quantity: number; readonly total: number }
  readonly now: { readonly quantity: number; readonly total: number }
}

/** What is shown of a line with the renter's choices, which are the same before and after. */
function shownOf(extra: Extra | undefined, changes: readonly ExtraChange[]): RentalDifference['now'] {
  if (!extra) return { quantity: 0, total: 0 }
  const change = changes.find((each) => each.extraID === extra.extraID && !isOvertaken(extra, each))
  return { quantity: quantityWith(extra, change), total: extra.totalValue }
}

/** The price of one, or of the whole line where its quantity is the same: a fee for a second driver is more of the same line. */
const isSamePrice = (one: Extra | undefined, other: Extra | undefined): boolean =>
  !one || !other || (sameAmount(one.valueWithTax, other.valueWithTax) && (storedQuantity(one) !== storedQuantity(other) || sameAmount(one.totalValue, other.totalValue)))

/**
 * What a renter who decided on `seen` has not seen yet, line by line in the server's order. Choices that are not stored count as they are on both
 * sides, so that what this page stored itself is no difference; what was paid is none either.
 */
export function differencesOf(seen: ExtrasSummary, now: ExtrasSummary, changes: readonly ExtraChange[]): readonly RentalDifference[] {
  const gone = seen.extras.filter(({ extraID }) => !now.extras.some((extra) => extra.extraID === extraID))
  return [...now.extras, ...gone].flatMap(({ extraID: id, description }) => {
    const [one, other] = [seen, now].map(({ extras }) => extras.find((extra) => extra.extraID === id))
    const [before, after] = [shownOf(one, changes), shownOf(other, changes)]
    const isTaken = before.quantity > 0 || after.quantity > 0
    return isTaken && (before.quantity !== after.quantity || !isSamePrice(one, other)) ? [{ id, description, before, now: after }] : []
  })
}

/** What became of a write: it is stored, or the reservation is no longer what the renter decided on, and nothing was written. */
export type Written<Answer> =
  | { readonly kind: 'stored'; readonly answer: Answer }
  | { readonly kind: 'changed'; readonly now: FullReservation; readonly differences: readonly RentalDifference[] }

export interface WriteOnNewest<Answer> {
  /** Version that the renter decided on; undefined where the shell does not say it, then nothing is compared. */
  readonly rowVersion: number | undefined
  /** Lines as the renter saw them; null where they were not shown. */
  readonly seen: ExtrasSummary | null
  readonly changes: readonly ExtraChange[]
  readonly write: (rowVersion: number | undefined) => Promise<Answer>
  readonly load: () => Promise<FullReservation>
}

/** So often a reservation may change while it is being written; then the refusal is shown. */
const mostTries = 3

/**
 * Writes on the version that the renter decided on, so that nothing newer is overwritten (DEC-127). Where the reservation has a newer one it is loaded
 * again: with nothing that the renter has not seen the same is written on it, else the renter decides anew. Fails as `write` and `load` do.
 */
export async function writeOnNewest<Answer>({ rowVersion, seen, changes, write, load }: WriteOnNewest<Answer>): Promise<Written<Answer>> {
  let version = rowVersion
  for (let tries = 1; ; tries += 1) {
    try {
      return { kind: 'stored', answer: await write(version) }
    } catch (error) {
      if (!isConflict(error) || tries === mostTries) throw error
    }
    const now = await load()
    const differences = seen === null ? [] : differencesOf(seen, now.summary, changes)
    if (differences.length > 0) return { kind: 'changed', now, differences }
    version = now.rowVersion
  }
}
