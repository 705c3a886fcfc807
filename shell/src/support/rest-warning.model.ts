import { attach, createEffect, createEvent, createStore, sample, scopeBind } from 'effector'
import type { SupportKit } from './kit.ts'

/** Milliseconds before a session's end at which the renter is warned (WCAG 2.2.1 wants at least 20 s). */
export const warnBefore = 2 * 60_000
/** Milliseconds after a first sign of the renter in which the server hears of it: each call counts there, and reading makes none. */
export const prolongAfter = 60_000

/** What the renter is warned of: an end that one press puts off, or the end after four hours that nobody can put off. */
export interface RestWarning {
  readonly kind: 'rest' | 'end'
  /** When the session ends unless something is done, in milliseconds since 1970. */
  readonly endsAt: number
}

/** What the server is known to count by: the latest call, and its answer about the time (API-46). Milliseconds. */
interface ServerTime {
  readonly calledAt: number
  readonly rest: number
  readonly endsAt: number
}

/** Said to the other tabs of this browser that show the same reservation: they share its session. */
interface TabActivity {
  readonly guid: string
  /** When the renter last did something there, and when that tab last asked the server. Milliseconds since 1970. */
  readonly touchedAt: number
  readonly calledAt: number
}

const isTabActivity = (data: unknown): data is TabActivity =>
  typeof data === 'object' && data !== null && 'guid' in data && 'touchedAt' in data && typeof data.touchedAt === 'number' && 'calledAt' in data && typeof data.calledAt === 'number'
const unauthorised = 401

/**
 * Warns two minutes before a session ends by rest, and lets one press prolong it (DEC-190). The server decides: pressing asks it, and a session that is
 * over there is over here. What the page counts is never later than what the server counts.
 */
