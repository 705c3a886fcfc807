import { routes } from '@checkin/routes'
import { networkOf } from '@checkin/server'
import { BoundedMap } from './counters.ts'
import type { SessionVersion } from './health-samples.ts'

/** The networks that a client's address counts for. */
export interface EvidenceNetworks {
  /** /24 of IPv4, /48 of IPv6: one household, firm or rented machine. */
  readonly network: string
  /** /16 of IPv4, /32 of IPv6: what one provider hands out, a thousand addresses of it included. */
  readonly provider: string
}

/** The networks of an address. What is no address shares one of each, so that it cannot escape. */
export function evidenceNetworks(address: string): EvidenceNetworks {
  const network = networkOf(address)
  const [, v4] = /^(\d+\.\d+)\./.exec(network) ?? []
  if (v4 !== undefined) return { network, provider: `${v4}.0.0/16` }
  const [first, second, third] = network.split(':')
  return third === undefined ? { network, provider: network } : { network: `${first}:${second}:${third}::/48`, provider: `${first}:${second}::/32` }
}

/** Who a visit is: anybody, or somebody for whom the API has opened a reservation. */
export type Witness = 'stranger' | 'renter'

/** The right of one visit to count for one version. */
interface Seat {
  readonly witness: Witness
  /** The hour in which it was given; what it says is weighed with that hour's others. */
  readonly hour: number
}

/** Visits with a reservation that one network adds to a version within an hour; so many may lie together as well. */
const rentersPerNetwork = 3
const hourMs = 3_600_000

/** What of a version may be counted, and what is set aside. */
export interface WitnessOptions {
  /** Client networks that may lie together without moving a verdict; 0 where everybody has the same address, which ends all limits. */
  readonly hostileNetworks: number
  /** Whether a rollout of the tenant tries this version: only there does a bad report take something back. */
  readonly isCanary: (of: Pick<SessionVersion, 'host' | 'module' | 'version'>) => boolean
}

/** The screens that may be seen without a reservation; what a release set brings is none of them (DEC-196). */
const openScreens = routes.filter(({ needs }) => needs !== 'reservation' && needs !== 'completion')
/** Screens that nobody sees without a reservation. */
const isBehindReservation = (step: string): boolean => openScreens.every(({ name }) => name !== step)
/** Modules that have no other screens. */
const hasNoOther = (module: string): boolean => module !== 'shell' && openScreens.every((row) => row.module !== module)

/**
 * Decides which visits count as evidence of a version (DEC-156, decision 0163). A network has one seat for each version and hour, a provider's
 * network as many as may lie together, given before anybody knows how the visit ends, so that good and bad reports are limited alike. Of a version
 * that is tried, as many bad ends as strangers could invent are set aside in each hour: what counts is what honest visits add.
 */
export class Witnesses {
  readonly #hostile: number
  readonly #isCanary: WitnessOptions['isCanary']
  readonly #renters = new BoundedMap<string, true>(200_000)
  readonly #seats = new BoundedMap<string, Seat | null>(200_000)
  readonly #taken = new BoundedMap<string, number>(400_000)
  readonly #aside = new BoundedMap<string, number>(50_000)

  constructor({ hostileNetworks, isCanary }: WitnessOptions) {
    this.#hostile = hostileNetworks
    this.#isCanary = isCanary
  }

  /** The API has opened a reservation for this visit. */
  foundReservation(session: string): void {
    if (!this.#renters.has(session)) this.#renters.set(session, true)
  }

  /** Whether a visit may have come to a screen at all. */
  mayReach(session: string, step: string): boolean {
    return this.#hostile === 0 || this.#renters.has(session) || !isBehindReservation(step)
  }

  /** Gives the visit its seat for a version, or none; once, at its first sign of that version. */
  seat(of: SessionVersion, address: string, now: number): boolean {
    const key = keyOf(of)
    const known = this.#seats.get(key)
    if (known !== undefined) return known !== null
    const witness = this.#renters.has(of.session) ? 'renter' : 'stranger'
    // Made ready before its screens can be seen: what becomes of it is told again there.
    if (witness === 'stranger' && this.#hostile > 0 && hasNoOther(of.module)) return false
    const hour = Math.floor(now / hourMs)
    const seat = this.#isFree(of, { witness, hour }, evidenceNetworks(address)) ? { witness, hour } as const : null
    this.#seats.set(key, seat)
    return seat !== null
  }

  /** Whether an end of this visit counts for the version, on a screen or as a whole. */
  counts(of: SessionVersion & { readonly step?: string }, end: 'good' | 'bad'): boolean {
    const seat = this.#seats.get(keyOf(of))
    if (!seat) return false
    return end === 'good' || this.#hostile === 0 || !this.#isCanary(of) || !this.#setAside(of, seat)
  }

  #isFree({ host, module, version }: SessionVersion, { witness, hour }: Seat, { network, provider }: EvidenceNetworks): boolean {
    if (this.#hostile === 0) return true
    const share = (name: string): string => [host, module, version, witness, hour, name].join('\n')
    const ofProvider = share(provider)
    const ofNetwork = share(network)
    // Somebody with a reservation is one of few, whoever their provider is. Asked first: a full provider adds no more names of networks.
    if (witness === 'stranger' && this.#count(this.#taken, ofProvider) >= this.#hostile) return false
    if (this.#count(this.#taken, ofNetwork) >= (witness === 'stranger' ? 1 : rentersPerNetwork)) return false
    if (witness === 'stranger') this.#add(this.#taken, ofProvider)
    this.#add(this.#taken, ofNetwork)
    return true
  }

  #setAside({ host, module, version, step = '' }: SessionVersion & { readonly step?: string }, { witness, hour }: Seat): boolean {
    const key = [host, module, version, step, witness, hour].join('\n')
    if (this.#count(this.#aside, key) >= (witness === 'stranger' ? this.#hostile : rentersPerNetwork)) return false
    this.#add(this.#aside, key)
    return true
  }

  #count(counts: ReadonlyMap<string, number>, key: string): number {
    return counts.get(key) ?? 0
  }

  #add(counts: Map<string, number>, key: string): void {
    counts.set(key, this.#count(counts, key) + 1)
  }
}

const keyOf = ({ session, host, module, version }: SessionVersion): string => [session, host, module, version].join('\n')

/** Robots that say so. CUBOT makes phones. */
const robots = /(?<!cu)bot|crawl|spider|slurp|facebookexternalhit|preview|uptime|pingdom|monitoring|lighthouse|^(curl|wget|python-|go-http-client|libwww)/i

/** Whether a client calls itself a robot: a search engine, a link's preview, a probe. It is no renter, whatever it does. */
export const isRobot = (userAgent: string | undefined): boolean => robots.test(userAgent ?? '')

/** Whether a page that is asked for so is shown to somebody: not by a robot, by who asks for the head alone, or by a page that keeps a copy of itself (DEC-225). */
export const showsPage = ({ method, headers }: { readonly method: string; readonly headers: Readonly<Record<string, string | readonly string[] | undefined>> }): boolean =>
  method === 'GET' && headers['sec-fetch-dest'] !== 'empty' && !isRobot(headers['user-agent']?.toString())
