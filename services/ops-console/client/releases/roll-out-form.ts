/** What the operator fills in. */
export interface RollOutForm {
  readonly module: string
  readonly version: string
  readonly hosts: readonly string[]
  readonly how: 'all' | 'percent' | 'plan'
  readonly percent: number
  /** `1, 10, 50, 100`. */
  readonly steps: string
  readonly dwellMinutes: number
  /** Wall time of each tenant; empty is now. */
  readonly at?: string
  readonly reason: string
}

const hostsOf = (hosts: readonly string[]): 'all' | readonly string[] => (hosts.includes('all') ? 'all' : hosts)

/** Body of the registry's change of several tenants. */
export const wishOf = ({ module, version, hosts, how, percent, at, reason }: RollOutForm) => ({
  hosts: hostsOf(hosts), modules: { [module]: version }, percent: how === 'percent' ? percent : 100, ...(at && { at }), reason,
})

/** Body of the registry's staged plan. */
export const planOf = ({ module, version, hosts, steps, dwellMinutes, reason }: RollOutForm) => ({
  name: `${module} ${version}`, hosts: hostsOf(hosts), modules: { [module]: version }, reason,
  steps: steps.split(',').map((percent) => ({ percent: Number(percent), dwellMinutes })),
})
