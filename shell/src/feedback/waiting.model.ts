import { client } from '@checkin/api/client-on-demand'
import { combine, createEvent, createStore, scopeBind } from 'effector'
import { listenFromStart } from '../page-listeners.ts'

/** The connection went or came back. */
export const connectionChanged = createEvent<{ readonly online: boolean }>()

listenFromStart(() => {
  const changed = scopeBind(connectionChanged, { safe: true })
  for (const name of ['online', 'offline'] as const) window.addEventListener(name, () => { changed({ online: name === 'online' }) })
  changed({ online: navigator.onLine })
})

const $isOnline = createStore(true)
  .on(connectionChanged, (_, { online }) => online)

/** Writes that have taken longer than 10 s and have not ended, by their number. */
const $longWrites = createStore<ReadonlySet<number>>(new Set())
  .on(client.writeTookLong, (writes, { id }) => new Set([...writes, id]))
  .on(client.longWriteEnded, (writes, { id }) => new Set([...writes].filter((each) => each !== id)))

const $isWorkingLong = $longWrites.map((writes) => writes.size > 0)

/** What the renter waits for: a server that works for long (SHELL-59, DEC-48), or the connection. Null when for nothing. */
export const $waiting = combine($isWorkingLong, $isOnline, (isWorkingLong, isOnline) => (isOnline ? (isWorkingLong ? 'stillWorking' as const : null) : 'offline' as const))