export function createRestWarning({ client: { prolongSessionFx }, flow: { $session, sessionCleared }, activityNoticed, idleLimit, clearRequested, createTimer, publishFailures }: SupportKit) {
  /** The part is on the page. */
  const appeared = createEvent()
  /** The renter stays. */
  const stayed = createEvent()
  /** The renter has read that the end cannot be put off. */
  const seen = createEvent()
  /** Another tab of the same session was used. */
  const received = createEvent<TabActivity>()

  /** The parameter is when it was asked: what the server counts from is never earlier. */
  const prolongFx = attach({ effect: prolongSessionFx, mapParams: (_at: number) => ({}) as never })

  const $warning = createStore<RestWarning | null>(null)
  const $isSeen = createStore(false).on(seen, () => true).reset(sessionCleared)
  const $touchedAt = createStore(0)
  const $receivedAt = createStore(0)
  // What another tab did is told by that tab: were it told on, two tabs at rest would keep each other alive.
  const touched = sample({ clock: activityNoticed, source: { warning: $warning, receivedAt: $receivedAt }, filter: ({ warning, receivedAt }, at) => warning === null && at !== receivedAt, fn: (_, at) => at })

  const ownActivity = sample({ clock: received, source: $session, filter: (session, { guid }) => session?.guid === guid, fn: (_, activity) => activity })
  const used = sample({ clock: ownActivity, source: $touchedAt, filter: (own, { touchedAt }) => touchedAt > own, fn: (_, { touchedAt }) => touchedAt })
  $receivedAt.on(used, (_, at) => at)
  // A session that begins, is raised or agrees to something was answered by the server just now.
  const called = sample({ clock: [appeared, $session], source: $session, filter: (session) => session !== null, fn: () => Date.now() })
  const $server = createStore<ServerTime | null>(null)
    // It may be another session than before: when that ends is asked soon.
    .on(called, (server, calledAt) => ({ rest: server?.rest ?? idleLimit, endsAt: Infinity, calledAt }))
    .on(ownActivity, (server, { calledAt }) => server && { ...server, calledAt: Math.max(calledAt, server.calledAt) })
    .on(prolongFx.done, (server, { params: calledAt, result: { data } }) =>
      server && { calledAt, rest: data.restSeconds * 1000, endsAt: calledAt + data.leftSeconds * 1000 })
    .reset(sessionCleared)
  $touchedAt.on([called, used, touched], (_, at) => at).on(stayed, () => Date.now())

  const endOf = (server: ServerTime, touchedAt: number): number => Math.min(touchedAt + idleLimit, server.calledAt + server.rest, server.endsAt)

  // Signs of the renter reach the server together, after a while: typing makes no call of its own.
  const prolonging = createTimer()
  sample({ clock: [called, touched], source: prolonging.$isRunning, filter: (isRunning) => !isRunning, fn: () => prolongAfter, target: prolonging.start })
  sample({ clock: prolonging.elapsed, source: { session: $session, warning: $warning }, filter: ({ session, warning }) => session !== null && warning === null, fn: () => Date.now(), target: prolongFx })
  sample({ clock: stayed, source: prolongFx.pending, filter: (pending) => !pending, fn: () => Date.now(), target: prolongFx })

  // A press that nobody answers is said beside the button; the session's end is everybody's (ERR-46).
  const refused = prolongFx.failData.filter({ fn: ({ answer: { status } }) => status === unauthorised })
  publishFailures('prolongSession', refused)
  const $hasFailed = createStore(false).on(prolongFx.fail, () => true).on(prolongFx, () => false)

  const due = createTimer()
  const timed = sample({ clock: [$server, $warning, $isSeen], source: { server: $server, warning: $warning, isSeen: $isSeen, touchedAt: $touchedAt }, filter: ({ server }) => server !== null })
  const looked = sample({ clock: due.elapsed, source: { server: $server, warning: $warning, isSeen: $isSeen, touchedAt: $touchedAt } })
  const state = ({ server, warning, isSeen, touchedAt }: { server: ServerTime | null; warning: RestWarning | null; isSeen: boolean; touchedAt: number }) => {
    const endsAt = server === null ? Infinity : endOf(server, touchedAt)
    const isWarned = warning !== null || (isSeen && endsAt === server?.endsAt)
    return { endsAt, isWarned, kind: endsAt === server?.endsAt ? 'end' as const : 'rest' as const, left: endsAt - Date.now() }
  }
  const waitOf = ({ left, isWarned }: ReturnType<typeof state>): number => Math.max(0, isWarned ? left : left - warnBefore)

  sample({ clock: timed, fn: (all) => waitOf(state(all)), target: due.start })
  const stood = looked.filterMap((all) => (all.server === null ? undefined : state(all)))
  const isOver = ({ left }: { left: number }): boolean => left <= 0
  const mustWarn = (now: ReturnType<typeof state>): boolean => !isOver(now) && !now.isWarned && now.left <= warnBefore
  sample({ clock: stood, filter: isOver, fn: () => ({ byChoice: false, notice: { key: 'Notice.sessionEnded', state: 'info' as const } }), target: clearRequested })
  sample({ clock: stood, filter: mustWarn, fn: ({ kind, endsAt }): RestWarning => ({ kind, endsAt }), target: $warning })
  sample({ clock: stood, filter: (now) => !isOver(now) && !mustWarn(now), fn: waitOf, target: due.start })
  $warning.on([prolongFx.done, used, seen], () => null).reset(sessionCleared)

  // Tabs of one browser share the cookie, and with it the session.
  const listenFx = createEffect((): BroadcastChannel | null => {
    if (typeof BroadcastChannel === 'undefined') return null
    const channel = new BroadcastChannel('checkin.session')
    const receive = scopeBind(received, { safe: true })
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => { if (isTabActivity(data)) receive(data) })
    return channel
  })
  // Of the page, not of the module: pages beside each other in one browser's process, as tests have them, are told apart.
  const $channel = createStore<BroadcastChannel | null>(null, { serialize: 'ignore' }).on(listenFx.doneData, (_, channel) => channel)
  const publishFx = attach({ source: $channel, effect: (channel, activity: TabActivity) => { channel?.postMessage(activity) } })
  sample({ clock: appeared, source: $channel, filter: (channel) => channel === null, fn: () => undefined, target: listenFx })
  sample({
    clock: prolongFx.done, source: { session: $session, touchedAt: $touchedAt }, filter: ({ session }) => session !== null,
    fn: ({ session, touchedAt }, { params: calledAt }) => ({ guid: session?.guid ?? '', touchedAt, calledAt }), target: publishFx,
  })
  // The page's own count of rest begins anew too, also where a press comes without pointer and key, as those of assistive technology may.
  sample({ clock: [used, stayed.map(() => Date.now())], target: activityNoticed })

  return { $warning, $isAsking: prolongFx.pending, $hasFailed, appeared, stayed, seen }
}
