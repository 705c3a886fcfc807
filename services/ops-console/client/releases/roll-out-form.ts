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
  /** The steps run wave by wave (DEC-353), in the place of `hosts`. */
  readonly inWaves?: boolean
  /** Per wave, hosts and groups (`group alpha`). */
  readonly waves?: readonly { readonly members?: readonly string[] }[]
  /** Wall time of each tenant; empty is now. */
  readonly at?: string
  readonly reason: string
  /** Everybody at once what passed no staged plan (DEC-295). */
  readonly emergency?: boolean
}

const groupPrefix = 'group '

/** How a group stands in a list of choices. */
export const groupValue = (group: string): string => `${groupPrefix}${group}`

/** Whether a plan is in waves; what was chosen for another way of rolling out counts for nothing. */
export const isInWaves = ({ how, inWaves }: Pick<Partial<RollOutForm>, 'how' | 'inWaves'>): boolean => how === 'plan' && inWaves === true

const hostsOf = (hosts: readonly string[]): 'all' | string[] => (hosts.includes('all') ? 'all' : [...hosts])

/** What several tenants are to get, for the registry's dry run. */
export const releaseChangeOf = ({ module, version, hosts, how, percent, sources = [], emergency = false }: Pick<RollOutForm, 'module' | 'version' | 'hosts' | 'how' | 'percent' | 'sources' | 'emergency'>) =>
  ({ hosts: hostsOf(hosts), modules: { [module]: version }, ...shareOf(how, percent, [...sources]), ...(emergency && how !== 'plan' && { emergency }) })

/** Body of the registry's change of several tenants. */
export const changeOf = (form: RollOutForm) => ({ ...releaseChangeOf(form), ...(form.at && { at: form.at }), reason: form.reason })

const shareOf = (how: RollOutForm['how'], percent: number, sources: string[]) => {
  if (how !== 'percent') return { percent: 100 }
  return sources.length > 0 ? { percent: 0, cohorts: [{ when: { sources }, percent }] } : { percent }
}

/** Body of the registry's staged plan. */
export const planOf = (form: RollOutForm) => ({
  name: `${form.module} ${form.version}`, modules: { [form.module]: form.version }, reason: form.reason,
  ...(isInWaves(form) ? { waves: (form.waves ?? []).map(({ members = [] }) => membersOf(members)) } : { hosts: hostsOf(form.hosts) }),
  steps: form.steps.split(',').map((percent) => ({ percent: Number(percent), dwellMinutes: form.dwellMinutes })),
})

/** Groups and hosts of a list of choices. */
export const membersOf = (members: readonly string[]) => ({
  groups: members.filter((member) => member.startsWith(groupPrefix)).map((member) => member.slice(groupPrefix.length)),
  hosts: members.filter((member) => !member.startsWith(groupPrefix)),
})
