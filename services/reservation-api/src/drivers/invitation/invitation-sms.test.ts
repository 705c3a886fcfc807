import { logWords } from '@checkin/testing/log-words'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { driverRules } from '../../../test/fixtures/driver-api.fixture.ts'
import { aBrowser, codeOf, mailTo } from '../../../test/fixtures/invited-driver.fixture.ts'
import { smsWorld, type SmsWorld } from '../../../test/fixtures/sms-world.fixture.ts'
import { cleanUpDriverLinks } from '../links-cleanup.ts'

const all = { countries: ['PT', 'GB'], perHour: 1000, uses: ['codes', 'links', 'invitations'] } as const
const channel = (change: object = {}) => ({ smsChannel: { ...all, countries: [...all.countries], uses: [...all.uses], ...change } })
let world: SmsWorld
beforeAll(async () => { world = await smsWorld({ driverInvitation: true, ...channel() }) })
afterAll(() => world.stop())

type State = { state: string; firstName: string | null; sms?: { number: string | null; state: string } }
let networks = 0
const fresh = () => ({ 'x-checkin-client': `198.19.${networks += 1}.9` })

/** A renter with a proved code, who invites whoever has the number. */
async function inviting(reference: string, phone: string, prefix = '+351') {
  const renter = await world.renter(reference, `91${String(2_000_000 + (networks += 1))}`)
  const { token } = await world.session('costaverde', renter.id, 'verified')
  const headers = fresh()
  const post = (path: string, body?: object, own = token) => world.call('POST', `/api/invitation${path}`, { headers, token: own, ...(body && { body }) })
  const number = `${prefix}${phone}`
  const state = async () => (await post('/state')).json<State>()
  const newest = async () => { await world.deliver(); return (await world.taken(number))[0]?.text ?? '' }
  return {
    ...renter, number, state, post, newest, invite: (to = number, more: object = { agreed: true }) => post('/sms', { number: to, ...more }),
    link: async () => /http:\/\/costaverde\.localhost:4000\/invitation\/([\w-]{43})$/.exec(await newest())?.[1] ?? '',
    reaches: (sms: string) => expect.poll(async () => (await state()).sms?.state).toBe(sms),
  }
}
/** The same with the message at the phone, and the browser of its reader. */
async function invited(reference: string, phone: string) {
  const renter = await inviting(reference, phone)
  expect((await renter.invite()).statusCode).toBe(200)
  const token = await renter.link()
  const invitee = aBrowser(world, token, { address: fresh()['x-checkin-client'] })
  const code = async () => { await invitee.code(); return /\b\d{6}\b/.exec(await renter.newest())?.[0] ?? '' }
  return { renter, token, invitee, code }
}
const queued = (id: string) => world.asAdmin(`select kind from mail_outbox where reservation_id = '${id}' and state = 'queued' and kind like 'invitation%'`)
const set = (change: Parameters<SmsWorld['settings']>[0] = {}) => world.settings({ driverInvitation: true, ...channel(), ...change })
const free = () => world.asAdmin('delete from sms_message')

