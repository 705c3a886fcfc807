import { compare, freshComparison, isSuspect, resultOf, type Comparison } from '@checkin/module-registry/canary-comparison'
import { Reporter } from '@checkin/site/telemetry/reporter'
import { usualHostileReservations } from '@checkin/site/telemetry/witnesses'
import type { ReportBatch } from '@checkin/telemetry'

/** Where strangers sit, and how many reservations they own, each of which they open from 250 networks as often as they like. */
export const attackers = {
  'one network': { networks: 1, providers: 1, reservations: 0 },
  'ten networks': { networks: 10, providers: 10, reservations: 0 },
  '1,000 addresses of a provider': { networks: 250, providers: 1, reservations: 0 },
  'ten networks, five reservations': { networks: 10, providers: 10, reservations: 5 },
} as const
export type Attacker = keyof typeof attackers

/** What is tried, and how its sessions break: the shell does not start, a first screen reports failures, an offer does so to renters who have found their reservation. */
export type Target = 'shell' | 'mfe-verification' | 'mfe-offers'

/** What strangers do: report failures, stay silent after a page's script ran, stay on a screen for ever, or praise the version and complain of the one beside it. */
export type Attack = 'failures' | 'silence' | 'stuck' | 'praise'

export interface AttackRun {
  readonly target: Target
  /** The part of honest sessions that the new version breaks. */
  readonly breaks: number
  readonly attack: { readonly by: Attacker; readonly how: Attack; /** How many reservations they own; as many as the attacker has where left out. */ readonly reservations?: number } | null
  /** 0 is the site without any limit. */
  readonly hostileNetworks: number
  /** Reservations of which so many may lie. */
  readonly hostileReservations?: number
  /** Honest sessions a minute. */
  readonly honest?: number
  readonly minutes: number
  readonly seed: number
  /** Minutes for which a suspected version is suspended once; 0 is a registry that only rolls back. */
  readonly suspends?: number
  /** The part of good sessions that break later, with any version. */
  readonly breaksLater?: number
  /** Seconds between two reports of the site. */
  readonly reportSeconds?: number
}

/** What became of a rollout, in minutes from its beginning; null for what did not happen. */
export interface RolloutCourse {
  readonly suspendedAfter: number | null
  readonly rolledBackAfter: number | null
  /** Honest sessions that got the version and that it broke, those among them that were running when it was withdrawn. */
  readonly hurt: number
}

const host = 'a.example'
const tried = '1.1.0'
const beside = '1.0.0'
/** Sessions a minute: honest ones, of which one in ten gets the new version, and those of strangers, who go on until they get the one they want. */
const usualHonest = 50
const share = 0.1
const strangeAMinute = 30
/** Seconds until a renter has proved a reservation. */
export const findsAfter = 120
/** A site reports every second; every few are enough where minutes are measured, and make less work. */
const usualReportSeconds = 5
/** Sessions that break with any version. */
const usual = 0.005

/** The same random numbers on every run, each from 0 up to 1. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

interface PlayedSession {
  readonly session: string
  readonly address: string
  readonly version: string
  /** The reservation that it proves; null for none. */
  readonly reservation: string | null
  /** Seconds until it does. */
  readonly provesAfter: number
}

/** After how many minutes a version is rolled back; null when it stays. */
export const rolledBackAfter = (run: AttackRun): number | null => courseOf(run).rolledBackAfter

/**
 * One tenant's rollout, second by second, with the site's own code for what counts and the registry's for the canary result. A session that has the version
 * keeps it when it is withdrawn from new ones; liars get it whenever they want.
 */
