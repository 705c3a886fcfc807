import { sql } from 'kysely'

/** A version that a tenant's sessions had before a revision and not after it. */
interface LeftVersion {
  readonly name: string
  readonly version: string
  readonly host: string
  readonly action: 'take back' | 'back'
  readonly at: Date
  readonly actor: string
  readonly reason: string
}

/** Every version that a tenant went back from, whether all of its sessions had it or a part: its canary was stopped, or an operator said so. */
export const leftVersions = sql<LeftVersion>`(
  select member.name, member.version, next.host, next.action, next.at, next.actor, next.reason
  from pointer_revision next
  join pointer_revision last on last.host = next.host and last.revision = next.revision - 1
  cross join lateral (
    select name, version from release_set_member where set_id = last.set_id
    union
    select module.key, module.value from jsonb_array_elements(last.rollouts) rollout (spec), jsonb_each_text(rollout.spec -> 'modules') module
  ) member (name, version)
  where next.action in ('take back', 'back')
    and not exists (select from release_set_member kept where kept.set_id = next.set_id and kept.name = member.name and kept.version = member.version)
    and not next.rollouts @> jsonb_build_array(jsonb_build_object('modules', jsonb_build_object(member.name, member.version)))
)`

/** Who it was that went back. */
export const rolledBackBy = (action: LeftVersion['action']): 'canary' | 'operator' => (action === 'take back' ? 'canary' : 'operator')