describe('the second driver invited by text message (DEC-285)', () => {
  it('proves the number by a code that comes there, fills in the own data, and the renter sees two digits, that it arrived, and then the first name (API-91, API-56, API-85, API-86)', async () => {
    const renter = await inviting('SI1', '912347101')
    expect(await renter.state()).toEqual({ state: 'none', firstName: null, expiresAt: null, sms: { number: null, state: 'none' } })
    expect((await renter.invite()).json()).toEqual({ state: 'waiting', firstName: null, expiresAt: expect.any(String), sms: { number: '••••••• 01', state: 'waiting' } })
    const token = await renter.link()
    expect((await world.taken(renter.number))[0]?.text).toMatch(/^Maria rents a car from Costa Verde/)
    await renter.reaches('delivered')
    const invitee = aBrowser(world, token)
    expect((await invitee.open()).json()).toEqual({ state: 'code', trip: null, sms: 'none' })
    expect((await invitee.code('thief@example.com')).statusCode).toBe(200)
    expect([(await invitee.open()).json<{ sms: string }>().sms, await mailTo(world, 'thief@example.com')]).toEqual(['waiting', null])
    const text = await renter.newest()
    expect(text.split('\n').at(-1)).toBe(`@costaverde.localhost #${/\d{6}/.exec(text)?.[0]}`)
    expect((await invitee.prove(/\d{6}/.exec(text)?.[0] ?? '')).json()).toMatchObject({ state: 'open', trip: { renter: 'Maria' } })
    // A number is no address of mail.
    const { main, additional } = driverRules
    await set({ fieldRules: { main, additional: { ...additional, email: { visible: true, mandatory: false } } } })
    expect((await invitee.save({ email: '' })).statusCode).toBe(200)
    await set()
    expect(await renter.state()).toMatchObject({ state: 'done', firstName: 'Rui' })
    expect((await world.fleet('costaverde', 'GET', '/reservations/SI1')).json()).toMatchObject({ reservation: { addDriver: { name: 'Rui', email: null } } })
  })

  it('asked for again, also at once, is one invitation and one message, whatever the provider loses', async () => {
    const renter = await inviting('SI2', '912349904')
    const answers = await Promise.all([renter.invite(), renter.invite(), renter.invite()])
    expect(answers.map(codeOf)).toEqual(['200', '200', '200'])
    for (let round = 0; round < 3; round += 1) await world.deliver()
    expect(await world.taken(renter.number)).toHaveLength(1)
    await renter.reaches('delivered')
    expect((await renter.invite()).json<State>().sms?.state).toBe('delivered')
    await world.deliver()
    expect(await world.taken(renter.number)).toHaveLength(1)
    expect(await world.asAdmin(`select id from driver_invitation where reservation_id = '${renter.id}'`)).toHaveLength(1)
  })

  it.each([['is refused', '912349901'], ['reaches no phone', '912349905']])('that %s says so, and the same number or a mail may follow at once, which ends it', async (what, phone) => {
    await free()
    const renter = await inviting(`SF${phone}`, phone)
    await renter.invite()
    await world.deliver()
    await renter.reaches('failed')
    expect((await renter.invite()).json<State>().sms).toEqual({ number: `••••••• ${phone.slice(-2)}`, state: 'waiting' })
    const token = what === 'is refused' ? '' : await renter.link()
    expect((await renter.post('', { email: 'rui@example.com' })).statusCode).toBe(200)
    expect((await renter.state()).sms).toEqual({ number: null, state: 'none' })
    if (token !== '') expect(codeOf(await aBrowser(world, token).open())).toBe('404 LinkUnknown')
    expect((await mailTo(world, 'rui@example.com'))?.['token']).toMatch(/^[\w-]{43}$/)
  })

  it('leaves number, link and code in no log and no table, and goes a day after its end, or with the personal data of the reservation (DEC-213, DEC-238)', async () => {
    const tables = async () => JSON.stringify(await Promise.all(['mail_outbox', 'sms_message', 'driver_invitation', 'invitation_code', 'keyed_call'].map(async (table) => (await world.asAdmin(`select * from ${table}`))
      .map((row) => Object.values(row).map((value) => (value instanceof Buffer ? value.toString('latin1') : value))))))
    const renter = await inviting('SI4', '912347104')
    await renter.invite()
    const waiting = await tables()
    const token = await renter.link()
    const invitee = aBrowser(world, token)
    await invitee.code()
    const waitingCode = await tables()
    const typed = /\b\d{6}\b/.exec(await renter.newest())?.[0] ?? ''
    await invitee.prove(typed)
    for (const text of [waiting, waitingCode, await tables(), logWords(world.logs()), logWords(world.workerLogs())]) expect(text).not.toMatch(new RegExp(`912347104|${token}|"${typed}"`))
    const other = await invited('SI5', '912347105')
    await world.asAdmin(`update driver_invitation set ended_at = now() - interval '25 hours' where reservation_id = '${other.renter.id}'`)
    await cleanUpDriverLinks(world.database, 'costaverde')
    await world.fleet('costaverde', 'DELETE', '/reservations/SI4/personal-data')
    for (const { id } of [renter, other.renter]) expect(await world.asAdmin(`select id from driver_invitation where reservation_id = '${id}'`)).toEqual([])
    expect(await world.asAdmin(`select id from sms_message where reservation_id = '${renter.id}'`)).toEqual([])
  })
})

