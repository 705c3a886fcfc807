import type { Choice, Settings, TenantSummary } from '@checkin/registry'

/** A tenant, as far as sets follow from it. */
export type TenantRelease = Pick<TenantSummary, 'host' | 'modules' | 'settings'> & { readonly rollouts: readonly Pick<TenantSummary['rollouts'][number], 'modules'>[] }

export interface Candidate {
  readonly name: string
  readonly version: string
}

/** A combination that the candidate could serve in, and the tenants that could get it. */
export interface PossibleSet {
  readonly modules: Choice
  readonly settings: Settings
  readonly hosts: readonly string[]
}

/** Every choice of some of these, the empty one first. */
const subsets = <Item>(items: readonly Item[]): Item[][] => items.reduce<Item[][]>((made, item) => [...made, ...made.map((each) => [...each, item])], [[]])

const textOf = (record: Readonly<Record<string, unknown>>): string => JSON.stringify(Object.entries(record).sort(([one], [other]) => one.localeCompare(other)))

/**
 * The distinct sets that a candidate could serve in (federation.md goal 28): for each tenant that has the module, what it serves now with
 * the candidate in it, alone and together with its running rollouts of other modules.
 */
export function setsWith(tenants: readonly TenantRelease[], { name, version }: Candidate): PossibleSet[] {
  const found = new Map<string, PossibleSet & { readonly hosts: string[] }>()
  for (const { host, modules, settings, rollouts } of tenants) {
    if (!(name in modules)) continue
    for (const running of subsets(rollouts.filter((each) => !(name in each.modules)))) {
      const combination = { ...modules, ...Object.assign({}, ...running.map((each) => each.modules)) as Record<string, string>, [name]: version }
      const key = `${textOf(combination)} ${textOf(settings)}`
      const known = found.get(key)
      if (known) known.hosts.push(host)
      else found.set(key, { modules: combination, settings, hosts: [host] })
    }
  }
  return [...found.values()]
}
