import type { Cohort, SettingValue } from '@checkin/releases'
import type { ChangeView } from './changes.ts'
import type { PlanSpec, PlanWave } from './plans.ts'
import type { ReleaseChange, Settings } from './release.ts'

/** `payment` of `mfe-payment`. */
export const shortName = (module: string): string => module.replace(/^mfe-/, '')

/** `payment 1.2.0, offers 1.1.0`. */
export const choiceText = (choice: Readonly<Record<string, string>>): string =>
  Object.entries(choice).map(([module, version]) => `${shortName(module)} ${version}`).join(', ')

/** A setting's value as operators read it; one that is not set has its default. */
export const settingText = (value: SettingValue | undefined): string =>
  (value === undefined ? 'by default' : value === true ? 'on' : value === false ? 'off' : typeof value === 'string' ? `“${value}”` : String(value))

/** Hosts that are named; of more, their number. */
const mostNamed = 5

/** Who is in a wave: its groups, and its tenants as far as there is room. One without a tenant in the reader's reach has others. */
export function waveText({ groups, hosts }: PlanWave): string {
  if (hosts.length === 0) return 'other tenants'
  const more = hosts.length - mostNamed
  const named = [...hosts.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(', ')
  return groups.length > 0 ? `${groups.map((group) => `group ${group}`).join(', ')} (${named})` : named
}

const needWords: Readonly<Record<string, string>> = {
  payment: 'it changes the payment module', everyone: 'it changes all tenants', protected: 'the tenant is protected', token: 'it gives somebody a token', 'publisher-key': 'it changes who publishes a module',
  'runner-key': 'it changes who attests results', 'passkey-reset': 'it lets somebody in by a new passkey',
}

/** Why a change waits for a second person. */
export const needsText = ({ needs }: Pick<ChangeView, 'needs'>): string => needs.map((need) => needWords[need] ?? need).join(' and ')

/** What is asked of releases: by a change, a plan or the start of an experiment. */
interface ReleaseRequest extends Partial<Pick<ReleaseChange, 'percent' | 'cohorts' | 'settings' | 'emergency'> & Pick<PlanSpec, 'name' | 'waves' | 'steps' | 'gate'>> {
  readonly modules?: Readonly<Record<string, string>>
  readonly at?: string
  readonly experiment?: number
}
interface TokenRequest {
  readonly action: 'new' | 'change'
  readonly label: string
  readonly person?: string
  readonly role?: string
  readonly module?: string
  readonly hosts?: readonly string[] | null
  readonly expires?: string | null
  readonly fingerprint?: string
}
interface RunnerKeyRequest { readonly label: string; readonly keyId: string; readonly person: string }
interface ResetRequest { readonly person: string }
interface KeyRequest { readonly module: string; readonly keyId: string }

/** What a kept change would do, in a sentence without its end. All that decides who gets what is in it, because a second person approves what stands here. */
export function changeText(change: Pick<ChangeView, 'kind' | 'wish' | 'everyone' | 'hosts'>): string {
  const { kind, wish: request } = change
  switch (kind) {
    case 'token': return tokenText(request as TokenRequest)
    case 'publisher-key': return `${(request as KeyRequest).module} is published with the key ${(request as KeyRequest).keyId}`
    case 'runner-key': return `Results are attested with the key ${(request as RunnerKeyRequest).keyId} of ${(request as RunnerKeyRequest).person} (${(request as RunnerKeyRequest).label})`
    case 'passkey-reset': return `${(request as ResetRequest).person} may make a passkey anew; all present ones end. Ask the person, face to face or by voice, whether that is wanted`
    default: return releaseText(request as ReleaseRequest, change)
  }
}

function releaseText({ modules, percent = 100, cohorts = [], at, name, waves, steps = [], gate, experiment, settings, emergency }: ReleaseRequest, { everyone, hosts }: Pick<ChangeView, 'everyone' | 'hosts'>): string {
  return [
    experiment === undefined ? '' : `Experiment ${experiment}, ${name}: `, modules ? modulesText(modules, settings) : name, shareText(percent, cohorts), at === undefined ? '' : `, not before ${at} of each tenant`,
    waves ? ` in waves: ${waves.map(waveText).join(', then ')}` : ` for ${everyone ? 'all tenants' : hosts.map(({ host }) => host).join(', ')}`,
    steps.length === 0 ? '' : `, by ${steps.map((step) => `${step.percent} % for ${step.dwellMinutes} min`).join(', then ')}${gate ? `, each with ${gate.minSessions} session samples at least` : ''}`,
    emergency === true ? ', as an emergency' : '',
  ].join('')
}

/** Versions, and what is set of each module from then on: all of it, so that an empty one is the module's defaults. */
function modulesText(modules: Readonly<Record<string, string>>, settings: Settings = {}): string {
  const names = [...new Set([...Object.keys(modules), ...Object.keys(settings)])]
  return names.map((name) => `${[shortName(name), modules[name] ?? []].flat().join(' ')}${withSettings(settings[name])}`).join(Object.keys(settings).length > 0 ? '; ' : ', ')
}

const withSettings = (values: Settings[string] | undefined): string =>
  (values ? ` with ${Object.entries(values).map(([name, value]) => `${name} ${settingText(value)}`).join(', ') || 'nothing set'}` : '')

/** Which share of sessions gets it; nothing where all do. */
function shareText(percent: number, cohorts: ReleaseChange['cohorts']): string {
  if (cohorts.length > 0) return ` at ${cohorts.map((rule) => `${rule.percent} % of ${cohortText(rule.when)}`).join(', ')}, ${percent} % of the others`
  return percent < 100 ? ` at ${percent} %` : ''
}

function cohortText({ languages, devices, staff, sources }: Cohort): string {
  const one = (what: string, values: readonly string[] | undefined): string[] => (values ? [`${what} ${values.join(' or ')}`] : [])
  return [...one('language', languages), ...one('device', devices), ...(staff === undefined ? [] : [staff ? 'staff' : 'no staff']), ...one('source', sources)].join(' and ') || 'all'
}

/** The fingerprint is for asking the person: is the token that waits the one that they hold? */
function tokenText({ action, label, person, role, module, hosts, expires, fingerprint }: TokenRequest): string {
  const what = action === 'new' ? `A token “${label}” for ${person ?? label}: ${role ?? ''}${module === undefined ? '' : ` of ${module}`}` : `The token “${label}”${fingerprint === undefined ? '' : ' is replaced'}`
  const reach = hosts === undefined ? (action === 'new' && module === undefined ? ', all tenants' : '') : `, ${hosts === null ? 'all tenants' : hosts.join(', ')}`
  const end = expires === undefined ? '' : expires === null ? ', without an end' : `, until ${expires.slice(0, 10)}`
  return `${what}${reach}${end}${fingerprint === undefined ? '' : `. Ask ${person ?? 'its holder'} for the fingerprint: ${fingerprint}`}`
}
