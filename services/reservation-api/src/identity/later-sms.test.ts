import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smsWorld, type SmsWorld } from '../../test/fixtures/sms-world.fixture.ts'

let world: SmsWorld
beforeAll(async () => { world = await smsWorld() })
afterAll(() => world.stop())

const both = ['codes', 'links'] as const
let networks = 0
const fresh = () => ({ 'x-checkin-client': `198.18.${networks += 1}.9` })

/** A renter with that number who proved a code. */
async function proved(reference: string, phone: string, { headers = fresh() } = {}) {
  const renter = await world.renter(reference, phone)
  const { token } = await world.session('costaverde', renter.id, 'verified')
  const call = (path: string, own: string | undefined = token) => world.call('POST', `/api/reservation/later${path}`, { headers, ...(own !== '' && { token: own }) })
  return {
    ...renter, send: (own?: string) => call('/sms', own), mail: () => call(''), state: async (own?: string) => (await call('/sms/state', own)).json<{ number: string | null; state: string }>(),
    /** The token in the newest message that the provider took. */
    link: async () => { await world.deliver(); return /http:\/\/costaverde\.localhost:4000\/([\w-]{43})$/.exec((await world.taken(renter.number))[0]?.text ?? '')?.[1] ?? '' },
  }
}
const resume = (token: string, host = 'costaverde.localhost:4000', headers = fresh()) => world.call('GET', `/api/reservation/resume/${token}`, { host, headers })

describe('a link to finish later by text message', () => {
  it('goes to the number on file, opens the reservation on another device as often as it is pressed, and is said to have arrived (API-98, API-99, DEC-281)', async () => {
    const renter = await proved('LS1', '912346101')
    expect(await renter.state()).toEqual({ number: '••••••• 01', state: 'none' })
    expect((await renter.send()).json()).toEqual({ number: '••••••• 01', state: 'waiting' })
    const token = await renter.link()
    expect([(await resume(token)).statusCode, (await resume(token)).statusCode]).toEqual([200, 200])
    await expect.poll(async () => (await renter.state()).state).toBe('delivered')
  })

  it('that does not arrive says so, and a mailed one follows at once and ends it (DEC-281)', async () => {
    const renter = await proved('LS2', '912349905')
    await renter.send()
    const token = await renter.link()
    await expect.poll(async () => (await renter.state()).state).toBe('failed')
    expect((await renter.mail()).statusCode).toBe(200)
    expect((await resume(token)).statusCode).toBe(404)
  })

  it('that is guessed, replaced, of another tenant or of a completed check-in opens nothing (DEC-281, DEC-186, DEC-77)', async () => {
    const renter = await proved('LS3', '912346103')
    await renter.send()
    const former = await renter.link()
    await world.asAdmin("update mail_outbox set created_at = created_at - interval '1 minute'")
    expect((await renter.send()).statusCode).toBe(200)
    const token = await renter.link()
    const guesser = fresh()
    const answers = [await resume(former), await resume(token, 'alpen.localhost:4000')]
    for (let miss = 0; miss < 10; miss += 1) await resume('A'.repeat(42) + String(miss), undefined, guesser)
    expect([...answers.map(({ statusCode }) => statusCode), (await resume(token, undefined, guesser)).statusCode, (await resume(token)).statusCode]).toEqual([404, 404, 429, 200])
    await world.asAdmin(`update reservation set is_completed = true where id = '${renter.id}'`)
    expect([(await resume(token)).statusCode, (await renter.send()).json<{ code: string }>().code]).toEqual([404, 'ReadOnlySession'])
  })

  it('goes to nobody without a proved code, and nobody learns of a number (DEC-281, DEC-77)', async () => {
    const renter = await proved('LS4', '912346104')
    const link = await world.session('costaverde', renter.id, 'link')
    expect([(await renter.send('')).statusCode, (await renter.send(renter.token)).statusCode, (await renter.send(link.token)).statusCode]).toEqual([401, 401, 403])
    expect(await world.asAdmin(`select id from sms_message where reservation_id = '${renter.id}'`)).toEqual([])
  })

  it.each([['links', ['codes'], { smsChannel: true, smsLinks: false }], ['codes', ['links'], { smsChannel: false, smsLinks: true }]] as const)('each use is the tenant’s choice: without %s (DEC-281)', async (_case, uses, said) => {
    const renter = await proved(`LU${uses[0]}`, uses[0] === 'codes' ? '912346105' : '912346106')
    await world.settings({ smsChannel: { countries: ['PT'], perHour: 100, uses: [...uses] } })
    try {
      expect((await world.call('GET', '/api/config')).json()).toMatchObject(said)
      expect([(await renter.state()).number !== null, (await renter.send()).statusCode]).toEqual(said.smsLinks ? [true, 200] : [false, 404])
      expect((await world.call('POST', '/api/code/sms', { token: renter.token, headers: fresh() })).statusCode).toBe(said.smsChannel ? 200 : 404)
    } finally {
      await world.settings()
    }
  })

  it('leaves number and link in no log and no table (DEC-281, DEC-213)', async () => {
    const renter = await proved('LS7', '912346777')
    await renter.send()
    const tables = async () => JSON.stringify([await world.asAdmin('select * from mail_outbox'), await world.asAdmin('select * from sms_message'), await world.asAdmin('select * from access_link')]
      .map((rows) => rows.map((row) => Object.values(row).map((value) => (value instanceof Buffer ? value.toString('latin1') : value)))))
    const before = await tables()
    const token = await renter.link()
    for (const text of [before, await tables(), world.logs(), world.workerLogs()]) {
      expect(text).not.toContain('912346777')
      expect(text).not.toContain(token)
    }
  })
})

