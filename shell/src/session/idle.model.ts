import { $session } from '@checkin/flow'
import { createEffect, createEvent, createStore, sample, scopeBind } from 'effector'
import { createTimer } from '@checkin/async/timer'
import { listenFromStart } from '../page-listeners.ts'
import { clearRequested } from './clear.model.ts'

/** DEC-85: a session that nobody touches for this long, in milliseconds, ends; the server counts for itself. */
export const idleLimit = 30 * 60_000

/** The renter did something, at this time in milliseconds. */
export const activityNoticed = createEvent<number>()

const signs = ['pointerdown', 'keydown', 'visibilitychange'] as const
listenFromStart(() => {
  const noticed = scopeBind(activityNoticed, { safe: true })
  for (const sign of signs) document.addEventListener(sign, () => { noticed(Date.now()) }, { capture: true, passive: true })
})
const readClockFx = createEffect(() => Date.now())
const timer = createTimer()

const $lastActivity = createStore(0)
const $hasSession = $session.map((session) => session !== null)


// A computer that slept wakes with an old session: the first sign of life then ends it instead of prolonging it.
const touched = sample({ clock: activityNoticed, source: { last: $lastActivity, hasSession: $hasSession }, fn: ({ last, hasSession }, now) => ({ now, isOver: hasSession && last > 0 && now - last >= idleLimit }) })
sample({ clock: touched, filter: ({ isOver }) => !isOver, fn: ({ now }) => now, target: $lastActivity })

sample({ clock: $hasSession, filter: (hasSession) => hasSession, fn: () => Date.now(), target: $lastActivity })
sample({ clock: $hasSession, filter: (hasSession) => hasSession, fn: () => idleLimit, target: timer.start })
sample({ clock: timer.elapsed, target: readClockFx })

const checked = sample({
  clock: readClockFx.doneData,
  source: { last: $lastActivity, hasSession: $hasSession },
  filter: ({ hasSession }) => hasSession,
  fn: ({ last }, now) => last + idleLimit - now,
})
sample({ clock: checked, filter: (left) => left > 0, target: timer.start })

const ended = { byChoice: false, notice: { key: 'Notice.sessionEnded', state: 'info' as const } }
sample({ clock: checked, filter: (left) => left <= 0, fn: () => ended, target: clearRequested })
sample({ clock: touched, filter: ({ isOver }) => isOver, fn: () => ended, target: clearRequested })
