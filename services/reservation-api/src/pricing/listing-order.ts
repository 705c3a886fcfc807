import { isPeriod } from '@checkin/api/period-type'

/** What decides where a line stands in a list. */
export interface ListedLine {
  readonly ratePeriodType: string
  readonly orderToShow: number
  readonly description: string
}

const rank = ({ ratePeriodType }: ListedLine): number => (isPeriod(ratePeriodType, 'Days') ? 0 : isPeriod(ratePeriodType, 'Kms') ? 1 : 2)

/** Days, then Kms, then the others by their order and description (P-12, DEC-79). */
export const inListingOrder = <Line extends ListedLine>(lines: readonly Line[]): readonly Line[] =>
  [...lines].sort((one, other) => rank(one) - rank(other) || one.orderToShow - other.orderToShow || one.description.localeCompare(other.description, 'en'))
