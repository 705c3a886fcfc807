import { Gauge, type Registry } from 'prom-client'
import { repeat, type Repeated } from '../service/repeat.ts'
import { FilesUnavailable, type ObjectStore } from './object-store.ts'

const states = ['reachable', 'away', 'refused'] as const
type StoreState = (typeof states)[number]

/** An object that is never there: asking for it says whether the store answers this installation, and costs nothing else. */
const neverThere = 'checkin-is-it-reachable'

/** Tells whether a service reaches its bucket (DEC-317), asked every so many milliseconds: `away` does not answer, `refused` means that a key, a right or the bucket is wrong. */
export function watchStore(store: Pick<ObjectStore, 'has'>, metrics: Registry, everyMs = 30_000): Repeated<void> {
  const state = new Gauge({ name: 'checkin_object_store_state', help: '1 for how the object store answers this process: reachable, away or refused', labelNames: ['state'], registers: [metrics] })
  const is = (current: StoreState): void => { for (const each of states) state.set({ state: each }, each === current ? 1 : 0) }
  const failed = (error: unknown): void => { is(error instanceof FilesUnavailable && error.kind === 'refused' ? 'refused' : 'away') }
  const watch = repeat(async () => {
    await store.has(neverThere)
    is('reachable')
  }, everyMs, failed)
  void watch.run().catch(failed)
  return watch
}