export function courseOf({ target, breaks, attack, hostileNetworks, hostileReservations = usualHostileReservations, minutes, seed, honest = usualHonest, suspends = 0, breaksLater = 0, reportSeconds = usualReportSeconds }: AttackRun): RolloutCourse {
  const next = random(seed)
  const below = (most: number): number => Math.floor(next() * most)
  const reporter = new Reporter({ hostileNetworks, hostileReservations, isCanary: ({ module, version }) => module === target && version === tried, isSuspended: ({ module }) => module === target && isSuspended })
  let isSuspended = false
  const events: (((now: number) => void)[] | undefined)[] = []
  const at = (second: number, event: (now: number) => void): void => { (events[second] ??= []).push(event) }
  const begins = Date.UTC(2026, 11, 1, 12, seed % 60)

  /** Four in ten renters come through the few networks of three phone companies, the others from sixty providers. */
  const honestAddress = (): string => (next() < 0.4 ? `100.${below(3)}.${below(60)}.${below(250)}` : `${20 + below(60)}.1.${below(250)}.${below(250)}`)
  const stranger = (name: string, { networks, providers, reservations }: Readonly<Record<keyof (typeof attackers)[Attacker], number>>): Omit<PlayedSession, 'version'> => {
    const network = below(networks)
    if (reservations === 0 || next() < 0.5) return { session: name, address: `200.${network % providers}.${network}.${below(4)}`, reservation: null, provesAfter: 0 }
    return { session: name, address: `201.${below(250)}.1.1`, reservation: `owned ${below(reservations)}`, provesAfter: 0 }
  }

  const play = (second: number, played: PlayedSession, does: 'good' | Attack): void => {
    const { session, address, version, reservation, provesAfter } = played
    const shell = { session, host, module: 'shell', version: target === 'shell' ? version : beside, settings: '' }
    const module = target === 'shell' ? 'mfe-verification' : target
    const of = { session, host, module, version: target === 'shell' ? beside : version, settings: '' }
    const from = (now: number) => ({ session, address, now })
    const step = target === 'mfe-offers' ? 'upselling' : 'verify-reservation'
    // Who owns a reservation says nothing of a version before it is proved.
    if (reservation !== null) at(second + provesAfter, () => { reporter.foundReservation(session, reservation) })
    at(second, (now) => { reporter.pageSent(from(now), host, { id: 1, shell }) })
    at(second + 1, () => { reporter.scriptRan(shell) })
    if (does === 'silence') return
    at(second + 2, (now) => { reporter.alive(shell, now) })
    // What comes first is seen by renters who have proved nothing yet.
    const opens = second + (target === 'mfe-offers' ? provesAfter : 0) + 3
    if (does === 'failures') return at(opens, (now) => { reporter.failed(of, { phase: 'render', reason: 'threw', step }, from(now)) })
    at(opens, (now) => {
      reporter.started(of, from(now))
      reporter.reached(of, step, shell, from(now))
    })
    if (does === 'stuck') return
    at(opens + 15, () => { reporter.answered(of) })
    if (breaksLater > 0 && next() < breaksLater) at(opens + 20 + below(900), (now) => { reporter.failed(of, { phase: 'render', reason: 'threw', step }, from(now)) })
    // Three honest renters in ten do not go on from a screen in its time.
    if (does === 'praise' || next() < 0.7) at(opens + 20 + below(90), (now) => { reporter.left(of, step, shell, now) })
  }

  const broken: Attack = target === 'shell' ? 'silence' : 'failures'
  let comparison: Comparison = freshComparison
  let suspendedAt: number | null = null
  let hurt = 0
  for (let second = 0; second < minutes * 60; second += 1) {
    isSuspended = suspendedAt !== null && second < suspendedAt + suspends * 60
    for (let more = honest / 60; next() < more; more -= 1) {
      const version = next() < share && !isSuspended ? tried : beside
      const breaksNow = next() < usual || (version === tried && next() < breaks)
      if (breaksNow && version === tried) hurt += 1
      play(second, { session: `h${second} ${more}`, address: honestAddress(), version, reservation: `of h${second} ${more}`, provesAfter: findsAfter }, breaksNow ? broken : 'good')
    }
    if (attack && next() < strangeAMinute / 60) {
      const isPraise = attack.how === 'praise'
      const who = stranger(`s${second}`, { ...attackers[attack.by], ...(attack.reservations !== undefined && { reservations: attack.reservations }) })
      play(second, { ...who, version: tried }, attack.how)
      if (isPraise) play(second, { ...who, session: `b${second}`, version: beside }, broken)
    }
    const now = begins + second * 1000
    for (const event of events[second] ?? []) event(now)
    events[second] = undefined
    if (second % reportSeconds !== 0) continue
    const batch = reporter.drain(now)
    if (batch) comparison = compare(comparison, samplesOf(batch, target, isSuspended))
    if (resultOf(comparison).kind !== 'open') return { suspendedAfter: suspendedAt === null ? null : suspendedAt / 60, rolledBackAfter: second / 60, hurt }
    if (suspends > 0 && isSuspect(comparison)) suspendedAt ??= second
  }
  return { suspendedAfter: suspendedAt === null ? null : suspendedAt / 60, rolledBackAfter: null, hurt }
}

function samplesOf({ outcomes, stays }: Pick<ReportBatch, 'outcomes' | 'stays'>, target: Target, isSuspended: boolean): Parameters<typeof compare>[1] {
  const sessions = (version: string) => {
    const row = outcomes.find((each) => each.module === target && each.version === version)
    const bad = (row?.bad ?? 0) - (isSuspended ? row?.late ?? 0 : 0)
    return { sessions: (row?.good ?? 0) + bad, bad }
  }
  const stay = (step: string, version: string) => {
    const row = stays.find((each) => each.module === target && each.version === version && each.step === step)
    return { sessions: (row?.left ?? 0) + (row?.stuck ?? 0), bad: row?.stuck ?? 0 }
  }
  const steps = [...new Set(stays.filter(({ module }) => module === target).map(({ step }) => step))]
  return { canary: sessions(tried), baseline: sessions(beside), aside: outcomes.find((each) => each.module === target && each.version === tried)?.aside ?? 0, screens: steps.map((step) => ({ step, canary: stay(step, tried), baseline: stay(step, beside) })) }
}
