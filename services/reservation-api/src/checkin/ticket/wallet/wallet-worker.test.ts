import { startTlsServer } from '@checkin/testing/tls-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { walletWorld, type WalletWorld } from '../../../../test/fixtures/wallet-world.fixture.ts'
import { pushToDevices } from './apple-push.ts'
import { changeGoogleObjects } from './google-update.ts'
import { endPasses } from './pass-store.ts'

let world: WalletWorld
beforeAll(async () => { world = await walletWorld() })
afterAll(() => world.stop())

const registered = async () => {
  const ticket = await world.aTicket()
  const phone = await world.aPhone(ticket.token)
  await phone.registers()
  return { ticket, phone }
}
const saved = async () => {
  const ticket = await world.aTicket()
  await world.saveAtGoogle(ticket.token)
  return ticket
}
const text = async (id: string) => JSON.stringify(await world.objectOf(id))

describe('phones are told of a change (DEC-280)', () => {
  it('by an empty push for the kind of pass, once, and not where nothing that the pass says was changed', async () => {
    const { ticket, phone } = await registered()
    await world.worker.run()
    expect(await world.pushesTo(phone.pushToken)).toEqual([])
    await ticket.movesTo('14:45')
    await world.worker.run()
    await world.worker.run()
    await ticket.movesTo('14:45')
    await world.worker.run()
    expect(await world.pushesTo(phone.pushToken)).toMatchObject([{ topic: world.accounts.apple.passTypeId, body: '{"aps":{}}' }])
    await world.api.asAdmin(`update reservation set row_version = row_version + 1, paid_minor = paid_minor + 1 where id = '${ticket.id}'`)
    await world.worker.run()
    expect(await world.pushesTo(phone.pushToken)).toHaveLength(1)
  })

  it('at once where the pass changed between its making and its adding', async () => {
    const ticket = await world.aTicket()
    const phone = await world.aPhone(ticket.token)
    await ticket.movesTo('14:45')
    await world.worker.run()
    await phone.registers()
    await world.worker.run()
    expect(await world.pushesTo(phone.pushToken)).toHaveLength(1)
  })

  it.each(['gone', 'refused'])('a phone that the push service calls %s is forgotten, the others stay', async (fault) => {
    const { ticket, phone } = await registered()
    const other = await world.aPhone(ticket.token)
    await other.registers()
    await world.plays({ fault, to: phone.pushToken })
    await ticket.movesTo('14:45')
    await world.worker.run()
    expect([(await world.receivers(ticket.id)).length, (await world.pushesTo(other.pushToken)).length]).toEqual([1, 1])
  })

  it.each(['error', 'busy', 'drop'])('after %s it is tried again, later each time, until it arrives', async (fault) => {
    const { ticket, phone } = await registered()
    await world.plays({ fault, to: phone.pushToken, times: 2 })
    await ticket.movesTo('14:45')
    await world.worker.run()
    expect(await world.receivers(ticket.id)).toMatchObject([{ attempts: 1 }])
    await world.timeGoesOn()
    await world.worker.run()
    expect(await world.receivers(ticket.id)).toMatchObject([{ attempts: 2 }])
    await world.timeGoesOn()
    await world.worker.run()
    expect([await world.receivers(ticket.id), (await world.pushesTo(phone.pushToken)).map((push) => push.fault)]).toEqual([[{ wallet: 'apple', attempts: 0, due_at: null }], [null, fault, fault]])
  })

  it('a push service that never answers holds nobody for ever, and one that is away nothing but its own', async () => {
    const { ticket, phone } = await registered()
    const object = await saved()
    await world.plays({ fault: 'silent', to: phone.pushToken })
    await ticket.movesTo('14:45')
    await object.movesTo('14:45')
    await world.worker.run()
    expect([await world.receivers(ticket.id), (await text(object.id)).includes('14:45')]).toMatchObject([[{ attempts: 1 }], true])
    expect(world.logs()).toContain('a pass will be updated again')
    expect(await pushToDevices({ ...world.accounts.apple, pushUrl: 'http://127.0.0.1:9' }, ['00'])).toEqual([{ kind: 'again', reason: 'ENOANSWER' }])
    await world.timeGoesOn()
    await world.worker.run()
  })

  it('a push service whose certificate nobody trusts is told nothing (ASVS 12.3.2)', async () => {
    const { port, requests, stop } = await startTlsServer()
    expect(await pushToDevices({ ...world.accounts.apple, pushUrl: `https://localhost:${port}` }, ['00'])).toEqual([{ kind: 'again', reason: 'ENOANSWER' }])
    expect(await changeGoogleObjects({ ...world.accounts.google, tokenUrl: `https://localhost:${port}/token` }, [{ serial: 'a', object: {} }])).toEqual([{ kind: 'again', reason: 'ENOANSWER' }])
    expect(requests()).toBe(0)
    stop()
  })
})

