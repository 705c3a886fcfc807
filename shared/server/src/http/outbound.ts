import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import * as z from 'zod'
import { declareSettings, modeSetting, readSettings, SettingsError } from '../settings.ts'
import { internalFetch, loopbackNames, type InternalAnswer, type InternalRequest } from './internal-fetch.ts'
import { isPublicAddress } from './public-addresses.ts'

/** A call to a system of somebody else that is not made: its host is not on the list, or its name leads inside. The code stands where codes of the network do. */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused'
  readonly code = 'EOUTBOUND'
}

/** What an operator is told of a call that was not made. */
export interface RefusedCall {
  /** Host and port that would have been called. */
  readonly host: string
  /** Why not, in a few words. */
  readonly why: string
  /** The setting that decides. */
  readonly setting: 'CHECKIN_OUTBOUND_HOSTS'
}

const listeners = new Set<(refused: RefusedCall) => void>()

/** From now on `notify` hears of every call that this process does not make (ASVS 13.2.4, 16.3.3). Answers how to end that. */
export function onOutboundRefused(notify: (refused: RefusedCall) => void): () => void {
  listeners.add(notify)
  return () => { listeners.delete(notify) }
}

/** The refusal, after whoever listens was notified: a caller may turn it into an answer that names no host. */
function refused(host: string, why: string): OutboundRefused {
  for (const notify of listeners) notify({ host, why, setting: 'CHECKIN_OUTBOUND_HOSTS' })
  return new OutboundRefused(`${host} ${why}, by CHECKIN_OUTBOUND_HOSTS`)
}

interface Entry {
  /** A host name or address, lower-case; of `*.example.com` the part behind the star. */
  readonly host: string
  readonly isSuffix: boolean
  /** Null is the usual ones. */
  readonly port: number | null
  /** It may lie in a network of the inside, and be spoken to in clear. */
  readonly isPrivate: boolean
}

/** Which systems of others a process may call; null in the demo, where providers are sandboxes on this machine. */
export type OutboundRules = { readonly entries: readonly Entry[]; readonly anyPublic: boolean } | null

/** Ports of https, and of mail by TLS. */
const usualPorts: readonly number[] = [443, 465, 587]

const entryForm = /^(private:)?(\*\.)?(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::(\d{1,5}))?$/

/** `public`, or hosts with commas between them: `api.card.example, *.sms.example, private:relay.internal:25`. */
const outboundList = z.string().transform((text, context): NonNullable<OutboundRules> => {
  const items = text.split(',').map((item) => item.trim().toLowerCase()).filter((item) => item !== '')
  const entries = items.filter((item) => item !== 'public').map((item) => entryForm.exec(item))
  if (items.length === 0 || entries.includes(null)) {
    context.addIssue({ code: 'custom', message: 'must be public, or hosts such as api.card.example, *.sms.example, private:relay.internal:25' })
    return z.NEVER
  }
  return {
    anyPublic: items.includes('public'),
    entries: entries.flatMap((found) => (found ? [{ isPrivate: found[1] !== undefined, isSuffix: found[2] !== undefined, host: found[3] ?? '', port: found[4] === undefined ? null : Number(found[4]) }] : [])),
  }
})

const Environment = declareSettings({ CHECKIN_MODE: modeSetting(), CHECKIN_OUTBOUND_HOSTS: outboundList.optional() })

/** The rules from the environment. Throws SettingsError where production names none. */
export function outboundSettings(env: Readonly<Record<string, string | undefined>> = process.env): OutboundRules {
  const { CHECKIN_MODE: mode, CHECKIN_OUTBOUND_HOSTS: rules } = readSettings(Environment, env)
  if (rules !== undefined) return rules
  if (mode === 'demo') return null
  throw new SettingsError(new Map([['CHECKIN_OUTBOUND_HOSTS', 'is not set: name the hosts of providers and receivers, or public']]))
}

let ofProcess: OutboundRules | undefined
/** The rules of this process, read once. */
export const outboundRules = (): OutboundRules => (ofProcess === undefined ? (ofProcess = outboundSettings()) : ofProcess)

const isOf = ({ host, isSuffix, port }: Entry, name: string, asked: number): boolean =>
  (port === null ? usualPorts.includes(asked) : port === asked) && (isSuffix ? name.endsWith(`.${host}`) : name === host)

const bare = (host: string): string => host.replace(/^\[|\]$/g, '')

/** How names are looked up for a call that may be made: an answer from inside is refused where it is used, so that no name can change between. */
const publicNames = (resolve: typeof systemLookup, port: number): LookupFunction => (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error: NodeJS.ErrnoException | null, found: readonly LookupAddress[] | undefined) => {
    const [first] = found ?? []
    if (error || !first || !found) { callback(error ?? new OutboundRefused(`${hostname} has no address`), ''); return }
    if (!found.every(({ address }) => isPublicAddress(address))) { callback(refused(`${hostname}:${port}`, 'leads inside'), ''); return }
    if (options.all) callback(null, [...found])
    else callback(null, first.address, first.family)
  })
}

/** Where a call to a system of somebody else goes. */
export interface Outbound {
  readonly host: string
  readonly port: number
  /** It is encrypted, or begins so. */
  readonly isEncrypted: boolean
}

/**
 * How the name of a system of somebody else is looked up, for `lookup` of a connection (ASVS 1.3.6, 13.2.4).
 * Throws OutboundRefused for one that is not on the list, for an address of the inside and for what is not encrypted.
 */
export function outboundLookup({ host, port, isEncrypted }: Outbound, rules: OutboundRules = outboundRules(), resolve = systemLookup): LookupFunction {
  if (rules === null) return loopbackNames
  const name = host.toLowerCase().replace(/\.$/, '')
  const matching = rules.entries.filter((entry) => isOf(entry, name, port))
  if (matching.some(({ isPrivate }) => isPrivate)) return loopbackNames
  if (matching.length === 0 && !(rules.anyPublic && usualPorts.includes(port))) throw refused(`${name}:${port}`, 'is not on the list')
  if (!isEncrypted) throw refused(`${name}:${port}`, 'would be spoken to in clear')
  // Node looks up no address that is one already.
  if (isIP(bare(name)) !== 0 && !isPublicAddress(bare(name))) throw refused(`${name}:${port}`, 'lies inside')
  return publicNames(resolve, port)
}

/** The same for an address by http or https. */
export const outboundLookupOf = ({ protocol, hostname, port }: URL, ...more: [rules?: OutboundRules, resolve?: typeof systemLookup]): LookupFunction =>
  outboundLookup({ host: hostname, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port), isEncrypted: protocol === 'https:' }, ...more)

/** `internalFetch` to a system of somebody else. Rejects with OutboundRefused where that may not be called. */
export const outboundFetch = async (address: string | URL, options: InternalRequest = {}): Promise<InternalAnswer> =>
  internalFetch(address, { ...options, lookup: outboundLookupOf(new URL(address)), isForeign: true })
