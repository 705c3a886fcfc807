import type { FreezeSpec } from '@checkin/registry'

/** When a freeze holds, in words; hours are the tenant's own. */
export function freezeText(spec: FreezeSpec): string {
  if ('weekly' in spec) return `every week from ${spec.weekly.from} until ${spec.weekly.until}`
  const from = spec.from === undefined ? 'from now' : `from ${spec.from.replace('T', ' ')}`
  return `${from} ${spec.until === undefined ? 'until it is lifted' : `until ${spec.until.replace('T', ' ')}`}`
}

/** What was chosen as the registry takes it: no hours are from now until it is lifted. */
export function freezeSpec(from: string, until: string, isWeekend: boolean): FreezeSpec {
  if (isWeekend) return { weekly: { from: 'fri 18:00', until: 'mon 06:00' } }
  return { ...(from !== '' && { from }), ...(until !== '' && { until }) }
}
