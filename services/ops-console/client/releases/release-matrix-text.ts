import type { ConformanceStatus, ReleaseTestStatus } from '@checkin/registry'
import { shortName } from '@checkin/registry/words'

const ages = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' })

function ago(at: string, now: number): string {
  const minutes = Math.max(0, Math.round((now - Date.parse(at)) / 60_000))
  if (minutes < 60) return ages.format(-minutes, 'minute')
  return minutes < 48 * 60 ? ages.format(-Math.round(minutes / 60), 'hour') : ages.format(-Math.round(minutes / 1440), 'day')
}

/** What the release matrix test knows of the sets of a change, `Tested: check-in passed 3 min. ago`. */
export function releaseTestText(status: ReleaseTestStatus, now: number): string {
  switch (status.state) {
    case 'nothing-new': return 'Nothing new to test'
    case 'none': return 'Not tested'
    case 'passed': return `Tested: ${status.journeys.join(' and ')} passed ${ago(status.at, now)}`
    case 'failed': return `Test failed: ${status.journey} at ${status.step}, ${ago(status.at, now)}`
  }
}

/** Versions of a change that no runner attested to conform, and how each is: `offers 1.2.0 was not attested`. Empty where that is none (DEC-260). */
export const conformanceText = (status: ConformanceStatus | undefined): string =>
  (status?.state === 'missing' ? status.missing.map(({ module, version, failed }) => `${shortName(module)} ${version} ${failed ? 'did not conform' : 'was not attested'}`).join(', ') : '')

/** What somebody with the runner's key runs for one of them. */
export function conformanceSteps(status: ConformanceStatus | undefined): readonly string[] {
  const names = status?.state === 'missing' ? [...new Set(status.missing.map(({ module }) => shortName(module)))] : []
  return names.flatMap((name) => [`npm run conformance -- ${name} --report ${name}.json`, `npm run rollout -- attest conformance ${name}.json`])
}