describe('flooding by links', () => {
  it('ends at the tenant’s number of messages, codes and links together, also at once (DEC-281, DEC-232)', async () => {
    await world.asAdmin('delete from sms_message')
    await world.settings({ smsChannel: { countries: ['PT'], perHour: 2, uses: [...both] } })
    try {
      const renters = [await proved('LF1', '912346201'), await proved('LF2', '912346202'), await proved('LF3', '912346203')]
      const coded = await world.renter('LF4', '912346204')
      expect((await coded.send()).statusCode).toBe(200)
      const answers = await Promise.all(renters.map((renter) => renter.send()))
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 429, 429])
    } finally {
      await world.settings()
    }
  })

  it.each(['reservation', 'network'] as const)('ends at so many messages an hour of one %s, whatever numbers they went to (DEC-281, DEC-232)', async (what) => {
    await world.asAdmin('delete from sms_message')
    const renter = await proved(`LR${what}`, what === 'network' ? '912346301' : '912346302')
    expect((await renter.send()).statusCode).toBe(200)
    const otherReservation = `'${(await proved(`LO${what}`, '912346303')).id}'::uuid`
    // As if the number on file had been another one each time.
    await world.asAdmin(`with mail as (insert into mail_outbox (tenant_id, id, kind, reservation_id, language, expires_at) select tenant_id, gen_random_uuid(), kind, ${what === 'network' ? otherReservation : 'reservation_id'}, language, expires_at
        from mail_outbox, generate_series(1, 200) where kind = 'later-sms' and reservation_id = '${renter.id}' returning id, reservation_id)
      insert into sms_message (tenant_id, id, reservation_id, session_id, number_hash, network_hash) select sms.tenant_id, mail.id, mail.reservation_id, sms.session_id, sha256(mail.id::text::bytea),
        ${what === 'network' ? 'sms.network_hash' : 'sha256(mail.id::text::bytea)'} from sms_message sms, mail where sms.reservation_id = '${renter.id}'`)
    await world.settings({ smsChannel: { countries: ['PT'], perHour: 1000, uses: [...both] } })
    await world.asAdmin("update mail_outbox set created_at = created_at - interval '1 minute'")
    const refused = await renter.send()
    await world.settings()
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 3000]).toEqual([429, true])
  })
})