describe('who gets no invitation by text message (DEC-285)', () => {
  it.each([['the tenant’s messages bring none', channel({ uses: ['codes', 'links'] })], ['the tenant has no messages', { smsChannel: null }], ['the tenant has no invitations', { driverInvitation: false }]])('where %s nobody does, a hand-made request and a link that is out included', async (what, settings) => {
    await free()
    const { renter, invitee } = await invited(`SO${what.length}`, '912347201')
    const other = await inviting(`SP${what.length}`, '912347202')
    await set(settings)
    try {
      if (!('driverInvitation' in settings)) expect((await other.state()).sms).toBeUndefined()
      expect([codeOf(await other.invite()), codeOf(await invitee.code('thief@example.com'))]).toEqual(['409 ModuleOff', '404 LinkUnknown'])
      expect([await world.asAdmin(`select id from sms_message where reservation_id = '${other.id}'`), await queued(renter.id), await mailTo(world, 'thief@example.com')]).toEqual([[], [], null])
    } finally {
      await set()
    }
  })

  it('nobody whose agreement the renter does not state, and nobody by a session that a link opened', async () => {
    const renter = await inviting('SO1', '912347203')
    const link = await world.session('costaverde', renter.id, 'link')
    expect([codeOf(await renter.invite(renter.number, {})), codeOf(await renter.invite(renter.number, { agreed: false })), codeOf(await renter.post('/sms', { number: renter.number, agreed: true }, link.token))])
      .toEqual(['400 InvalidRequest', '400 InvalidRequest', '403 CodeRequired'])
    expect(await queued(renter.id)).toEqual([])
  })

  it.each([['of a country that the tenant does not name', '+33612345678'], ['of the same calling code in a dearer country', '+447781123456'], ['of a fixed line', '+351289555010'], ['of a service that costs', '+351760123456'], ['that is none', '+3519123'], ['without a calling code', '912345678']])('nobody at a number %s (DEC-232)', async (what, number) => {
    const renter = await inviting(`SN${what.length}`, '912347204')
    expect(codeOf(await renter.invite(number))).toBe('400 InvalidRequest')
    expect((await renter.state()).state).toBe('none')
  })
})

