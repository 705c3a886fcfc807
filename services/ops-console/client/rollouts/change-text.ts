import type { ChangeView, PlanWave, Settings } from '@checkin/registry'
import { choiceText, settingText } from '../frame/format.tsx'
import { waveText } from './plan-text.ts'

interface ReleaseRequest { readonly modules?: Readonly<Record<string, string>>; readonly percent?: number; readonly at?: string; readonly name?: string; readonly experiment?: number; readonly settings?: Settings; readonly waves?: readonly PlanWave[] }
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

/** What a kept change would do, in a sentence without its end. */
export function changeText({ kind, wish: request, everyone, hosts }: Pick<ChangeView, 'kind' | 'wish' | 'everyone' | 'hosts'>): string {
  if (kind === 'token') return tokenText(request as TokenRequest)
  if (kind === 'publisher-key') return `${(request as KeyRequest).module} is published with the key ${(request as KeyRequest).keyId}`
  if (kind === 'runner-key') return `Results are attested with the key ${(request as RunnerKeyRequest).keyId} of ${(request as RunnerKeyRequest).person} (${(request as RunnerKeyRequest).label})`
  if (kind === 'passkey-reset') return `${(request as ResetRequest).person} may make a passkey anew; all present ones end. Ask the person, face to face or by voice, whether that is wanted`
  const { modules, percent, at, name, waves, experiment, settings } = request as ReleaseRequest
  return [
    experiment === undefined ? '' : `Experiment ${experiment}, ${name}: `, modules ? choiceText(modules) : name, experiment === undefined ? '' : withSettings(settings), ...(percent !== undefined && percent < 100 ? [` at ${percent} %`] : []), ...(at === undefined ? [] : [`, not before ${at} of each tenant`]),
    waves ? ` in waves: ${waves.map(waveText).join(', then ')}` : ` for ${everyone ? 'all tenants' : hosts.map(({ host }) => host).join(', ')}`,
  ].join('')
}

/** What arm B of an experiment has set; nothing where two versions are compared. An empty one is the module's defaults. */
const withSettings = (settings: ReleaseRequest['settings'] = {}): string =>
  Object.values(settings).map((values) => ` with ${Object.entries(values).map(([name, value]) => `${name} ${settingText(value)}`).join(', ') || 'nothing set'}`).join('')

/** The fingerprint is for asking the person: is the token that waits the one that they hold? */
function tokenText({ action, label, person, role, module, hosts, expires, fingerprint }: TokenRequest): string {
  const what = action === 'new' ? `A token “${label}” for ${person ?? label}: ${role ?? ''}${module === undefined ? '' : ` of ${module}`}` : `The token “${label}”${fingerprint === undefined ? '' : ' is replaced'}`
  const reach = hosts === undefined ? (action === 'new' && module === undefined ? ', all tenants' : '') : `, ${hosts === null ? 'all tenants' : hosts.join(', ')}`
  const end = expires === undefined ? '' : expires === null ? ', without an end' : `, until ${expires.slice(0, 10)}`
  return `${what}${reach}${end}${fingerprint === undefined ? '' : `. Ask ${person ?? 'its holder'} for the fingerprint: ${fingerprint}`}`
}