describe('passes at Google Wallet (DEC-280)', () => {
  it('a saved pass has the new time in the language in which it was saved; one that nobody saved is never sent', async () => {
    const [ticket, other] = [await saved(), await world.aTicket()]
    await ticket.movesTo('14:45')
    await other.movesTo('14:45')
    await world.worker.run()
    expect(await world.objectOf(ticket.id)).toMatchObject({ state: 'ACTIVE', barcode: { value: ticket.reference } })
    expect([(await text(ticket.id)).includes('2031-05-02 14:45, Faro Airport'), (await text(ticket.id)).includes('Levantamento'), await world.objectOf(other.id)]).toEqual([true, true, null])
    expect(await text(ticket.id)).not.toContain('anary')
  })

  it('that of a withdrawn ticket is no longer active, and one whose time is over has expired', async () => {
    const [withdrawn, over] = [await saved(), await saved()]
    await world.api.asAdmin(`update access_link set revoked_at = now() where reservation_id = '${withdrawn.id}'`)
    await world.api.asAdmin(`update reservation set check_out_at = '2020-12-24T10:00', check_in_at = '2021-01-01T10:00', row_version = row_version + 1 where id = '${over.id}'`)
    await world.worker.run()
    expect([await world.objectOf(withdrawn.id), await world.objectOf(over.id)]).toMatchObject([{ state: 'INACTIVE' }, { state: 'EXPIRED' }])
  })

  it.each([['error', undefined], ['busy', undefined], ['refused', 'token'], ['error', 'token'], ['drop', 'token']] as const)('after %s of %s it is tried again until it is taken', async (fault, at) => {
    const ticket = await saved()
    await world.plays({ fault, to: at ?? `${world.accounts.google.issuerId}.${ticket.id}` })
    await ticket.movesTo('15:15')
    await world.worker.run()
    expect([await world.objectOf(ticket.id), await world.receivers(ticket.id)]).toMatchObject([null, [{ attempts: 1 }]])
    await world.timeGoesOn()
    await world.worker.run()
    expect([(await text(ticket.id)).includes('15:15'), await world.receivers(ticket.id)]).toEqual([true, [{ wallet: 'google', attempts: 0, due_at: null }]])
  })

  it('a rental that cannot be read keeps no other waiting', async () => {
    const [broken, ticket] = [await saved(), await saved()]
    await broken.movesTo('15:15')
    await ticket.movesTo('15:15')
    await world.api.asAdmin(`update wallet_receiver set due_at = now() where reservation_id in ('${broken.id}', '${ticket.id}')`)
    await world.api.asAdmin(`update reservation set check_out_zone = 'Nowhere/Nowhere' where id = '${broken.id}'`)
    await world.worker.run()
    expect([(await world.objectOf(broken.id)), (await text(ticket.id)).includes('15:15')]).toEqual([null, true])
    await world.api.asAdmin(`delete from wallet_pass where reservation_id = '${broken.id}'`)
  })

  it('one that Google does not know waits for the next change', async () => {
    const ticket = await saved()
    await world.plays({ fault: 'gone', to: `${world.accounts.google.issuerId}.${ticket.id}` })
    await ticket.movesTo('15:15')
    await world.worker.run()
    await ticket.movesTo('15:45')
    await world.worker.run()
    expect(await text(ticket.id)).toContain('15:45')
  })
})

describe('the end of passes (DEC-280)', () => {
  it('with the personal data registrations are gone at once, and the object at Google says nothing of a person before its row is', async () => {
    const { ticket, phone } = await registered()
    await world.saveAtGoogle(ticket.token)
    await ticket.movesTo('14:45')
    await world.worker.run()
    expect(await text(ticket.id)).toContain('Ana')
    const held = (await world.api.fleet('costaverde', 'GET', `/reservations/${ticket.reference}/personal-data`)).json<{ passes: object[] }>()
    expect(held.passes).toMatchObject([{ wallet: 'apple', phones: 1 }, { wallet: 'google', phones: 0 }])
    expect((await world.api.fleet('costaverde', 'DELETE', `/reservations/${ticket.reference}/personal-data`)).statusCode).toBeLessThan(300)
    expect((await world.receivers(ticket.id)).map(({ wallet }) => wallet)).toEqual(['google'])
    expect([(await phone.fetches()).status, (await phone.registers()).status, (await phone.changed()).status]).toEqual([401, 401, 404])
    await world.worker.run()
    expect([await world.objectOf(ticket.id), await world.receivers(ticket.id)]).toEqual([{ state: 'INACTIVE', textModulesData: [] }, []])
    expect(await world.api.asAdmin(`select from wallet_pass where reservation_id = '${ticket.id}'`)).toEqual([])
  })

  it('a pass whose time is over is forgotten with those who had it', async () => {
    const [{ ticket }, other] = [await registered(), await registered()]
    await world.api.asAdmin(`update wallet_pass set ends_at = now() - interval '1 second' where reservation_id = '${ticket.id}'`)
    await world.api.database.withTenant('costaverde', (transaction) => endPasses(transaction, 'costaverde'))
    expect([(await world.receivers(ticket.id)).length, (await world.receivers(other.ticket.id)).length]).toEqual([0, 1])
  })

  it('what cannot be sent any more waits without an attempt: its company has no account', async () => {
    const { ticket, phone } = await registered()
    await ticket.movesTo('14:45')
    await world.remove('apple-wallet')
    await world.worker.run()
    await world.worker.run()
    expect([await world.receivers(ticket.id), await world.pushesTo(phone.pushToken)]).toMatchObject([[{ attempts: 1 }], []])
    await world.put('apple-wallet', world.accounts.apple)
    await world.timeGoesOn()
    await world.worker.run()
    expect(await world.pushesTo(phone.pushToken)).toHaveLength(1)
  })
})
