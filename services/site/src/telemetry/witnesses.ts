import { routes } from '@checkin/routes'
import { BoundedMap, networkOf } from '@checkin/server'
import type { SessionVersion, Weight } from './health-samples.ts'

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

/** Who a visit is: anybody, or somebody who proved a reservation. */
export type Witness = 'stranger' | 'renter'

/** The right of one visit to count for one version. */
interface Seat {
  readonly witness: Witness
  /** The hour, or of a reservation the day, in which it was given; what it says is weighed with the others of that time. */
  readonly period: number
}

/** Milliseconds in which a network counts once for a version, and a reservation. Nobody owns another reservation an hour later. */
const periodMs = { stranger: 3_600_000, renter: 86_400_000 } as const

/** Reservations whose renters may lie together, where nothing else is set. */
export const usualHostileReservations = 5

/** What of a version may be counted, and what is set aside. */
export interface WitnessOptions {
  /** Client networks that may lie together without moving a verdict; 0 where everybody has the same address, which ends all limits. */
  readonly hostileNetworks: number
  /** Reservations whose renters may lie together without moving a verdict. */
  readonly hostileReservations?: number
  /** Whether a rollout of the tenant tries this version, or these settings of it: only there does a bad report take something back. */
  readonly isCanary: (of: Pick<SessionVersion, 'host' | 'module' | 'version' | 'settings'>) => boolean
  /** Whether nobody gets a rollout of this module now, as while it is suspended. */
  readonly isSuspended?: (of: Pick<SessionVersion, 'host' | 'module'>) => boolean
}

/** The screens that may be seen without a reservation; what a release set brings is none of them (DEC-196). */
const openScreens = routes.filter(({ needs }) => needs !== 'reservation' && needs !== 'completion')
/** Screens that nobody sees without a reservation. */
const isBehindReservation = (step: string): boolean => openScreens.every(({ name }) => name !== step)
/** Modules that have no other screens. */
const hasNoOther = (module: string): boolean => module !== 'shell' && openScreens.every((row) => row.module !== module)

/**
 * Decides which visits count as evidence of a version (DEC-156, DEC-309, decisions 0163 and 0233). A network has one seat for each version and hour, a
 * provider's network as many as may lie together, a reservation that the API says was proved one for each version and day from wherever; given before
 * anybody knows how the visit ends, so that good and bad reports are limited alike. Of a version that is tried, as many bad ends as could be
 * invented are set aside in that time: what counts is what honest visits add.
 */
export class Witnesses {
  readonly #hostile: number
  readonly #aside: Readonly<Record<Witness, number>>
  readonly #isCanary: WitnessOptions['isCanary']
  readonly #isSuspended: NonNullable<WitnessOptions['isSuspended']>
  /** The reservation that a visit proved. */
  readonly #renters = new BoundedMap<string, string>(200_000)
  /** Apart from networks: strangers push no reservation out that has had its seat. */
  readonly #heard = new BoundedMap<string, true>(200_000)
  readonly #seats = new BoundedMap<string, Seat | null>(200_000)
  readonly #taken = new BoundedMap<string, number>(400_000)
  readonly #leftOut = new BoundedMap<string, number>(50_000)

  constructor({ hostileNetworks, hostileReservations = usualHostileReservations, isCanary, isSuspended = () => false }: WitnessOptions) {
    this.#hostile = hostileNetworks
    this.#aside = { stranger: hostileNetworks, renter: hostileReservations }
    this.#isCanary = isCanary
    this.#isSuspended = isSuspended
  }

  /** The API says that this visit proved this reservation; the first one is whom it speaks for. */
  foundReservation(session: string, reservation: string): void {
    if (!this.#renters.has(session)) this.#renters.set(session, reservation)
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
    const reservation = this.#renters.get(of.session)
    const witness = reservation === undefined ? 'stranger' : 'renter'
    // Made ready before its screens can be seen: what becomes of it is told again there.
    if (witness === 'stranger' && this.#hostile > 0 && hasNoOther(of.module)) return false
    // Networks have few seats in an hour: the version beside would use its own up while nobody is compared with it.
    if (witness === 'stranger' && this.#hostile > 0 && !this.#isCanary(of) && this.#isSuspended(of)) return false
    const seat: Seat = { witness, period: Math.floor(now / periodMs[witness]) }
    const isFree = this.#hostile === 0 || (reservation === undefined ? this.#networkIsFree(of, seat, evidenceNetworks(address)) : this.#isUnheard(of, seat, reservation))
    this.#seats.set(key, isFree ? seat : null)
    return isFree
  }

  /** Whether an end of this visit counts for the version, on a screen or as a whole. */
  counts(of: SessionVersion & { readonly step?: string }, end: 'good' | 'bad'): boolean {
    return this.weigh(of, end) === 'counts'
  }

  /** The same, telling what was set aside: a rollout is suspended by it, and never rolled back (DEC-351). */
  weigh(of: SessionVersion & { readonly step?: string }, end: 'good' | 'bad'): Weight {
    const seat = this.#seats.get(keyOf(of))
    if (!seat) return 'nothing'
    return end === 'good' || this.#hostile === 0 || !this.#isCanary(of) || !this.#setAside(of, seat) ? 'counts' : 'aside'
  }

  #networkIsFree({ host, module, version, settings }: SessionVersion, { period }: Seat, { network, provider }: EvidenceNetworks): boolean {
    const share = (name: string): string => [host, module, version, settings, period, name].join('\n')
    // Asked first: a full provider adds no more names of networks.
    if (this.#count(this.#taken, share(provider)) >= this.#hostile || this.#count(this.#taken, share(network)) > 0) return false
    this.#add(this.#taken, share(provider))
    this.#add(this.#taken, share(network))
    return true
  }

  #isUnheard({ host, module, version, settings }: SessionVersion, { period }: Seat, reservation: string): boolean {
    const key = [host, module, version, settings, period, reservation].join('\n')
    const isUnheard = !this.#heard.has(key)
    this.#heard.set(key, true)
    return isUnheard
  }

  #setAside({ host, module, version, settings, step = '' }: SessionVersion & { readonly step?: string }, { witness, period }: Seat): boolean {
    const key = [host, module, version, settings, step, witness, period].join('\n')
    if (this.#count(this.#leftOut, key) >= this.#aside[witness]) return false
    this.#add(this.#leftOut, key)
    return true
  }

  #count(counts: ReadonlyMap<string, number>, key: string): number {
    return counts.get(key) ?? 0
  }

  #add(counts: Map<string, number>, key: string): void {
    counts.set(key, this.#count(counts, key) + 1)
  }
}

const keyOf = ({ session, host, module, version, settings }: SessionVersion): string => [session, host, module, version, settings].join('\n')

/** Robots that say so. CUBOT makes phones. */
const robots = /(?<!cu)bot|crawl|spider|slurp|facebookexternalhit|preview|uptime|pingdom|monitoring|lighthouse|^(curl|wget|python-|go-http-client|libwww)/i

/** Whether a client calls itself a robot: a search engine, a link's preview, a probe. It is no renter, whatever it does. */
export const isRobot = (userAgent: string | undefined): boolean => robots.test(userAgent ?? '')

/** Whether a page that is asked for so is shown to somebody: not by a robot, by who asks for the head alone, or by a page that keeps a copy of itself (DEC-225). */
export const showsPage = ({ method, headers }: { readonly method: string; readonly headers: Readonly<Record<string, string | readonly string[] | undefined>> }): boolean =>
  method === 'GET' && headers['sec-fetch-dest'] !== 'empty' && !isRobot(headers['user-agent']?.toString())
