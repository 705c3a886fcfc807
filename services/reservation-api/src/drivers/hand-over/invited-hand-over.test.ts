import type { HandOverState } from '@checkin/api/hand-over'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { driverApi, type DriverApi } from '../../../test/fixtures/driver-api.fixture.ts'
import { photo } from '../../../test/fixtures/hostile-files.fixture.ts'
import { aBrowser, aKey, anInvitation, codeOf, mailTo } from '../../../test/fixtures/invited-driver.fixture.ts'
import { cleanUpDriverLinks } from '../links-cleanup.ts'
import { handOverLimits } from './hand-over-store.ts'

let api: DriverApi
let picture: string
beforeAll(async () => {
  api = await driverApi({ driverInvitation: true, pictureHandOver: true })
  picture = (await photo(300, 200).jpeg().toBuffer()).toString('base64')
})
afterAll(() => api.stop())

let addresses = 0
const fromElsewhere = () => ({ 'x-checkin-client': `203.0.113.${addresses += 1}` })
/** What the page of a link and a browser may ask about a phone. */
const pageOf = (token: string, key: string, host = 'costaverde.localhost:4000') => {
  const headers = fromElsewhere()
  const post = (path: string, body: object) => api.call('POST', `/api/invitation/hand-over${path}`, { host, headers, body: { token, key, ...body } })
  return {
    begin: (sides = ['document.front', 'licence.front']) => post('', { sides }),
    read: (handOver: string, taken: readonly string[] = []) => post('/state', { handOver, taken }),
    answer: (handOver: string, number: string | null) => post('/answer', { handOver, number }),
  }
}
const aPhone = (token: string, key = aKey(), host = 'costaverde.localhost:4000') => {
  const headers = fromElsewhere()
  return {
    join: () => api.call('POST', '/api/hand-over/phone', { host, headers, body: { token, key } }),
    send: (side = 'document.front', image = picture) => api.call('POST', '/api/hand-over/picture', { host, headers, body: { token, key, side, image } }),
  }
}
const stateIn = (answer: { json: () => unknown }) => (answer.json() as HandOverState).state
const numberIn = (answer: { json: () => unknown }) => (answer.json() as { number: string }).number
const tokenIn = (answer: { json: () => unknown }) => (answer.json() as { token: string }).token

/** An invited driver who was proved, with the page that may show a code. */
async function proved(reference: string) {
  const invitation = await anInvitation(api, reference)
  expect((await invitation.invitee.enter(`${reference.toLowerCase()}@example.com`)).statusCode).toBe(200)
  return { ...invitation, page: pageOf(invitation.token, invitation.invitee.key) }
}
/** The same, with a phone that was let in. */
async function aPair(reference: string) {
  const driver = await proved(reference)
  const code = tokenIn(await driver.page.begin())
  const camera = aPhone(code)
  expect(stateIn(await driver.page.answer(code, numberIn(await camera.join())))).toBe('open')
  return { ...driver, code, camera }
}

