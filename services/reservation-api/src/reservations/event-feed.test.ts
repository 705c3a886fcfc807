import type { Transaction } from 'kysely'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wholeApi, type WholeApi } from '../../test/fixtures/whole-api.fixture.ts'
import type { Tables } from '../tables.ts'
import { appendEvents, numberEvents, type FleetEvent } from './event-store.ts'

let api: WholeApi
const reservations: { readonly id: string; readonly reference: string }[] = []
beforeAll(async () => {
  api = await wholeApi()
  for (const reference of ['FEED0', 'FEED1', 'FEED2']) reservations.push({ reference, id: (await api.stored('costaverde', reference)).id })
})
afterAll(() => api.stop())

/** A transaction that a step left open. */
interface Writer {
  readonly transaction: Transaction<Tables>
  readonly end: (how: 'commit' | 'abort') => Promise<void>
  readonly holds: Set<number>
  readonly appended: Appended[]
}
/** An event that a committed transaction told of; times are the numbers of steps. */
interface Appended { readonly name: string; readonly reservation: number; readonly at: number; committed: number }
class Aborted extends Error {}

async function begin(): Promise<Writer> {
  const [opened, gate] = [Promise.withResolvers<Transaction<Tables>>(), Promise.withResolvers<'commit' | 'abort'>()]
  const ended = api.database.withTenant('costaverde', async (transaction) => {
    opened.resolve(transaction)
    if (await gate.promise === 'abort') throw new Aborted('as the step wants it')
  })
  return { transaction: await opened.promise, holds: new Set(), appended: [], end: async (how) => { gate.resolve(how); await ended.catch((error: unknown) => { if (!(error instanceof Aborted)) throw error }) } }
}

/** A company's system, which knows nothing but the last id that it read. */
class Reader {
  readonly names: string[] = []
  after: number
  constructor(after: number) { this.after = after }
  async read(limit: number): Promise<number> {
    const { events, next } = (await api.fleet('costaverde', 'GET', `/events?after=${this.after}&limit=${limit}`)).json<{ events: FleetEvent[]; next: string }>()
    expect(events.map(({ id }) => Number(id))).toEqual(events.map((_, at) => this.after + 1 + at))
    this.names.push(...events.map(({ data }) => String(data['name'])))
    this.after = Number(next)
    return events.length
  }
}

const one = fc.nat(2)
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('begin' as const), writer: one }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('tell' as const), writer: one, reservation: one, count: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('end' as const), writer: one, how: fc.constantFrom('commit' as const, 'commit' as const, 'commit' as const, 'abort' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('read' as const), readers: fc.uniqueArray(one, { minLength: 1, maxLength: 3 }), limit: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.constant({ does: 'number and die' as const }) },
  { weight: 1, arbitrary: fc.constant({ does: 'tell as the release before' as const }) },
)

/** As the release before told of something: the counter's row is taken until the end, and the number is there with the event. */
async function appendAsBefore(name: string): Promise<void> {
  await api.asAdmin(`with counter as (insert into fleet_event_counter values ('costaverde', 1) on conflict (tenant_id) do update set last_number = fleet_event_counter.last_number + 1 returning last_number)
    insert into fleet_event (tenant_id, number, kind, reservation_id, reference, data) select 'costaverde', last_number, 'reservation.stored', '${reservations[0]?.id ?? ''}', 'FEED0', '{"name":"${name}"}' from counter`)
}

it('however writers, readers and numberings come between each other, every reader gets all of it once, without gaps, and nothing before what was committed before it was written (REL-18, DEC-363)', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
    const first = new Reader(0)
    while (await first.read(1000) > 0);
    const readers = [0, 1, 2].map(() => new Reader(first.after))
    const [open, appended] = [new Map<number, Writer>(), new Array<Appended>()]
    const end = async (at: number, which: number, how: 'commit' | 'abort'): Promise<void> => {
      const writer = open.get(which)
      open.delete(which)
      await writer?.end(how)
      if (writer && how === 'commit') appended.push(...writer.appended.map((each) => ({ ...each, committed: at })))
    }
    const opened = async (which: number): Promise<Writer> => {
      const writer = open.get(which) ?? await begin()
      open.set(which, writer)
      return writer
    }
    for (const [at, now] of steps.entries()) {
      if (now.does === 'begin') await opened(now.writer)
      if (now.does === 'end') await end(at, now.writer, now.how)
      if (now.does === 'read') await Promise.all(readers.filter((_, reader) => now.readers.includes(reader)).map((reader) => reader.read(now.limit)))
      if (now.does === 'number and die') await api.database.withTenant('costaverde', async (transaction) => { await numberEvents(transaction, 'costaverde'); throw new Aborted('as the step wants it') }).catch(() => undefined)
      if (now.does === 'tell as the release before') {
        await appendAsBefore(`${at}`)
        appended.push({ name: `${at}`, reservation: -1, at, committed: at })
      }
      if (now.does === 'tell') {
        const writer = await opened(now.writer)
        // Whoever changes a reservation holds its row until the end: another one would wait there, so this one takes the next that is free.
        const which = [0, 1, 2].map((more) => (now.reservation + more) % 3).find((each) => ![...open.values()].some((other) => other !== writer && other.holds.has(each)))
        const reservation = reservations[which ?? -1]
        if (which === undefined || !reservation) continue
        await writer.transaction.selectFrom('reservation').where('tenant_id', '=', 'costaverde').where('id', '=', reservation.id).select('id').forUpdate().executeTakeFirstOrThrow()
        const names = Array.from({ length: now.count }, (_, each) => `${at}.${each}`)
        await appendEvents(writer.transaction, 'costaverde', names.map((name) => ({ reservationId: reservation.id, reference: reservation.reference, kind: 'reservation.stored', data: { name } })))
        writer.holds.add(which)
        writer.appended.push(...names.map((name) => ({ name, reservation: which, at, committed: at })))
      }
    }
    for (const which of [...open.keys()]) await end(steps.length, which, 'commit')
    for (const reader of readers) while (await reader.read(7) > 0);

    const [names = []] = readers.map((reader) => reader.names)
    for (const reader of readers) expect(reader.names).toEqual(names)
    expect(names.toSorted()).toEqual(appended.map(({ name }) => name).toSorted())
    const place = new Map(names.map((name, at) => [name, at]))
    // What the release before told of has its number before what waits for one.
    for (const early of appended) {
      for (const other of appended) {
        const isBefore = early.committed < other.at || (early.at === other.at && early.name < other.name) || (early.reservation === other.reservation && early.at < other.at)
        if (isBefore && other.reservation >= 0) expect(place.get(early.name), `${early.name} before ${other.name}`).toBeLessThan(place.get(other.name) ?? -1)
      }
    }
  }), { numRuns: 40 })
})
