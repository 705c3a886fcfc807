import type { TimelineEntry } from '@checkin/registry'

interface Revision { readonly revision?: number; readonly setId?: number; readonly rollouts?: readonly { readonly modules: Readonly<Record<string, string>>; readonly settings?: object; readonly percent: number }[] }
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value)

const actions: Readonly<Record<string, string>> = {
  set: 'New versions', emergency: 'Emergency: everybody at once, without a staged plan', rollout: 'Rollout', back: 'Gone back', kill: 'A version was killed', follow: 'Followed a label, range or default', plan: 'Plan', 'take back': 'Taken back by the registry', suspend: 'Suspended by the registry', resume: 'Suspended rollout resumed',
  'take back failed': 'Could not be taken back', 'suspend failed': 'Could not be suspended', 'plan halted': 'Plan halted', 'pause plan': 'Plan paused', 'resume plan': 'Plan resumed', 'abort plan': 'Plan aborted', 'next wave': 'Next wave of a plan',
  experiment: 'An experiment began', 'experiment end': 'An experiment ended', 'experiment end failed': 'An experiment could not be ended', 'plan experiment': 'Experiment planned', 'change experiment': 'Experiment changed', 'start experiment': 'Experiment started', 'end experiment': 'Experiment ended',
  propose: 'Proposed', approve: 'Approved', reject: 'Rejected', options: 'Options', freeze: 'Frozen', unfreeze: 'Freeze lifted',
}

/** What an entry of the timeline says, in words: what happened, and what it is about where that is not the tenant alone. */
export function timelineText({ action, subject, before, after }: Pick<TimelineEntry, 'action' | 'subject' | 'before' | 'after'>, host: string): string {
  const about = subject === host ? '' : subject === '*' ? ', all tenants' : `, ${subject}`
  return `${actions[action] ?? action}${about}${detail(action, before, after)}`
}

function detail(action: string, before: unknown, after: unknown): string {
  if (action === 'options' && isObject(after)) {
    const changed = Object.entries(after).filter(([name, value]) => !isObject(before) || JSON.stringify(before[name]) !== JSON.stringify(value))
    return changed.length === 0 ? '' : `: ${changed.map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(', ') || 'none' : String(value)}`).join('; ')}`
  }
  if (!isObject(after) || !('revision' in after)) return ''
  const { revision, setId, rollouts = [] } = after as Revision
  return `: revision ${revision}, set ${setId}${rollouts.map(({ modules, settings, percent }) => `, ${Object.entries(modules).map((each) => each.join(' ')).join(', ')}${settings ? ' with other settings' : ''} at ${percent} %`).join('')}`
}

/** The sets before and after a change of versions, for their comparison; null where no set changed. */
export function setsOf({ before, after }: Pick<TimelineEntry, 'before' | 'after'>): readonly [number, number] | null {
  const [from, to] = [isObject(before) ? before['setId'] : null, isObject(after) ? after['setId'] : null]
  return typeof from === 'number' && typeof to === 'number' && from !== to ? [from, to] : null
}
