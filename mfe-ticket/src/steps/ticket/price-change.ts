import type { Ticket } from '../../api.ts'

/** How the company's changes moved the total since the renter last did something. */
export interface PriceChange {
  /** Total with tax that the renter knew, in the currency of the ticket. */
  readonly before: number
  /** Now less before; never 0. */
  readonly difference: number
  /** When the company last changed it, an instant in UTC. */
  readonly at: string
}

/**
 * The total that the renter last decided on beside the one that the company has made of it (DEC-263). Several changes are one difference: what counts
 * is what he knew. Null where the company left the total as it was, or an older server does not say.
 */
export function priceChange({ changes, total }: Pick<Ticket, 'changes' | 'total'>): PriceChange | null {
  const since = changes.slice(changes.findLastIndex(({ by }) => by === 'renter') + 1).filter((change) => change.totalBefore !== undefined && change.totalBefore !== change.total)
  const before = since[0]?.totalBefore
  const at = since.at(-1)?.at
  if (before === undefined || at === undefined || before === total) return null
  return { before, difference: total - before, at }
}
