import type { SetComparison } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import type { Queries } from '../storage/ledger.ts'
import { versionDifference } from '../tenants/dry-run.ts'
import { choiceOf } from './pointer.ts'

/** What differs between two sets, by module (DEC-223). Throws NotFound. */
export async function comparedSets(queries: Queries, fromId: number, toId: number): Promise<SetComparison> {
  const [from, to] = [await sideOf(queries, fromId), await sideOf(queries, toId)]
  const same: string[] = []
  const modules: SetComparison['modules'] = []
  for (const module of [...new Set([...Object.keys(from.choice), ...Object.keys(to.choice)])].sort()) {
    const [one, other] = [from.choice[module] ?? null, to.choice[module] ?? null]
    const settings = { from: from.settings[module] ?? {}, to: to.settings[module] ?? {} }
    if (one === other && sorted(settings.from) === sorted(settings.to)) same.push(module)
    else modules.push({ module, from: one, to: other, settings, ...await versionDifference({ tx: queries }, module, one, other) })
  }
  return { from: from.side, to: to.side, same, modules }
}

const sorted = (values: object): string => JSON.stringify(Object.entries(values).sort(([one], [other]) => one.localeCompare(other)))

async function sideOf(queries: Queries, id: number) {
  const set = await queries.selectFrom('release_set').select(['created_at', 'created_by', 'settings']).where('id', '=', id).executeTakeFirst()
  if (!set) throw new ServiceError(404, 'NotFound', `There is no set ${id}`)
  return { side: { id, createdAt: set.created_at.toISOString(), createdBy: set.created_by }, choice: await choiceOf({ tx: queries }, id), settings: set.settings }
}
