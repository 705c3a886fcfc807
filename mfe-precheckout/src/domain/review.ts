import type { Driver, Extra, ExtrasSummary, Reservation, Vehicle } from '@checkin/api'

/** What a line comes to, as it is told. */
export type LineAmount = { readonly kind: 'prepaid' | 'included' } | { readonly kind: 'amount'; readonly total: number }

/** One line of the account; `before` is what it said before the renter changed it in this session (PAY-02). */
export interface ReviewLine {
  readonly id: string
  readonly description: string
  readonly quantity: number
  readonly amount: LineAmount
  readonly before: string | null
}

/** Totals in decimals of the tenant's currency (DEC-54); `due` is never shown below zero (PRICING P-8). */
export interface ReviewTotals {
  readonly total: number
  readonly paid: number
  readonly due: number
}

/** The rental at a glance; `totals` is null as long as the lines are not there. */
export interface Review {
  readonly reservation: Reservation
  readonly vehicle: Vehicle
  readonly drivers: readonly { readonly role: 'Main' | 'Additional'; readonly name: string }[]
  readonly lines: readonly ReviewLine[]
  readonly totals: ReviewTotals | null
}

interface Loaded {
  readonly reservation: Reservation
  readonly driver: Driver | null
  readonly addDriver: Driver | null
}

type Changed = readonly { readonly extraID: string; readonly textBefore: string }[]

const nameOf = (driver: Driver | null): string => [driver?.name, driver?.surname].filter(Boolean).join(' ')

/** Units above those that came included are charged (DEC-97). */
const isPartOfThePrice = ({ isIncluded, quantity, includedQuantity = quantity }: Extra): boolean => isIncluded && quantity <= includedQuantity

function amountOf(extra: Extra, isTaken: boolean): LineAmount {
  if (extra.isInvoiceVoucher) return { kind: 'prepaid' }
  if (isPartOfThePrice(extra)) return { kind: 'included' }
  return { kind: 'amount', total: isTaken ? extra.totalValue : 0 }
}

/** Lines that count or changed, in the server's order (DEC-79). */
function linesOf(extras: readonly Extra[], changed: Changed): readonly ReviewLine[] {
  return extras.flatMap((extra) => {
    const change = changed.find(({ extraID }) => extraID === extra.extraID)
    const isTaken = extra.isAccepted || extra.isIncluded || extra.isInvoiceVoucher
    if (!isTaken && change === undefined) return []
    const quantity = isTaken ? (extra.isAcceptQuantity ? extra.quantity : 1) : 0
    return [{ id: extra.extraID, description: extra.description, quantity, amount: amountOf(extra, isTaken), before: change?.textBefore ?? null }]
  })
}

/** The rental with what was chosen in this session, priced by the server alone (PAY-01, PAY-02). */
export function reviewOf({ reservation, driver, addDriver }: Loaded, summary: ExtrasSummary | null, changed: Changed): Review {
  const drivers = [{ role: 'Main' as const, name: nameOf(driver) }, { role: 'Additional' as const, name: nameOf(addDriver) }].filter(({ name }) => name !== '')
  return {
    reservation, vehicle: reservation.vehicle, drivers,
    lines: linesOf(summary?.extras ?? [], changed),
    totals: summary && { total: summary.cashier.previewValue, paid: summary.cashier.paidValues, due: Math.max(0, summary.cashier.pendingValues) },
  }
}
