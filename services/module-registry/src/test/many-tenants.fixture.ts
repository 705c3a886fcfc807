import { sql } from 'kysely'
import type { Database } from '@checkin/server'
import type { Tables } from '../storage/tables.ts'

/** How much there is. */
export interface ManyTenants {
  readonly tenants: number
  /** Release sets that each tenant had, one after the other. */
  readonly sets: number
}

/**
 * Fills a registry with tenants `t001.example` and so on, each with a history of release sets of seven modules, straight into its tables: what the control room has to
 * carry. Every tenth tenant belongs to the group `pilot`, every odd one follows `stable`; every twentieth has a rollout.
 */
export async function fillWithTenants({ kysely }: Database<Tables>, { tenants, sets }: ManyTenants): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(kysely)
  await run(sql`insert into module_version (name, version, manifest, signature, key_id, own_bytes, published_by)
    select name, '1.0.' || patch, json_build_object('name', name, 'version', '1.0.' || patch, 'contracts', '{}'::json, 'steps', '[]'::json)::text, '', 'key', 1000, 'generator'
    from unnest(array['shell', 'mfe-search', 'mfe-driver', 'mfe-offers', 'mfe-summary', 'mfe-payment', 'mfe-precheckout']) name, generate_series(0, ${sets}::int - 1) patch`)
  await run(sql`insert into module_label (module, label, version, moved_by, moved_at) select 'mfe-payment', 'stable', '1.0.0', 'generator', now()`)
  await run(sql`insert into release_set (id, choice, payload, signature, key_id, created_by, created_at)
    select (tenant - 1) * ${sets}::int + set, 'generated ' || tenant || ' ' || set, '{}', '', 'key', 'generator', now()
    from generate_series(1, ${tenants}::int) tenant, generate_series(1, ${sets}::int) set`)
  await run(sql`insert into release_set_member (set_id, name, version) select release_set.id, module_version.name, version from release_set
    join module_version on version = '1.0.' || ((release_set.id - 1) % ${sets}::int) where release_set.created_by = 'generator'`)
  await run(sql`insert into pointer_revision (host, revision, set_id, variants, wishes, rollouts, action, reason, actor, at)
    select 't' || lpad(tenant::text, 3, '0') || '.example', set, (tenant - 1) * ${sets}::int + set, jsonb_build_array((tenant - 1) * ${sets}::int + set),
      jsonb_build_object('shell', '1.0.0', 'mfe-payment', case when tenant % 2 = 1 then 'stable' else '1.0.0' end),
      case when tenant % 20 = 0 and set = ${sets}::int then '[{"id":"generated","salt":"s","modules":{"mfe-payment":"1.0.1"},"percent":10,"cohorts":[]}]'::jsonb else '[]'::jsonb end,
      'set', 'generated', 'generator', now() - make_interval(mins => ${sets}::int - set)
    from generate_series(1, ${tenants}::int) tenant, generate_series(1, ${sets}::int) set`)
  await run(sql`insert into pointer (host, revision, set_id, variants, wishes, rollouts) select host, revision, set_id, variants, wishes, rollouts from pointer_revision
    where actor = 'generator' and revision = ${sets}`)
  await run(sql`insert into tenant_option (host, groups) select 't' || lpad(tenant::text, 3, '0') || '.example', array['pilot'] from generate_series(10, ${tenants}::int, 10) tenant`)
  await run(sql`insert into audit (entry, at, actor, action, subject, before, after, reason, previous_hash, hash)
    select row_number() over (order by revision, host), to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), actor, action, host, 'null', json_build_object('revision', revision, 'setId', set_id)::text, reason, '', ''
    from pointer_revision where actor = 'generator'`)
  await run(sql`update ledger set revision = revision + 1, last_set = ${tenants * sets}, last_entry = ${tenants * sets}`)
}
