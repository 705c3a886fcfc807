import { randomUUID } from 'node:crypto'
import type { ImportAnswer } from '@checkin/fleet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aFleetReservation, wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

type Row = { readonly reference: string; readonly reservation: unknown }
const send = (rows: readonly Row[], id: string = randomUUID(), tenant = 'costaverde') => api.fleet(tenant, 'PUT', `/imports/${id}`, { reservations: rows })
const rows = (...references: readonly string[]): Row[] => references.map((reference) => ({ reference, reservation: aFleetReservation() }))
const kinds = async (after: string) => (await api.fleet('costaverde', 'GET', `/events?after=${after}&limit=1000`)).json<{ events: { kind: string; reference: string }[]; next: string }>()

describe('an import of reservations (REL-14)', () => {
  it('stores them as single calls do, tells the feed of each, and answers in the order sent (API-81)', async () => {
    const { next } = await kinds('0')
    const answer = await send(rows('B1', 'B2', 'B3'))
    expect([answer.statusCode, answer.json<ImportAnswer>()]).toMatchObject([200, { created: 3, refused: 0, rows: [{ reference: 'B1', outcome: 'created', rowVersion: 1 }, { reference: 'B2' }, { reference: 'B3' }] }])
    expect((await kinds(next)).events.map(({ kind, reference }) => `${kind} ${reference}`).sort()).toEqual(['reservation.stored B1', 'reservation.stored B2', 'reservation.stored B3'])
    expect((await api.fleet('costaverde', 'PUT', '/reservations/B1', aFleetReservation())).json()).toMatchObject({ outcome: 'unchanged', guid: answer.json<ImportAnswer>().rows[0]?.guid })
    expect((await send([...rows('B2'), { reference: 'B3', reservation: aFleetReservation({ paidValue: 7 }) }])).json()).toMatchObject({ unchanged: 1, replaced: 1 })
  })
  it('gives a reservation another number where the one that it was given by chance is taken, alone and among others', async () => {
    await send(rows('N0'))
    // A sequence goes on although the transaction is taken back: only the first try meets a number that is taken.
    await api.asAdmin(`create sequence given; grant usage on sequence given to public;
      create function take_number() returns trigger language plpgsql as $$ begin if nextval('given') = 1 then new.number = (select number from reservation where reference = 'N0'); end if; return new; end $$;
      create trigger take_number before insert on reservation for each row execute function take_number()`)
    const outcomes = []
    for (const put of [async () => (await send(rows('N1', 'N2'))).json<ImportAnswer>().created, async () => (await api.fleet('costaverde', 'PUT', '/reservations/N3', aFleetReservation())).statusCode]) {
      await api.asAdmin('alter sequence given restart')
      outcomes.push(await put())
    }
    await api.asAdmin('drop trigger take_number on reservation; drop function take_number; drop sequence given')
    expect(outcomes).toEqual([2, 201])
  })
  it('refuses rows one by one by every rule of the single call, repeats nothing that was sent, and stores the others (API-81)', async () => {
    const answer = await send([
      ...rows('F1'), { reference: 'F2', reservation: aFleetReservation({ customer: { name: 'Secret', surname: '' } }) }, { reference: 'F 3', reservation: aFleetReservation() },
      { reference: 'F4', reservation: { ...aFleetReservation(), surprise: 'Secret' } }, { reference: 'f1', reservation: aFleetReservation() }, { reference: 'F5', reservation: { ...aFleetReservation(), reference: 'OTHER' } },
      { reference: 'F6', reservation: aFleetReservation({ vehicle: { ...aFleetReservation().vehicle, imageURL: 'http://pictures.example/car.png' } }) }, ...rows('F7'),
    ])
    expect(answer.json<ImportAnswer>().rows.map(({ outcome, status, code }) => [outcome, status, code].filter(Boolean).join(' '))).toEqual([
      'created', 'refused 400 InvalidRequest', 'refused 400 InvalidRequest', 'refused 400 InvalidRequest', 'refused 400 RepeatedReference', 'refused 400 InvalidRequest', 'refused 400 InvalidRequest', 'created',
    ])
    expect(answer.json<ImportAnswer>().rows[1]?.issues).toEqual([{ path: 'customer.surname', code: 'too_small' }])
    expect(answer.body).not.toContain('Secret')
    for (const reference of ['F2', 'F4', 'F5', 'F6']) expect((await api.fleet('costaverde', 'GET', `/reservations/${reference}`)).statusCode).toBe(404)
  })
  it('that is sent again is answered from memory, and puts nothing back that a renter changed since (API-81)', async () => {
    const id = randomUUID()
    const first = await send(rows('M1'), id)
    await api.asAdmin("update reservation set customer_email = 'other@example.com', row_version = row_version + 1 where reference = 'M1'")
    const again = await send(rows('M1'), id)
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
    expect((await api.fleet('costaverde', 'GET', '/reservations/M1')).json()).toMatchObject({ reservation: { customer: { email: 'other@example.com' } } })
    expect((await send(rows('M2'), id)).json()).toMatchObject({ status: 409, code: 'ImportExists' })
    expect((await send(rows('M1'), id, 'alpen')).json()).toMatchObject({ created: 1 })
  })
  it('is one person\'s at a time, and goes on when its process died (API-81)', async () => {
    const id = randomUUID()
    await send(rows('D1', 'D2'), id)
    await api.asAdmin(`update fleet_import set answer = null, leased_until = now() + interval '1 minute' where id = '${id}'`)
    expect((await send(rows('D1', 'D2'), id)).json()).toMatchObject({ status: 409, code: 'ImportUnderWay' })
    await api.asAdmin(`update fleet_import set leased_until = now() - interval '1 second' where id = '${id}'`)
    expect((await send(rows('D1', 'D2'), id)).json()).toMatchObject({ unchanged: 2, rows: [{ reference: 'D1' }, { reference: 'D2' }] })
  })
  it('beyond two at a time is told to come again, before it is read (API-81)', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => send(rows(`C${at}A`, `C${at}B`))))
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect([answers.filter(({ statusCode }) => statusCode === 200).length + refused.length, refused.length > 0, refused[0]?.headers['retry-after']]).toEqual([8, true, '2'])
    expect((await send(rows('C9'))).statusCode).toBe(200)
  })
  it.each([[[]], [Array.from({ length: 501 }, (_, at) => ({ reference: `T${at}`, reservation: {} }))], [[{ reference: 'T', reservation: aFleetReservation(), more: 1 }]]])('without rows, with too many or of another form is refused as a whole (API-81)', async (sent) => {
    expect((await send(sent)).json()).toMatchObject({ status: 400, code: 'InvalidRequest' })
  })
  it('is kept for a week, without anything personal (API-81)', async () => {
    const id = randomUUID()
    await send(rows('W1'), id)
    expect(JSON.stringify(await api.asAdmin(`select answer from fleet_import where id = '${id}'`))).not.toMatch(/maria|silva/i)
    await api.asAdmin("update fleet_import set began_at = now() - interval '8 days'")
    await send(rows('W2'))
    expect(await api.asAdmin('select count(*)::int as count from fleet_import where tenant_id = \'costaverde\'')).toEqual([{ count: 1 }])
  })
})
