import { currencyPlaces } from '@checkin/internal'
import type { MeanOf, ShareOf, VersionJourneys } from '@checkin/registry'
import { sumText } from '../money/order-text.ts'

const whole = (share: number): string => (share * 100).toFixed(0)

/** A share with how many were counted and its interval, as "40 % of 100, 31 to 50 %"; a dash where nobody was counted. */
export const shareText = ({ count, of, interval }: ShareOf): string => (interval ? `${whole(count / of)} % of ${of}, ${whole(interval.low)} to ${whole(interval.high)} %` : '–')

/** A mean by its unit, as "12.30 of 80, 9.10 to 15.50"; what fewer than 20 sessions bring is no figure. */
function meanText({ mean, of, interval }: MeanOf, text: (value: number) => string): string {
  if (mean === null || !interval) return of === 0 ? '–' : `too few: ${of}`
  return `${text(mean)} of ${of}, ${text(interval.low)} to ${text(interval.high)}`
}

/** What was added per reservation, in each currency of the tenant (DEC-346). */
export const valueText = (value: VersionJourneys['value']): string =>
  value.map(({ currency, ...each }) => meanText(each, (minor) => sumText(minor / 10 ** currencyPlaces(currency), currency))).join('; ') || '–'

const clockText = (seconds: number): string => `${Math.floor(Math.round(seconds) / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`

/** Minutes and seconds from the found reservation to the completed check-in (DEC-346). An interval does not begin before nothing. */
export const timeText = (time: MeanOf): string => meanText(time, (seconds) => clockText(Math.max(0, seconds)))

/** Whether a version rolls out at a tenant now, or is the one beside it; nothing for others. */
export const cohortText = ({ cohort }: Pick<VersionJourneys, 'cohort'>): string => (cohort === null ? '' : { rollout: ', rolls out', beside: ', beside it' }[cohort])
