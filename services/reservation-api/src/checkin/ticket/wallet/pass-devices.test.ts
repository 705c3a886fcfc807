import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pickUpOf, readPass, walletWorld, type WalletWorld } from '../../../../test/fixtures/wallet-world.fixture.ts'
import { mostDevices } from './pass-devices.ts'
import { deviceHashes, isPassToken, passToken } from './pass-keys.ts'

let world: WalletWorld
beforeAll(async () => { world = await walletWorld() })
afterAll(() => world.stop())

const codes = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status)
const deviceName = () => randomBytes(16).toString('hex')

describe('a phone with a pass of Apple Wallet (API-90, API-96, API-97, DEC-280)', () => {
  it('registers once, is told which pass changed since it asked last, and fetches it with the new time', async () => {
    const ticket = await world.aTicket()
    const phone = await world.aPhone(ticket.token)
    expect(phone.pass.webServiceURL).toBe('http://costaverde.localhost:4000/api/wallet/apple')
    expect(codes([await phone.registers(), await phone.registers()])).toEqual([201, 200])
    const first = (await phone.changed()).json() as { serialNumbers: string[]; lastUpdated: string }
    expect(first.serialNumbers).toEqual([ticket.id])
    const before = await phone.fetches()
    expect([before.status, before.headers['content-type'], pickUpOf(readPass(before.bytes))]).toEqual([200, 'application/vnd.apple.pkpass', '2031-05-02T10:30'])
    const modified = before.headers['last-modified'] ?? ''
    expect((await phone.fetches({ headers: { 'if-modified-since': modified } })).status).toBe(304)
    const tag = String(Math.floor(Date.parse(modified) / 1000))
    expect((await phone.changed(tag)).status).toBe(204)

    await ticket.movesTo('14:45')
    await world.worker.run()
    const list = (await phone.changed(tag)).json() as { serialNumbers: string[]; lastUpdated: string }
    expect(list.serialNumbers).toEqual([ticket.id])
    // A change that is written while a phone asks is in the next answer at the latest.
    expect(Number(list.lastUpdated)).toBeLessThanOrEqual(Date.now() / 1000 - 9)
    const after = await phone.fetches({ headers: { 'if-modified-since': modified } })
    expect([after.status, pickUpOf(readPass(after.bytes)), readPass(after.bytes).serialNumber]).toEqual([200, '2031-05-02T14:45', ticket.id])
    expect(Date.parse(after.headers['last-modified'] ?? '')).toBeGreaterThan(Date.parse(modified))
  })

  it('is told nothing after it unregistered, and unregistering again is no fault', async () => {
    const ticket = await world.aTicket()
    const phone = await world.aPhone(ticket.token)
    await phone.registers()
    expect(codes([await phone.unregisters(), await phone.unregisters(), await phone.changed()])).toEqual([200, 200, 404])
    await ticket.movesTo('16:00')
    await world.worker.run()
    expect(await world.pushesTo(phone.pushToken)).toEqual([])
  })

  it('has a void pass once the ticket is withdrawn', async () => {
    const ticket = await world.aTicket()
    const phone = await world.aPhone(ticket.token)
    await phone.registers()
    await world.api.asAdmin(`update access_link set revoked_at = now() where reservation_id = '${ticket.id}'`)
    await world.worker.run()
    expect([(await world.pushesTo(phone.pushToken)).length, readPass((await phone.fetches()).bytes).voided]).toEqual([1, true])
  })
})

