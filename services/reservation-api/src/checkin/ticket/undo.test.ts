import type { Ticket } from '@checkin/api/ticket'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aRenter, select, type SentUpdate } from '../../../test/fixtures/renter.fixture.ts'
import { codeOf, setTenant, ticketOf } from '../../../test/fixtures/ticket-renter.fixture.ts'
import { aFleetReservation, anExtra, wholeApi, type WholeApi } from '../../../test/fixtures/whole-api.fixture.ts'

let api: WholeApi
beforeAll(async () => {
  api = await wholeApi()
  await setHours(24)
})
afterAll(() => api.stop())

const setHours = (ticketUndoHours: number | null) => setTenant(api, { ticketUndoHours })

type Change = Parameters<typeof aFleetReservation>[0]
let count = 0
const own = aFleetReservation()
const extras = [...own.extras ?? [], anExtra('GPS', { value: 10, isValuePerRA: true }), anExtra('SEAT', { value: 20, isValuePerRA: true })]

/** A renter who added two extras and completed without paying, and the ticket. */
async function added(change: Change = {}, update: SentUpdate = { extras: [select('GPS'), select('SEAT')] }) {
  count += 1
  const renter = await aRenter(api, `UN${count}`, aFleetReservation({ extras, ...change }))
  expect((await renter.put({ ...update, completes: true })).statusCode).toBe(200)
  return { renter, ...await ticketOf(api, renter) }
}
const additionsIn = ({ undo }: Ticket) => undo?.additions.map(({ extraID, units, amount, isPaid }) => [extraID, units, amount, isPaid])

