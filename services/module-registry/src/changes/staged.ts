import type { Choice, PlanSpec, ReleaseChange } from '@checkin/registry'
import { anyOf, ServiceError } from '@checkin/server'
import { sql } from 'kysely'
import type { FollowPlan } from '../settings.ts'
import { isOfVersions, type Release, type ReleaseRequest } from '../releases/next-release.ts'
import { choicesOf } from '../releases/pointer.ts'
import type { Change } from '../storage/ledger.ts'
import type { PointerAction } from '../storage/tables.ts'

/** A canary is beside a baseline: what reaches more than half of the sessions, by itself or by a rule, counts as for everybody (DEC-295). */
const mostOfCanary = 50

/** The largest share of some renters that a change gives a version to, in percent. Staff are colleagues who opened a link, whatever their share. */
const widest = ({ percent, cohorts }: Pick<ReleaseRequest, 'percent' | 'cohorts'>): number => Math.max(percent, ...cohorts.filter(({ when }) => when.staff !== true).map((rule) => rule.percent))

/** Whether a change gives its versions to everybody, or to more sessions than a canary may have. What already has as many may keep or lower them. */
function isForMost({ rollouts }: Release, request: ReleaseRequest): boolean {
  const running = rollouts.find((each) => isOfVersions(each, request.versions))
  return widest(request) > mostOfCanary && (widest(request) >= 100 || widest(request) > (running ? widest(running) : 0))
}

/** Asks once for many tenants which versions of some modules are proven. */
async function provenOf({ tx }: Pick<Change, 'tx'>, hosts: readonly string[], modules: readonly string[]): Promise<(host: string) => ReadonlySet<string>> {
  if (hosts.length === 0) return () => new Set()
  const revisions = Map.groupBy(await tx.selectFrom('pointer_revision').select(['host', 'set_id', 'action']).where('host', '=', anyOf([...hosts])).orderBy('host').orderBy('revision').execute(), ({ host }) => host)
  const choices = await choicesOf({ tx }, [...revisions.values()].flat().map(({ set_id: setId }) => setId), modules)
  return (host) => provenVersions(revisions.get(host) ?? [], choices)
}

/**
 * Versions that everybody of a tenant had, as `module@version`, and that nobody went back from or killed since: giving one of them to everybody
 * again is no experiment.
 */
function provenVersions(revisions: readonly { readonly set_id: number; readonly action: PointerAction }[], choices: ReadonlyMap<number, Choice>): ReadonlySet<string> {
  const proven = new Set<string>()
  let before: readonly string[] = []
  for (const { set_id: setId, action } of revisions) {
    const now = Object.entries(choices.get(setId) ?? {}).map(([name, version]) => `${name}@${version}`)
    if (action === 'back' || action === 'kill') for (const left of before) if (!now.includes(left)) proven.delete(left)
    for (const each of now) proven.add(each)
    before = now
  }
  return proven
}

/** A change of one tenant's release. */
export interface RequestedChange {
  readonly host: string
  readonly current: Release
  readonly request: ReleaseRequest
}

/** Versions that a change would give to most of a tenant's sessions, and that not everybody of it has; a first release reaches nobody yet. */
const changedForMost = ({ current, request }: RequestedChange): [name: string, version: string][] => (Object.keys(current.choice).length === 0 || !isForMost(current, request) ? []
  : Object.entries(request.versions).filter(([name, version]) => current.choice[name] !== version))

/** Modules that changes would give to everybody of a tenant in a version that passed no staged plan there; in as many queries for many changes as for one. */
export async function unstagedModules(change: Pick<Change, 'tx'>, requested: readonly RequestedChange[]): Promise<(of: RequestedChange) => string[]> {
  const asked = requested.filter((each) => changedForMost(each).length > 0)
  const proven = await provenOf(change, [...new Set(asked.map(({ host }) => host))], [...new Set(asked.flatMap((each) => changedForMost(each).map(([name]) => name)))])
  return (of) => {
    const changed = changedForMost(of)
    const known = changed.length === 0 ? new Set<string>() : proven(of.host)
    return changed.filter(([name, version]) => !known.has(`${name}@${version}`)).map(([name]) => name)
  }
}

/** Why a tenant's sessions do not get versions at once. */
export const notStaged = (host: string, versions: readonly string[]): ServiceError => new ServiceError(409, 'NotStaged',
  `${versions.join(', ')} passed no staged plan on ${host}: start one (rollout stage), or declare an emergency with a reason (--emergency --reason)`)

/** Refuses an emergency that nobody explains: the reason is what the audit keeps of it. Throws ReasonNeeded. */
export function requireExplained(emergency: boolean | undefined, reason: string): void {
  if (emergency === true && reason.trim().length < 3) throw new ServiceError(400, 'ReasonNeeded', 'An emergency needs a reason')
}

/**
 * Refuses a plan that ends with everybody without a canary step whose sessions were judged: half of the sessions at most, and as many
 * session health samples as followers need. Throws NotStaged.
 */
export function requireCanarySteps({ steps, gate, emergency, reason }: Pick<PlanSpec, 'gate' | 'emergency' | 'reason'> & { readonly steps: FollowPlan['steps'] }, { gate: { minSessions } }: FollowPlan): void {
  requireExplained(emergency, reason)
  const [first] = steps
  const last = steps.at(-1)
  if (emergency === true || !first || !last || last.percent <= mostOfCanary) return
  if (first.percent > mostOfCanary) throw new ServiceError(409, 'NotStaged', `The first step of a plan is for ${mostOfCanary} % at most, or it is an emergency with a reason`)
  if (gate.minSessions < minSessions) throw new ServiceError(409, 'NotStaged', `Each step of a plan waits for ${minSessions} session health samples at least, or it is an emergency with a reason`)
}

/**
 * Refuses settings for several tenants at once that none of them, nor another tenant, has had for the time of a plan's first step without
 * going back: settings are for every session, so they are staged by tenants. Defaults may return at any time. Throws NotStaged.
 */
export async function requireTriedSettings({ tx, at }: Pick<Change, 'tx' | 'at'>, hosts: readonly string[], { settings, emergency }: Pick<ReleaseChange, 'settings' | 'emergency'>, { steps }: FollowPlan): Promise<void> {
  if (hosts.length < 2 || emergency === true) return
  const leastMs = (steps[0]?.dwellMinutes ?? 0) * 60_000
  for (const [module, values] of Object.entries(settings)) {
    if (Object.keys(values).length === 0) continue
    const tried = await tx.selectFrom('pointer_revision').innerJoin('release_set', 'release_set.id', 'pointer_revision.set_id').select('host')
      .where(sql<boolean>`release_set.settings -> ${module} = ${JSON.stringify(values)}::jsonb`)
      .where(sql<boolean>`coalesce(pointer_revision.replaced_at, ${at}) - pointer_revision.at >= make_interval(secs => ${leastMs / 1000})`).limit(1).executeTakeFirst()
    if (!tried) throw new ServiceError(409, 'NotStaged', `No tenant has had these settings of ${module} for ${leastMs / 60_000} minutes: set them for one first, or declare an emergency with a reason`)
  }
}