describe('who has no pass (DEC-280)', () => {
  it('one 401 answers a wrong token, another pass’s, another tenant’s site, a serial that nobody has, a former kind of pass and one that is over', async () => {
    const [ticket, other] = [await world.aTicket(), await world.aTicket()]
    const [phone, second] = [await world.aPhone(ticket.token), await world.aPhone(other.token)]
    await world.put('apple-wallet', world.accounts.apple, 'alpen')
    const { passTypeIdentifier } = phone.pass
    const answers = await Promise.all([
      phone.registers({ headers: { authorization: `ApplePass ${'A'.repeat(43)}` } }), phone.registers({ headers: { authorization: second.authorization } }), phone.registers({ headers: { authorization: '' } }),
      phone.registers({ host: 'alpen.localhost:4000' }), phone.fetches({ host: 'alpen.localhost:4000' }), phone.fetches({ headers: { authorization: second.authorization } }),
      phone.unregisters({ headers: { authorization: second.authorization } }),
      world.call('GET', `/v1/passes/${passTypeIdentifier}/${randomUUID()}`, { headers: { authorization: phone.authorization } }),
      world.call('GET', `/v1/passes/pass.example.other/${ticket.id}`, { headers: { authorization: phone.authorization } }),
      world.call('GET', `/v1/passes/${passTypeIdentifier}/..%2F..%2Fconfig`, { headers: { authorization: phone.authorization } }).then(({ status }) => ({ status: status === 400 ? 401 : status })),
    ])
    expect(codes(answers)).toEqual(answers.map(() => 401))
    await world.put('apple-wallet', { ...world.accounts.apple, passTypeId: 'pass.example.other' })
    expect((await phone.fetches()).status).toBe(401)
    await world.put('apple-wallet', world.accounts.apple)
    expect((await phone.fetches()).status).toBe(200)
    await world.api.asAdmin(`delete from wallet_pass where reservation_id = '${ticket.id}'`)
    expect(codes([await phone.registers(), await phone.fetches()])).toEqual([401, 401])
    expect(await world.receivers(ticket.id)).toEqual([])
  })

  it('a token holds for one tenant, one kind of pass and one serial', () => {
    const pass = { tenantId: 'costaverde', passTypeId: 'pass.example', serial: 'a' }
    const isToken = (of: object) => isPassToken('a-secret', { ...pass, ...of }, `ApplePass ${passToken('a-secret', pass)}`)
    expect([isToken({}), isToken({ tenantId: 'alpen' }), isToken({ passTypeId: 'pass.other' }), isToken({ serial: 'b' })]).toEqual([true, false, false, false])
    expect(deviceHashes('a-secret', 'costaverde', 'd')).not.toEqual(deviceHashes('a-secret', 'alpen', 'd'))
  })

  it('nobody takes another’s phone from a pass without its name, and the pass of another not at all', async () => {
    const [ticket, other] = [await world.aTicket(), await world.aTicket()]
    const [phone, thief] = [await world.aPhone(ticket.token), await world.aPhone(other.token)]
    await phone.registers()
    await thief.unregisters({}, phone.device)
    await phone.unregisters({}, deviceName())
    expect(await world.receivers(ticket.id)).toHaveLength(1)
  })

  it('names of devices that are nobody’s count for their address, and one that has passes is answered all the same', async () => {
    const phone = await world.aPhone((await world.aTicket()).token)
    await phone.registers()
    const guess = () => world.call('GET', `/v1/devices/${deviceName()}/registrations/${phone.pass.passTypeIdentifier}`)
    const statuses: number[] = []
    for (let count = 0; count < 15; count += 1) statuses.push((await guess()).status)
    expect([statuses[0], statuses.at(-1)]).toEqual([404, 429])
    expect((await phone.changed()).status).toBe(200)
    await world.api.asAdmin('delete from guess_guard')
  })

  it('a pass has so many devices at most, whoever floods it, also at the same time', async () => {
    const ticket = await world.aTicket()
    const phone = await world.aPhone(ticket.token)
    await phone.registers()
    const { passTypeIdentifier, serialNumber } = phone.pass
    const flood = await Promise.all(Array.from({ length: mostDevices + 5 }, () => world.call('POST', `/v1/devices/${deviceName()}/registrations/${passTypeIdentifier}/${serialNumber}`, {
      headers: { authorization: phone.authorization }, body: { pushToken: randomBytes(32).toString('hex') },
    })))
    expect([flood.filter(({ status }) => status === 201).length, flood.filter(({ status }) => status === 429).length, (await world.receivers(ticket.id)).length]).toEqual([mostDevices - 1, 6, mostDevices])
    expect((await phone.registers()).status).toBe(200)
  })

  it('what is no call of a wallet is refused: a push token that would lead elsewhere, no JSON, a body that is too long, another address', async () => {
    const phone = await world.aPhone((await world.aTicket()).token)
    const answers = [
      await phone.registers({ body: { pushToken: '../../3/device/00' } }), await phone.registers({ body: '{' }), await phone.registers({ body: { pushToken: 'a'.repeat(20_000) } }),
      await world.call('GET', '/v1/devices'), await phone.fetches({ host: 'nobody.localhost:4000' }),
    ]
    expect(codes(answers)).toEqual([400, 400, 413, 404, 421])
  })

  it('what phones report is taken and written nowhere; the log says once that there is something', async () => {
    const report = () => world.call('POST', '/v1/log', { body: { logs: ['[2031] Canary of a phone'] } })
    expect(codes([await report(), await report(), await world.call('POST', '/v1/log', { body: { logs: 'x' } })])).toEqual([200, 200, 400])
    expect([world.logs().includes('Canary of a phone'), world.logs().split('devices report failures').length]).toEqual([false, 2])
  })

  it('no log has the token of a pass, the name of a device or its address', async () => {
    const phone = await world.aPhone((await world.aTicket()).token)
    await phone.registers()
    await phone.changed()
    await phone.fetches()
    for (const secret of [phone.pass.authenticationToken, phone.device, phone.pushToken, 'anary']) expect(world.logs(), secret).not.toContain(secret)
    expect(JSON.stringify(await world.api.asAdmin('select * from wallet_receiver'))).not.toContain(phone.pushToken)
  })
})
