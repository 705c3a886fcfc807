import type { ShareOf, VersionJourneys } from '@checkin/registry'
import type { Health } from '@checkin/telemetry'

const whole = (share: number): string => (share * 100).toFixed(0)

/** A share with how many were counted and its interval, as "40 % of 100, 31 to 50 %"; a dash where nobody was counted. */
export const shareText = ({ count, of, interval }: ShareOf): string => (interval ? `${whole(count / of)} % of ${of}, ${whole(interval.low)} to ${whole(interval.high)} %` : '–')

/** Whether a version rolls out at a tenant now, or is the one beside it; nothing for others. */
export function rolloutText({ host, module, version }: Pick<VersionJourneys, 'host' | 'module' | 'version'>, results: readonly Pick<Health['verdicts'][number], 'host' | 'module' | 'version' | 'baseline' | 'outcome'>[]): string {
  const open = results.filter((each) => each.outcome === 'open' && each.host === host && each.module === module && each.baseline !== '')
  return open.some((each) => each.version === version) ? ', rolls out' : open.some((each) => each.baseline === version) ? ', beside it' : ''
}
