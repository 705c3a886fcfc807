import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSentDriver } from '../../test/fixtures/driver-api.fixture.ts'
import { smsAccount, smsWorld, type SmsWorld } from '../../test/fixtures/sms-world.fixture.ts'

let world: SmsWorld
beforeAll(async () => { world = await smsWorld() })
afterAll(() => world.stop())

const codeIn = (text = ''): string => /\b\d{6}\b/.exec(text)?.[0] ?? ''
const reaches = async (read: () => Promise<{ state: string }>, state: string) => expect.poll(async () => (await read()).state).toBe(state)

describe('a code by text message (ECO-20)', () => {
  it('goes to the number on file, opens the reservation, and voids the mailed one (DEC-230, API-62, API-63)', async () => {
    const renter = await world.renter('SM1', '912345101')
    expect(await renter.read()).toEqual({ number: '••••••• 01', state: 'none' })
    await world.deliver()
    const mailed = codeIn(world.mails.at(-1)?.text)
    expect((await renter.send()).json()).toEqual({ number: '••••••• 01', state: 'waiting' })
    await world.deliver()
    const [message] = await world.taken(renter.number)
    expect(message).toMatchObject({ to: '+351912345101', from: 'Checkin' })
    expect(message?.text).toContain('Costa Verde')
    const code = codeIn(message?.text)
    expect(message?.text.split('\n').at(-1)).toBe(`@costaverde.localhost #${code}`)
    await reaches(renter.read, 'delivered')
    expect((await renter.validate(mailed)).statusCode).toBe(404)
    expect((await renter.validate(code)).statusCode).toBe(200)
  })

  it.each([['the number is refused', '912349901'], ['no phone takes it', '912349905']])('is said to have failed when %s, and mail stays (DEC-230)', async (_case, phone) => {
    const renter = await world.renter(`SF${phone}`, phone)
    await renter.send()
    await world.deliver()
    await reaches(renter.read, 'failed')
    await world.asAdmin("update login_code set created_at = created_at - interval '2 minutes'")
    const again = await world.call('POST', '/api/reservation/lookup', { token: renter.token, headers: { 'x-checkin-client': '198.51.250.1' }, body: { reference: `SF${phone}`, surname: 'Silva', checkoutdate: '', mail: 'maria.silva@example.com' } })
    expect(again.statusCode).toBe(200)
  })

  it.each([['is away', '912349902'], ['takes it and the answer is lost', '912349904']])('arrives once when the provider %s (DEC-230)', async (_case, phone) => {
    const renter = await world.renter(`SR${phone}`, phone)
    await renter.send()
    await world.deliver()
    await world.deliver()
    await world.deliver()
    expect(await world.taken(renter.number)).toHaveLength(1)
    await reaches(renter.read, 'delivered')
  })

  it('is sent for one press alone, whose time is kept with it (DEC-283)', async () => {
    const renter = await world.renter('SY1', '912345105')
    const asked = () => world.asAdmin(`select session_id, created_at <= now() as is_dated from sms_message where reservation_id = '${renter.id}'`)
    await renter.read()
    expect(await asked()).toEqual([])
    await renter.send()
    expect(await asked()).toEqual([{ session_id: expect.any(String), is_dated: true }])
  })

  it('leaves the number and the code in no log and no table (DEC-230, DEC-213)', async () => {
    const renter = await world.renter('SL1', '912345777')
    await renter.send()
    const tables = async () => JSON.stringify([await world.asAdmin('select * from mail_outbox'), await world.asAdmin('select * from sms_message'), await world.asAdmin('select * from driver'), await world.asAdmin('select * from login_code')]
      .map((rows) => rows.map((row) => Object.values(row).map((value) => (value instanceof Buffer ? value.toString('latin1') : value)))))
    expect(await tables()).not.toContain('912345777')
    await world.deliver()
    const code = codeIn((await world.taken(renter.number))[0]?.text)
    expect(code).toMatch(/^\d{6}$/)
    for (const text of [await tables(), world.logs(), world.workerLogs()]) {
      expect(text).not.toContain('912345777')
      expect(text).not.toContain(`"${code}"`)
    }
  })
})