describe('what was added in check-in is taken back by the ticket (API-93, API-94, DEC-287)', () => {
  it('the ticket says what that is, its price by the server and until when (API-52, DEC-287)', async () => {
    const { read } = await added()
    const ticket = await read()
    expect(additionsIn(ticket)).toEqual([['GPS', 1, 12.3, false], ['SEAT', 1, 24.6, false]])
    expect([ticket.undo?.until, ticket.undo?.closed]).toEqual(['2031-05-01T10:30', null])
  })

  it('one addition goes with the code from the mail: total, dues, the company’s feed and stock follow (API-94, DEC-287)', async () => {
    const { renter, read, proof, undo } = await added()
    await api.asAdmin("insert into extra_stock (tenant_id, place, extra_id, units_left) values ('costaverde', 'Faro Airport', 'GPS', 3) on conflict (tenant_id, place, extra_id) do update set units_left = 3")
    const before = await read()
    const answer = await undo(await proof('GPS'))
    expect(answer.statusCode).toBe(200)
    const after = answer.json<Ticket>()
    expect([additionsIn(after), after.total, after.due]).toEqual([[['SEAT', 1, 24.6, false]], Math.round((before.total - 12.3) * 100) / 100, Math.round((before.due - 12.3) * 100) / 100])
    expect(after.version).toBe(before.version + 1)
    expect((await renter.events()).at(-1)).toMatchObject({ kind: 'reservation.updated', data: { extras: [{ extraID: 'GPS', from: 1, to: 0 }], total: after.total } })
    expect(await api.asAdmin("select units_left from extra_stock where tenant_id = 'costaverde' and place = 'Faro Airport' and extra_id = 'GPS'")).toEqual([{ units_left: 4 }])
    await api.asAdmin("delete from extra_stock where extra_id = 'GPS'")
  })

  it('sent again after a lost answer, or at once in two tabs, it is undone once (API-94, DEC-287)', async () => {
    const { renter, proof, undo } = await added()
    const body = await proof('GPS')
    const answers = await Promise.all([undo(body), undo(body)])
    expect([...answers, await undo(body)].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect((await renter.events()).filter(({ kind }) => kind === 'reservation.updated')).toHaveLength(2)
  })

  it('what the company itself booked or was required is no addition, nor what it took away meanwhile (DEC-287)', async () => {
    const { renter, read, call, token } = await added()
    const body = { extraIDs: ['SCDW', 'CSI', 'DAYS'], version: 1, key: '0197d000-0000-4000-8000-000000000000', code: '123456' }
    const answer = await call('POST', `${token}/undo`, body)
    expect([answer.statusCode, answer.json<Ticket>().total]).toEqual([200, (await read()).total])
    expect((await api.fleet('costaverde', 'PUT', `/reservations/${renter.reference}`, aFleetReservation({ isCompleted: true, extras: [...own.extras ?? [], anExtra('GPS', { value: 10, isValuePerRA: true }), anExtra('SEAT', { value: 20, isValuePerRA: true, isAccepted: true })] }))).statusCode).toBe(200)
    expect(additionsIn(await read())).toEqual([['SEAT', 1, 24.6, false]])
  })
})

describe('nobody takes back by the link alone (DEC-287)', () => {
  it.each([
    ['a wrong code', { code: '000000' }, '404 CodeNotFound'], ['a key that nobody made', { key: '0197d000-0000-4000-8000-000000000000' }, '404 CodeNotFound'],
    ['an older version', { version: 0 }, '409 VersionConflict'], ['no extra', { extraIDs: [] }, '400 InvalidRequest'], ['a code that is none', { code: 'abcdef' }, '400 InvalidRequest'],
  ] as const)('%s changes nothing', async (_which, change, expected) => {
    const { read, proof, undo } = await added()
    const before = await read()
    expect(codeOf(await undo({ ...await proof('GPS'), ...change }))).toBe(expected)
    expect((await read()).version).toBe(before.version)
  })

  it('after five wrong codes the right one is worth nothing (DEC-08, DEC-287)', async () => {
    const { proof, undo } = await added()
    const body = await proof('GPS')
    for (let at = 0; at < 5; at += 1) expect(codeOf(await undo({ ...body, code: '000000' }))).toBe('404 CodeNotFound')
    expect(codeOf(await undo(body))).toBe('404 CodeNotFound')
  })

  it('a code is good once, and for its own rental (DEC-287)', async () => {
    const one = await added()
    const other = await added()
    const body = await one.proof('GPS')
    const { version } = await other.read()
    expect(codeOf(await other.undo({ ...body, version }))).toBe('404 CodeNotFound')
    expect((await one.undo(body)).statusCode).toBe(200)
    expect(codeOf(await one.undo({ ...body, extraIDs: ['SEAT'], version: (await one.read()).version }))).toBe('404 CodeNotFound')
  })

  it('the key opens no session, and its code is another’s in a check-in (DEC-206, DEC-287)', async () => {
    const { proof, undo } = await added()
    const { key, code, ...rest } = await proof('GPS')
    expect((await api.call('GET', `/api/reservation/validate-code/${code}`, { token: key })).statusCode).toBeGreaterThanOrEqual(400)
    expect((await undo({ ...rest, key, code })).statusCode).toBe(200)
  })

  it('codes end at the number that a reservation has within an hour, whoever asks (DEC-08, DEC-287)', async () => {
    const { renter, code } = await added()
    expect((await code()).statusCode).toBe(200)
    await api.asAdmin(`insert into login_code (tenant_id, id, session_id, reservation_id, code_hash, email, channel, expires_at, voided_at)
      select tenant_id, gen_random_uuid(), session_id, reservation_id, code_hash, email, channel, expires_at, now() from login_code, generate_series(1, 60) where reservation_id = '${renter.id}'`)
    const answer = await code()
    expect([codeOf(answer), Number(answer.headers['retry-after']) > 0]).toEqual(['429 TooManyRequests', true])
  })

  it.each(['expired', 'revoked', 'of another tenant', 'whose personal data were deleted'])('a link that is %s answers both calls the same 404 (API-93, API-94)', async (which) => {
    const { renter, token, call } = await added()
    if (which === 'expired') await api.asAdmin(`update access_link set expires_at = now() - interval '1 second' where reservation_id = '${renter.id}'`)
    if (which === 'revoked') await api.asAdmin(`update access_link set revoked_at = now() where reservation_id = '${renter.id}'`)
    if (which === 'whose personal data were deleted') await api.fleet('costaverde', 'DELETE', `/reservations/${renter.reference}/personal-data`)
    const host = which === 'of another tenant' ? 'alpen.localhost:4000' : undefined
    const body = { extraIDs: ['GPS'], version: 1, key: '0197d000-0000-4000-8000-000000000000', code: '123456' }
    expect([codeOf(await call('POST', `${token}/code`, undefined, host)), codeOf(await call('POST', `${token}/undo`, body, host))]).toEqual(['404 LinkUnknown', '404 LinkUnknown'])
  })
})

describe('when it is too late or the company’s to decide (DEC-287, DEC-288)', () => {
  it.each([
    ['late', "check_out_at = (now() at time zone check_out_zone) + interval '23 hours 59 minutes'", '409 CannotUpdate late'],
    ['agreement', 'has_rental_agreement = true', '409 HasRentalAgreement'],
  ])('%s: the ticket says so, no code leaves, and the right code is refused', async (closed, set, expected) => {
    const { renter, read, proof, undo, code } = await added()
    const body = await proof('GPS')
    await api.asAdmin(`update reservation set ${set} where id = '${renter.id}'`)
    expect([(await read()).undo?.closed, codeOf(await undo(body)), codeOf(await code())]).toEqual([closed, expected, expected])
  })

  it('a minute before the hour it is still possible (DEC-287)', async () => {
    const { renter, read } = await added()
    await api.asAdmin(`update reservation set check_out_at = (now() at time zone check_out_zone) + interval '24 hours 2 minutes' where id = '${renter.id}'`)
    expect((await read()).undo?.closed).toBe(null)
  })

  it('what was paid for is the company’s to give back, also together with what was not (DEC-288)', async () => {
    const { renter, read, proof, undo } = await added()
    const body = await proof('GPS', 'SEAT')
    const { due } = await read()
    await api.asAdmin(`update reservation set paid_minor = paid_minor + ${Math.round(due * 100) - 3000} where id = '${renter.id}'`)
    expect(additionsIn(await read())?.map(([id, , , isPaid]) => [id, isPaid])).toEqual([['GPS', false], ['SEAT', false]])
    expect(codeOf(await undo(body))).toBe('409 CannotUpdate paid')
    await api.asAdmin(`update reservation set paid_minor = paid_minor + 2000 where id = '${renter.id}'`)
    expect(additionsIn(await read())?.map(([id, , , isPaid]) => [id, isPaid])).toEqual([['GPS', true], ['SEAT', true]])
    expect(codeOf(await undo({ ...body, extraIDs: ['GPS'] }))).toBe('409 CannotUpdate paid')
  })

  it('where the tenant offers it not, the ticket has nothing of it and both calls refuse (DEC-287)', async () => {
    const { read, proof, undo, code } = await added()
    const body = await proof('GPS')
    await setHours(null)
    try {
      expect([(await read()).undo, codeOf(await code()), codeOf(await undo(body))]).toEqual([undefined, '409 CannotUpdate none', '409 CannotUpdate none'])
    } finally {
      await setHours(24)
    }
  })
})