describe('pictures by phone for an invited driver (DEC-240)', () => {
  it('a phone that was let in sends pictures, which the page gets and the server then forgets (API-73, API-74, API-75)', async () => {
    const { page } = await proved('IH1')
    const code = tokenIn(await page.begin())
    expect((await page.read(code)).json()).toEqual({ state: 'waiting', pictures: [] })
    const camera = aPhone(code)
    const joined = await camera.join()
    expect(joined.json()).toEqual({ state: 'number', number: expect.stringMatching(/^[1-9]\d$/), sides: ['document.front', 'licence.front'] })
    expect([stateIn(await page.read(code)), codeOf(await camera.send()), stateIn(await page.answer(code, numberIn(joined)))]).toEqual(['number', '403 CodeRequired', 'open'])
    expect((await camera.send()).json()).toEqual({ sent: true })
    const [first] = (await page.read(code)).json<HandOverState>().pictures
    expect(first?.side).toBe('document.front')
    expect((await page.read(code, [first?.id ?? ''])).json<HandOverState>().pictures).toEqual([])
    expect(await api.asAdmin('select id from handed_picture')).toEqual([])
  })

  it('a browser that proved nothing, whoever has the link and the code, gets nothing', async () => {
    const { token, code, page } = await aPair('IH2')
    const other = pageOf(token, aKey())
    expect([codeOf(await other.begin()), codeOf(await other.read(code)), codeOf(await other.answer(code, null))]).toEqual(Array(3).fill('403 CodeRequired'))
    expect(stateIn(await page.read(code))).toBe('open')
  })

  it('the code of another invitation, of a session and of another company is none, and ends for nobody', async () => {
    const mine = await aPair('IH3')
    const theirs = await proved('IH4')
    expect([stateIn(await theirs.page.read(mine.code)), stateIn(await theirs.page.answer(mine.code, null))]).toEqual(['ended', 'ended'])
    expect((await mine.renter.post('/hand-over/state', { token: mine.code, taken: [] })).json()).toEqual({ state: 'ended', pictures: [] })
    expect((await mine.renter.post('/hand-over/answer', { token: mine.code, number: null })).json()).toEqual({ state: 'ended' })
    const ofSession = tokenIn(await mine.renter.post('/hand-over', { sides: ['document.front'] }))
    expect([stateIn(await mine.page.read(ofSession)), stateIn(await mine.page.answer(ofSession, null))]).toEqual(['ended', 'ended'])
    expect((await mine.renter.post('/hand-over/state', { token: ofSession, taken: [] })).json()).toMatchObject({ state: 'waiting' })
    expect(codeOf(await pageOf(mine.token, mine.invitee.key, 'alpen.localhost:4000').read(mine.code))).toBe('404 LinkUnknown')
    expect(codeOf(await aPhone(mine.code, aKey(), 'alpen.localhost:4000').join())).toBe('404 LinkUnknown')
    expect(stateIn(await mine.page.read(mine.code))).toBe('open')
  })

  it('a second phone gets nothing, and a third wrong number ends the code', async () => {
    const { page } = await proved('IH5')
    const code = tokenIn(await page.begin())
    const number = numberIn(await aPhone(code).join())
    expect(codeOf(await aPhone(code).join())).toBe('404 LinkUnknown')
    const wrong = number === '10' ? '11' : '10'
    const tries = []
    for (let at = 0; at < handOverLimits.wrongNumbers; at += 1) tries.push(stateIn(await page.answer(code, wrong)))
    expect([...tries, stateIn(await page.answer(code, number))]).toEqual(['number', 'number', 'ended', 'ended'])
  })

  it.each([
    ['was withdrawn', 'ended', (one: Awaited<ReturnType<typeof aPair>>) => one.renter.post('/invitation/withdraw', undefined)],
    ['is replaced by a new one', 'ended', (one) => one.renter.post('/invitation', { email: null })],
    ['was filled in', 'done', (one) => one.invitee.save({ email: `save${one.renter.number}@example.com` })],
    ['is over by its time', 'expired', (one) => api.asAdmin(`update driver_invitation set expires_at = now() - interval '1 second' where reservation_id = '${one.renter.id}'`)],
    ['is over by pick-up', 'picked', (one) => api.asAdmin(`update reservation set check_out_at = now() - interval '2 days' where id = '${one.renter.id}'`)],
  ] as [string, string, (one: Awaited<ReturnType<typeof aPair>>) => Promise<unknown>][])('ends for page and phone with an invitation that %s', async (what, _how, end) => {
    const pair = await aPair(`IHE${what.length}`)
    await end(pair)
    expect([codeOf(await pair.camera.send()), codeOf(await pair.camera.join())]).toEqual(Array(2).fill('404 LinkUnknown'))
    expect([codeOf(await pair.page.read(pair.code)), codeOf(await pair.page.answer(pair.code, null)), codeOf(await pair.page.begin())]).toEqual(Array(3).fill('404 LinkUnknown'))
  })

  it('another browser that proves itself ends the code of the former, which gets nothing more', async () => {
    const { token, page, code, camera } = await aPair('IH6')
    await camera.send()
    const other = aBrowser(api, token)
    await api.asAdmin("update invitation_code set created_at = created_at - interval '5 minutes'")
    expect((await other.code()).statusCode).toBe(200)
    expect((await other.prove((await mailTo(api, 'ih6@example.com'))?.['code'] ?? '')).statusCode).toBe(200)
    expect([codeOf(await camera.send()), codeOf(await page.read(code)), stateIn(await pageOf(token, other.key).read(code))]).toEqual(['404 LinkUnknown', '403 CodeRequired', 'ended'])
    expect(await api.asAdmin('select id from handed_picture')).toEqual([])
  })

  it('a code that is over by its time is none, and a new one takes the place of the one before', async () => {
    const { page, code, camera, renter } = await aPair('IH7')
    const next = tokenIn(await page.begin())
    expect([codeOf(await camera.send()), stateIn(await page.read(code)), stateIn(await page.read(next))]).toEqual(['404 LinkUnknown', 'ended', 'waiting'])
    await api.asAdmin(`update picture_hand_over set expires_at = now() - interval '1 second' where reservation_id = '${renter.id}'`)
    expect([codeOf(await aPhone(next).join()), stateIn(await page.read(next))]).toEqual(['404 LinkUnknown', 'ended'])
  })

  it('a code of the invited driver and one of the renter\'s session do not end one another', async () => {
    const { page, code, renter } = await aPair('IH8')
    const ofSession = tokenIn(await renter.post('/hand-over', { sides: ['document.front'] }))
    expect(stateIn(await page.read(code))).toBe('open')
    await page.begin()
    expect((await renter.post('/hand-over/state', { token: ofSession, taken: [] })).json()).toMatchObject({ state: 'waiting' })
  })

  it('is begun so often an hour and no more, and takes so many pictures', async () => {
    const { page, code, camera } = await aPair('IH9')
    await api.asAdmin(`update picture_hand_over set sent = ${handOverLimits.pictures} where invitation_id is not null and ended_at is null`)
    expect(codeOf(await camera.send())).toBe('429 TooManyRequests')
    const answers = []
    for (let at = 0; at < handOverLimits.perHour; at += 1) answers.push((await page.begin()).statusCode)
    expect([answers.slice(0, -1).every((status) => status === 200), answers.at(-1), stateIn(await page.read(code))]).toEqual([true, 429, 'ended'])
  })

  it('the phone learns nothing of the rental, and guesses of links are throttled here too', async () => {
    const { page, renter } = await proved('IH10')
    const joined = await aPhone(tokenIn(await page.begin())).join()
    expect(joined.headers['set-cookie']).toBeUndefined()
    expect(joined.body).not.toMatch(new RegExp(`Silva|Maria|${renter.number}|${renter.guid}|IH10`))
    const headers = fromElsewhere()
    const guess = () => api.call('POST', '/api/invitation/hand-over/state', { headers, body: { token: aKey(), key: aKey(), handOver: aKey(), taken: [] } })
    const answers = []
    for (let at = 0; at < 12; at += 1) answers.push((await guess()).statusCode)
    expect([answers.slice(0, 10), answers[11]]).toEqual([Array(10).fill(404), 429])
  })

  it('a picture that nobody fetched goes with the next tidying, and the code with its invitation (DEC-238)', async () => {
    const { renter, camera } = await aPair('IH11')
    await camera.send()
    const own = `reservation_id = '${renter.id}'`
    await api.asAdmin(`update picture_hand_over set expires_at = now() - interval '1 second' where ${own}`)
    await cleanUpDriverLinks(api.database, 'costaverde')
    expect(await api.asAdmin('select id from handed_picture')).toEqual([])
    await api.asAdmin(`update driver_invitation set expires_at = now() - interval '25 hours' where ${own}`)
    await cleanUpDriverLinks(api.database, 'costaverde')
    expect(await api.asAdmin(`select id from picture_hand_over where ${own}`)).toEqual([])
  })

  it('a row belongs to a session or to an invitation, never to both or neither', async () => {
    const { renter } = await aPair('IH12')
    await expect(api.asAdmin(`update picture_hand_over set invitation_id = null where reservation_id = '${renter.id}'`)).rejects.toThrow('one_page')
  })
})

describe('where the company has it not (DEC-240)', () => {
  it('no code is begun', async () => {
    const off = await driverApi({ driverInvitation: true, pictureHandOver: false })
    onTestFinished(() => off.stop())
    const { token, invitee } = await anInvitation(off, 'IH13')
    await invitee.enter('ih13@example.com')
    expect(codeOf(await off.call('POST', '/api/invitation/hand-over', { body: { token, key: invitee.key, sides: ['document.front'] } }))).toBe('409 ModuleOff')
  })
})