describe('who may have one', () => {
  it('nobody without a session, and nobody where the tenant has it not, learns anything (DEC-230)', async () => {
    for (const path of ['/api/code/sms', '/api/code/sms/state']) expect((await world.call('POST', path)).statusCode).toBe(401)
    const renter = await world.renter('SO1', '912345102')
    const config = async () => (await world.call('GET', '/api/config')).json<{ smsChannel: boolean }>().smsChannel
    expect(await config()).toBe(true)
    await world.settings({ smsChannel: null })
    try {
      expect(await config()).toBe(false)
      expect(await renter.read()).toEqual({ number: null, state: 'none' })
      expect((await renter.send()).json()).toMatchObject({ status: 404, code: 'NotFound' })
    } finally {
      await world.settings()
    }
  })

  it.each([
    ['of a country that the tenant does not name', '612345678', '33'], ['of the same calling code in a dearer country', '7781123456', '44'], ['of a fixed line', '289555010', '351'], ['that is none', '111', '351'], ['of a service that costs', '760123456', '351'],
  ])('no message goes to a number %s (DEC-232)', async (_case, phone, prefix) => {
    const renter = await world.renter(`SC${prefix}${phone}`, phone, { prefix })
    expect(await renter.read()).toEqual({ number: null, state: 'none' })
    expect((await renter.send()).statusCode).toBe(404)
    expect(await world.taken(renter.number)).toEqual([])
  })

  it('who holds a link gets it to the company’s number, never to one that was typed with the link, and not after the company sends that one back (DEC-231)', async () => {
    const reference = 'SK1'
    const renter = await world.renter(reference, '912345103')
    const link = await world.session('costaverde', renter.id, 'link')
    expect(await renter.read(link.token)).toEqual({ number: '••••••• 03', state: 'none' })
    const driver = aSentDriver({ mobile: '+351912345999', mobileObj: { prefix: '351', phone: '912345999' } })
    const saved = await world.call('POST', '/api/driver', { token: link.token, body: { reservation: renter.reservation, driver, addDriver: false, sessionKey: link.sessionKey } })
    expect([saved.statusCode, saved.body.slice(0, 200)]).toEqual([200, expect.any(String)])
    expect(await renter.read(link.token)).toEqual({ number: null, state: 'none' })
    expect((await renter.send()).statusCode).toBe(404)
    const { reservation } = (await world.fleet('costaverde', 'GET', `/reservations/${reference}`)).json<{ reservation: object }>()
    expect((await world.fleet('costaverde', 'PUT', `/reservations/${reference}`, { ...reservation, voucherNr: 'another' })).statusCode).toBe(200)
    expect(await renter.read()).toEqual({ number: null, state: 'none' })
  })

  it('a number that a renter with a proved code typed counts from then on (DEC-231)', async () => {
    const renter = await world.renter('SP1', '912345104')
    const proved = await world.session('costaverde', renter.id, 'verified')
    const driver = aSentDriver({ mobile: '+351912345888', mobileObj: { prefix: '351', phone: '912345888' } })
    expect((await world.call('POST', '/api/driver', { token: proved.token, body: { reservation: renter.reservation, driver, addDriver: false, sessionKey: proved.sessionKey } })).statusCode).toBe(200)
    expect(await renter.read()).toEqual({ number: '••••••• 88', state: 'none' })
    expect(await renter.read(proved.token)).toEqual({ number: null, state: 'none' })
  })
})

describe('flooding', () => {
  it('ends at the tenant’s number of messages within an hour, also at once; whoever waits is told how long (DEC-232)', async () => {
    await world.asAdmin('delete from sms_message')
    await world.settings({ smsChannel: { countries: ['PT'], perHour: 2, uses: ['codes'] } })
    try {
      const renters = await Promise.all([0, 1, 2, 3].map((each) => world.renter(`FL${each}`, `91234520${each}`)))
      const answers = await Promise.all(renters.map((renter) => renter.send()))
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 429, 429])
      expect(Number(answers.find(({ statusCode }) => statusCode === 429)?.headers['retry-after'])).toBeGreaterThan(3000)
    } finally {
      await world.settings()
    }
  })
})

describe('a report', () => {
  const report = (id: string, secret: string, moment = new Date().toISOString(), tenant = 'costaverde') => {
    const path = `/provider/v1/sms/callback/${tenant}`
    const body = JSON.stringify({ eventId: 'e', messageId: 'm', reference: id, status: 'undelivered' })
    const signature = createHmac('sha256', secret).update(['v2', moment, '/provider/v1/sms/callback/costaverde', body].join('\n')).digest('hex')
    return world.app.inject({ method: 'POST', url: path, headers: { 'content-type': 'application/json', 'x-signature-time': moment, 'x-signature': signature }, payload: body })
  }

  it('counts when its signature holds, once, and never when it is forged, old or another tenant’s (DEC-230, SEC-26)', async () => {
    const renter = await world.renter('RP1', '912349906')
    await renter.send()
    await world.deliver()
    const [row] = await world.asAdmin("select id from mail_outbox where kind = 'code-sms' order by created_at desc, id desc limit 1")
    const id = String(row?.['id'])
    const old = new Date(Date.now() - 3_600_000).toISOString()
    for (const answer of [await report(id, 'another secret of it'), await report(id, smsAccount.secret, old), await report(id, smsAccount.secret, undefined, 'alpen')]) expect(answer.statusCode).toBe(401)
    expect((await renter.read()).state).toBe('sent')
    expect((await report(id, smsAccount.secret)).body).toBe('OK')
    expect((await renter.read()).state).toBe('failed')
  })
})
