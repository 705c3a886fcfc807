/** What the operator fills in. */
export interface RollOutForm {
  readonly module: string
  readonly version: string
  readonly hosts: readonly string[]
  readonly how: 'all' | 'percent' | 'plan'
  readonly percent: number
  /** Only of bookings that came from one of these; all when empty. */
  readonly sources?: readonly string[]
  /** `1, 10, 50, 100`. */
  readonly steps: string
  readonly dwellMinutes: number
  /** Wall time of each tenant; empty is now. */
  readonly at?: string
  readonly reason: string
}

const hostsOf = (hosts: readonly string[]): 'all' | readonly string[] => (hosts.includes('all') ? 'all' : hosts)

/** Body of the registry's change of several tenants. */
export const wishOf = ({ module, version, hosts, how, percent, sources = [], at, reason }: RollOutForm) => ({
  hosts: hostsOf(hosts), modules: { [module]: version }, ...shareOf(how, percent, sources), ...(at && { at }), reason,
})

const shareOf = (how: RollOutForm['how'], percent: number, sources: readonly string[]) => {
  if (how !== 'percent') return { percent: 100 }
  return sources.length > 0 ? { percent: 0, cohorts: [{ when: { sources }, percent }] } : { percent }
}

/** Body of the registry's staged plan. */
export const planOf = ({ module, version, hosts, steps, dwellMinutes, reason }: RollOutForm) => ({
  name: `${module} ${version}`, hosts: hostsOf(hosts), modules: { [module]: version }, reason,
  steps: steps.split(',').map((percent) => ({ percent: Number(percent), dwellMinutes })),
})
