import { getJourneys, type MeanOf, type ShareOf, type VersionJourneys } from '@checkin/registry'
import { amount, moduleName, tenantHost } from './arguments.ts'
import { command, minutesOption, tenantArgument } from './declare.ts'
import { table } from './output.ts'

const whole = (share: number): string => (share * 100).toFixed(0)
const shareText = ({ count, of, interval }: ShareOf): string => (interval ? `${whole(count / of)} % of ${of} (${whole(interval.low)} to ${whole(interval.high)})` : '-')

/** A mean with its interval; what fewer than 20 sessions bring is no figure. */
const meanText = ({ mean, of, interval }: MeanOf, unit: string): string =>
  (mean === null || !interval ? of === 0 ? '-' : `too few (${of})` : `${mean.toFixed(0)} ${unit} of ${of} (${interval.low.toFixed(0)} to ${interval.high.toFixed(0)})`)

const cohortText: Readonly<Record<NonNullable<VersionJourneys['cohort']>, string>> = { rollout: 'rolls out', beside: 'beside it' }

export const journeysCommand = command({
  name: 'journeys', says: 'Shows what renters made of each version: completed, added, how long it took, with the 95 % interval of each figure', args: { tenant: { ...tenantArgument, takes: 'maybe' } },
  options: { module: { takes: 'text', value: 'module', says: 'Of this module only' }, minutes: minutesOption(10_080) },
  examples: ['journeys costaverde', 'journeys costaverde --module offers --minutes 1440 --json'], json: [getJourneys],
  run: async ({ client }, { args: { tenant }, options: { module, minutes } }) => {
    const query = { host: tenant === undefined ? undefined : tenantHost(tenant), module: module === undefined ? undefined : moduleName(module), minutes: amount(minutes, 'minutes', 20_160) }
    const data = await client('viewer').call(getJourneys, { query })
    const rows = data.versions.map(({ host, module: name, version, cohort, completed, added, value, time, wentOn }) => [
      host, `${name}@${version}`, cohort === null ? '' : cohortText[cohort], shareText(completed), shareText(added),
      value.map(({ currency, ...each }) => meanText(each, currency)).join('; ') || '-', meanText(time, 's'), shareText(wentOn),
    ])
    return { data, text: table(['tenant', 'version', 'now', 'completed', 'added something', 'added per reservation, minor units', 'time to finish', 'screens left for the next'], rows) }
  },
})