describe('attacks on an invitation by text message (DEC-210, DEC-285)', () => {
  it('five wrong guesses end a code; a code is good once; neither link nor code is of use at another company', async () => {
    const { token, invitee, code } = await invited('SA1', '912347301')
    const typed = await code()
    expect([codeOf(await aBrowser(world, token, { host: 'alpen.localhost:4000' }).open()), codeOf(await aBrowser(world, token, { host: 'alpen.localhost:4000' }).prove(typed))]).toEqual(['404 LinkUnknown', '404 LinkUnknown'])
    const wrong = typed === '111111' ? '222222' : '111111'
    await Promise.all(Array.from({ length: 5 }, () => aBrowser(world, token).prove(wrong)))
    expect(codeOf(await invitee.prove(typed))).toBe('404 CodeNotFound')
    await world.asAdmin("update invitation_code set created_at = created_at - interval '2 minutes'")
    const second = await code()
    expect([codeOf(await invitee.prove(second)), codeOf(await aBrowser(world, token).prove(second))]).toEqual(['200', '404 CodeNotFound'])
    expect(codeOf(await invitee.save())).toBe('200')
    expect([codeOf(await invitee.save()), codeOf(await invitee.open())]).toEqual(['404 LinkUnknown', '404 LinkUnknown'])
  })

  it('what was withdrawn or has expired opens nothing, with its code, and what had not left leaves no more (API-57)', async () => {
    const { renter, invitee, code } = await invited('SA2', '912347302')
    const typed = await code()
    const late = await inviting('SA3', '912347303')
    await late.invite()
    for (const { post } of [renter, late]) for (const _again of [1, 2]) expect((await post('/withdraw')).json()).toMatchObject({ state: 'none', sms: { number: null, state: 'none' } })
    expect([await queued(late.id), await late.newest()]).toEqual([[], ''])
    const expired = await invited('SA4', '912347304')
    await world.asAdmin(`update driver_invitation set expires_at = now() where reservation_id = '${expired.renter.id}'`)
    expect([codeOf(await invitee.prove(typed)), codeOf(await invitee.code()), codeOf(await expired.invitee.open()), codeOf(await expired.invitee.code())]).toEqual(Array(4).fill('404 LinkUnknown'))
    expect((await expired.renter.state()).state).toBe('none')
  })
})

describe('flooding by invitations (DEC-232, DEC-285)', () => {
  /** As if so many messages had gone out within the hour that are like the newest of a reservation in one thing. */
  const repeat = (id: string, like: 'number_hash' | 'network_hash' | 'reservation_id', other: string) => world.asAdmin(`with mail as (insert into mail_outbox (tenant_id, id, kind, state, reservation_id, language, expires_at)
      select tenant_id, gen_random_uuid(), kind, 'sent', ${like === 'reservation_id' ? 'reservation_id' : `'${other}'::uuid`}, language, expires_at from mail_outbox, generate_series(1, 200) where kind = 'invitation-sms' and reservation_id = '${id}' returning id, reservation_id)
    insert into sms_message (tenant_id, id, reservation_id, session_id, number_hash, network_hash) select sms.tenant_id, mail.id, mail.reservation_id, sms.session_id,
      ${like === 'number_hash' ? 'sms.number_hash' : 'sha256(mail.id::text::bytea)'}, ${like === 'network_hash' ? 'sms.network_hash' : 'sha256(mail.id::text::bytea)'} from sms_message sms, mail where sms.reservation_id = '${id}'`)

  it.each([['number, however it is written', 'number_hash'], ['network', 'network_hash'], ['reservation', 'reservation_id']] as const)('ends at so many messages of one %s, and leaves the invitation that was there as it is', async (_what, like) => {
    await free()
    const renter = await inviting(`SL${like}`, '7400123456', '+44')
    const [other, third] = [await inviting(`SM${like}`, '912347401'), await inviting(`ST${like}`, '912347401')]
    expect((await renter.invite()).statusCode).toBe(200)
    await repeat(renter.id, like, third.id)
    // Written another way it is the same number; another number is of the same network and reservation.
    const refused = like === 'number_hash' ? await other.invite('+4407400123456') : await renter.invite('+351912347402')
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 60]).toEqual([429, true])
    expect((await renter.state()).sms?.number).toBe('••••••• 56')
    expect((await other.state()).state).toBe('none')
  })

  it('ends at the tenant’s number of messages, codes of invited drivers among them, also at once', async () => {
    await free()
    const { invitee } = await invited('SL1', '912347403')
    const renters = await Promise.all([inviting('SL2', '912347404'), inviting('SL3', '912347405'), inviting('SL4', '912347406')])
    await set(channel({ perHour: 3 }))
    try {
      expect((await invitee.code()).statusCode).toBe(200)
      expect((await Promise.all(renters.map((renter) => renter.invite()))).map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 429, 429])
      await world.asAdmin("update invitation_code set created_at = created_at - interval '2 minutes'")
      expect((await invitee.code()).statusCode).toBe(429)
    } finally {
      await set()
    }
  })
})
