import type { ExtraChoice } from '@checkin/api'
import { isPeriod } from '@checkin/api/period-type'
import type { ExtraRow } from '../reservation-store.ts'

/** How many units of an extra are taken, before and after a choice. */
export interface ExtraChange {
  readonly extraId: string
  readonly from: number
  readonly to: number
}

/** Lines after a choice, or the extra that may not be changed so. */
export type Chosen =
  | { readonly kind: 'chosen'; readonly extras: readonly ExtraRow[]; readonly changes: readonly ExtraChange[] }
  | { readonly kind: 'refused'; readonly extraId: string }

const has = (row: ExtraRow, flag: string): boolean => row.flags.includes(flag)
const isRental = ({ rate_period_type: type }: ExtraRow): boolean => (['Days', 'Kms', 'DaysUpselling'] as const).some((name) => isPeriod(type, name))

/** What comes to a bill in another way than by a renter's choice. */
const notByChoice = ['isAddDriver', 'isYoungDriver', 'isAutomaticExtra', 'isInvoiceVoucher']

/** Whether a renter may choose the extra at all: the additional driver comes with its data, a fee of age with the driver (DEC-41, DEC-42). */
export const isChoosable = (row: ExtraRow): boolean =>
  has(row, 'isAvailableOnEC') && !isRental(row) && !notByChoice.some((flag) => has(row, flag))

/** Units that are taken as the line stands: none of an extra that is only offered. */
export function takenUnits(row: ExtraRow): number {
  if (!row.is_accepted && !row.is_included) return 0
  return has(row, 'isAcceptQuantity') ? row.quantity : 1
}

/** Units that a choice asks for. A quantity speaks for itself, everything else by its event (OFFERS-17, DEC-42). */
function askedUnits(row: ExtraRow, { quantity, event }: ExtraChoice): number {
  if (has(row, 'isAcceptQuantity')) return quantity
  if (event === 'Select') return 1
  return event === 'Unselect' ? 0 : takenUnits(row)
}

/** Included, accepted or required extras are never lowered; more of them goes where a quantity does (OFFERS-15, OFFERS-20). */
const isAllowed = (row: ExtraRow, { from, to }: ExtraChange): boolean =>
  isChoosable(row) && (to > from || !(row.is_included || row.is_accepted || has(row, 'isRequired')))

/** A line with so many units; none of it is an offer again. */
export const withUnits = (row: ExtraRow, units: number): ExtraRow =>
  ({ ...row, is_accepted: units > 0, ...(has(row, 'isAcceptQuantity') && { quantity: units }) })

/**
 * What the lines become by a renter's choice. Id, quantity and event of a choice are all that is read of it (DEC-23). Extras that are not
 * named stay as they are; a choice that asks for what already stands is none.
 */
export function chooseExtras(rows: readonly ExtraRow[], choices: readonly ExtraChoice[]): Chosen {
  const known = new Map(rows.map((row) => [row.extra_id, row]))
  const changes = new Map<string, ExtraChange>()
  const seen = new Set<string>()
  for (const choice of choices) {
    const { extraID: extraId } = choice
    const row = known.get(extraId)
    if (!row || seen.has(extraId)) return { kind: 'refused', extraId }
    seen.add(extraId)
    const change = { extraId, from: takenUnits(row), to: askedUnits(row, choice) }
    if (change.to === change.from) continue
    if (!isAllowed(row, change)) return { kind: 'refused', extraId }
    changes.set(extraId, change)
  }
  const extras = rows.map((row) => {
    const change = changes.get(row.extra_id)
    return change ? withUnits(row, change.to) : row
  })
  return { kind: 'chosen', extras, changes: [...changes.values()] }
}
