import { appStarted } from '@checkin/flow'
import { longWriteEnded, writeTookLong } from '@checkin/api/client'
import { combine, createEffect, createEvent, createStore, sample, scopeBind } from 'effector'

/** The connection went or came back. */
export const connectionChanged = createEvent<{ readonly online: boolean }>()

const listenFx = createEffect(() => {
  const changed = scopeBind(connectionChanged, { safe: true })
  for (const name of ['online', 'offline'] as const) window.addEventListener(name, () => { changed({ online: name === 'online' }) })
  return navigator.onLine
})
sample({ clock: appStarted, target: listenFx })

const $isOnline = createStore(true)
  .on(connectionChanged, (_, { online }) => online)
  .on(listenFx.doneData, (_, online) => online)

/** Writes that have taken longer than 10 s and have not ended, by their number. */
const $longWrites = createStore<ReadonlySet<number>>(new Set())
  .on(writeTookLong, (writes, { id }) => new Set([...writes, id]))
  .on(longWriteEnded, (writes, { id }) => new Set([...writes].filter((each) => each !== id)))

const $isWorkingLong = $longWrites.map((writes) => writes.size > 0)

/** What the renter waits for: a server that works for long (SHELL-59, DEC-48), or the connection. Null when for nothing. */
export const $waiting = combine($isWorkingLong, $isOnline, (isWorkingLong, isOnline) => (isOnline ? (isWorkingLong ? 'stillWorking' as const : null) : 'offline' as const))
