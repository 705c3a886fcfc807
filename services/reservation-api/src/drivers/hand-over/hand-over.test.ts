import { randomBytes } from 'node:crypto'
import type { HandOverState } from '@checkin/api/hand-over'
import { internalFetch } from '@checkin/server'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { driverApi, type DriverApi } from '../../../test/fixtures/driver-api.fixture.ts'
import { hostileFiles, marker, photo } from '../../../test/fixtures/hostile-files.fixture.ts'
import { handOverLimits } from './hand-over-store.ts'

let api: DriverApi
let picture: string
beforeAll(async () => {
  api = await driverApi({ pictureHandOver: true })
  picture = (await photo(300, 200).jpeg().toBuffer()).toString('base64')
})
afterAll(() => api.stop())

const aKey = () => randomBytes(32).toString('base64url')
const codeOf = (answer: { statusCode: number; json: () => unknown }) => `${answer.statusCode} ${(answer.json() as { code?: string }).code ?? ''}`.trim()
type Renter = Awaited<ReturnType<DriverApi['renter']>>

/** A laptop that shows a code, and what its page may do. */
async function aLaptop(reference: string, sides = ['document.front', 'licence.front']) {
  const renter = await api.renter(reference)
  const begun = await renter.post('/hand-over', { sides })
  expect(begun.statusCode).toBe(200)
  const { token } = begun.json<{ token: string }>()
  return { renter, token, ...pageOf(renter, token) }
}
const pageOf = (renter: Renter, token: string) => ({
  state: async (taken: readonly string[] = []) => (await renter.post('/hand-over/state', { token, taken })).json<HandOverState>(),
  answers: async (number: string | null) => (await renter.post('/hand-over/answer', { token, number })).json<{ state: string }>().state,
})
let phones = 0
/** A phone, at an address of its own unless told. */
const phone = (token: string, key = aKey(), host = 'costaverde.localhost:4000', address = `198.51.100.${phones += 1}`) => {
  const headers = { 'x-checkin-client': address }
  return {
    join: () => api.call('POST', '/api/hand-over/phone', { host, headers, body: { token, key } }),
    send: (side = 'document.front', image = picture) => api.call('POST', '/api/hand-over/picture', { host, headers, body: { token, key, side, image } }),
  }
}
const numberOf = (answer: { json: () => unknown }) => (answer.json() as { number: string }).number
/** A laptop and the phone that it let in. */
async function aPair(reference: string) {
  const laptop = await aLaptop(reference)
  const camera = phone(laptop.token)
  expect(await laptop.answers(numberOf(await camera.join()))).toBe('open')
  return { ...laptop, camera }
}

describe('pictures by phone (DEC-204)', () => {
  it('a phone that was let in sends pictures, which the page gets and the server then forgets (API-47, API-48, API-49, API-50, API-51)', async () => {
    const laptop = await aLaptop('HO1')
    expect(await laptop.state()).toEqual({ state: 'waiting', pictures: [] })
    const camera = phone(laptop.token)
    const joined = await camera.join()
    expect(joined.json()).toEqual({ state: 'number', number: expect.stringMatching(/^[1-9]\d$/), sides: ['document.front', 'licence.front'] })
    expect((await laptop.state()).state).toBe('number')
    expect(await laptop.answers(numberOf(joined))).toBe('open')
    expect((await camera.join()).json()).toEqual({ state: 'open', number: null, sides: ['document.front', 'licence.front'] })
    expect((await camera.send('document.front')).json()).toEqual({ sent: true })
    const [first] = (await laptop.state()).pictures
    expect(first?.side).toBe('document.front')
    expect((await sharp(Buffer.from(first?.image ?? '', 'base64')).metadata()).format).toBe('webp')
    // Asked for again, for example because the answer was lost, it is still there; once the page has it, it is not.
    expect((await laptop.state()).pictures).toHaveLength(1)
    expect((await laptop.state([first?.id ?? ''])).pictures).toEqual([])
    expect(await api.asAdmin('select id from handed_picture')).toEqual([])
  })

  it('the phone learns which pictures are asked for, and nothing of the rental, the renter or the session', async () => {
    const { renter, token } = await aLaptop('HO2')
    const joined = await phone(token).join()
    expect(Object.keys(joined.json<object>()).sort()).toEqual(['number', 'sides', 'state'])
    expect(joined.headers['set-cookie']).toBeUndefined()
    expect(joined.body).not.toMatch(new RegExp(`Silva|Maria|${renter.number}|${renter.guid}|HO2`))
  })

  it('a later picture of a side takes the place of the former, and a new code that of the one before', async () => {
    const { renter, token, state, camera } = await aPair('HO3')
    await camera.send()
    const [former] = (await state()).pictures
    await camera.send()
    expect((await state()).pictures.map(({ id }) => id)).not.toContain(former?.id)
    expect((await state()).pictures).toHaveLength(1)
    expect((await renter.post('/hand-over', { sides: ['document.front'] })).statusCode).toBe(200)
    expect([codeOf(await camera.send()), (await pageOf(renter, token).state()).state]).toEqual(['404 LinkUnknown', 'ended'])
  })

  it('what lies in the database on its way opens with the code of the page alone', async () => {
    const { camera } = await aPair('HO4')
    await camera.send()
    const rows = await api.asAdmin('select sealed from handed_picture')
    const bytes = rows.map(({ sealed }) => sealed as Buffer)
    expect(bytes.some((each) => each.includes('WEBP'))).toBe(false)
    expect(bytes.length).toBeGreaterThan(0)
  })

  it('where the tenant has it not, there is none', async () => {
    const renter = await api.renter('HO5')
    await api.settings({ pictureHandOver: false })
    expect(codeOf(await renter.post('/hand-over', { sides: ['document.front'] }))).toBe('409 ModuleOff')
    await api.settings()
    expect(codeOf(await api.call('POST', '/api/hand-over', { body: { sides: ['document.front'] } }))).toBe('401 Unauthorized')
  })
})

describe('whoever has not been let in sends nothing (DEC-204)', () => {
  it('the second device that opens the code gets nothing, and the first goes on', async () => {
    const { token, camera } = await aPair('HA1')
    const thief = phone(token, aKey(), undefined, '203.0.113.20')
    expect([codeOf(await thief.join()), codeOf(await thief.send())]).toEqual(['404 LinkUnknown', '404 LinkUnknown'])
    expect((await camera.send()).statusCode).toBe(200)
  })

  it('a thief who was faster shows a number that the renter\'s phone does not, and without it he sends nothing', async () => {
    const { token, answers, state } = await aLaptop('HA2')
    const thief = phone(token)
    const number = numberOf(await thief.join())
    expect(codeOf(await thief.send())).toBe('403 CodeRequired')
    expect(codeOf(await phone(token, aKey(), undefined, '203.0.113.21').join())).toBe('404 LinkUnknown')
    const wrong = number === '99' ? '98' : '99'
    expect([await answers(wrong), await answers(wrong), await answers(wrong)]).toEqual(['number', 'number', 'ended'])
    expect([codeOf(await thief.join()), codeOf(await thief.send()), await answers(number), (await state()).state]).toEqual(['404 LinkUnknown', '404 LinkUnknown', 'ended', 'ended'])
  })

  it('a number is no number before a phone came, and another session confirms nothing', async () => {
    const { token, answers } = await aLaptop('HA3')
    expect(await answers('10')).toBe('waiting')
    const number = numberOf(await phone(token).join())
    const other = pageOf(await api.renter('HA3b'), token)
    expect([await other.answers(number), (await other.state()).state]).toEqual(['ended', 'ended'])
    expect(await answers(number)).toBe('open')
  })

  it('what was ended, has expired, or whose session is over is an unknown code like any other', async () => {
    const ended = await aPair('HA4')
    await ended.camera.send()
    await ended.answers(null)
    expect(await api.asAdmin(`select picture.id from handed_picture picture join picture_hand_over way on way.id = picture.hand_over_id where way.reservation_id = '${ended.renter.id}'`)).toEqual([])
    const expired = await aPair('HA5')
    await api.asAdmin(`update picture_hand_over set expires_at = now() - interval '1 second' where reservation_id = '${expired.renter.id}'`)
    const over = await aPair('HA6')
    await api.asAdmin(`update renter_session set ended_at = now() where reservation_id = '${over.renter.id}'`)
    const idle = await aPair('HA7')
    await api.asAdmin(`update renter_session set seen_at = now() - interval '2 hours' where reservation_id = '${idle.renter.id}'`)
    for (const { camera } of [ended, expired, over, idle]) expect([codeOf(await camera.join()), codeOf(await camera.send())]).toEqual(['404 LinkUnknown', '404 LinkUnknown'])
    expect((await expired.state()).state).toBe('ended')
  })

  it('a guessed token, and a right one at another tenant\'s host, are unknown codes; who guesses on is stopped, who has a right one is not', async () => {
    const { token } = await aLaptop('HA8')
    expect(codeOf(await phone(token, aKey(), 'alpen.localhost:4000').join())).toBe('404 LinkUnknown')
    const guesses: string[] = []
    for (let at = 0; at < 12; at += 1) guesses.push(codeOf(await phone(aKey(), aKey(), undefined, '203.0.113.66').join()))
    expect([guesses[0], guesses.at(-1)]).toEqual(['404 LinkUnknown', '429 TooManyRequests'])
    expect((await phone(token, aKey(), undefined, '203.0.113.66').join()).statusCode).toBe(200)
  })

  it('only pictures that are asked for are taken, so many of them, and a session begins so often', async () => {
    const { renter, camera } = await aPair('HA9')
    expect(codeOf(await camera.send('licence.back'))).toBe('400 InvalidRequest')
    await api.asAdmin(`update picture_hand_over set sent = ${handOverLimits.pictures} where reservation_id = '${renter.id}'`)
    expect(codeOf(await camera.send())).toBe('429 TooManyRequests')
    const begun: string[] = []
    for (let at = 0; at < handOverLimits.perHour; at += 1) begun.push(codeOf(await renter.post('/hand-over', { sides: ['document.front'] })))
    expect(begun.at(-1)).toBe('429 TooManyRequests')
  })

  it('files that are no pictures are refused as everywhere, and of pictures only what they show goes on', async () => {
    const { renter, camera, state } = await aPair('HA10')
    const files = (await hostileFiles()).filter((_, at) => at % 6 === 0)
    for (const { name, file, fate } of files) {
      await api.asAdmin(`update picture_hand_over set sent = 0 where reservation_id = '${renter.id}'`)
      expect((await camera.send('document.front', file.toString('base64'))).statusCode, name).toBe(fate === 'refused' ? 400 : 200)
      for (const { image } of (await state()).pictures) expect(Buffer.from(image, 'base64').includes(marker), name).toBe(false)
    }
    expect(codeOf(await camera.send('document.front', 'A'.repeat(6 * 1024 * 1024 + 1)))).toBe('400 InvalidRequest')
  })

  it('deleting the renter\'s data deletes what was on its way', async () => {
    const { renter, camera } = await aPair('HA11')
    await camera.send()
    expect((await api.fleet('costaverde', 'DELETE', '/reservations/HA11/personal-data')).statusCode).toBeLessThan(300)
    expect(await api.asAdmin(`select id from picture_hand_over where reservation_id = '${renter.id}'`)).toEqual([])
    expect(codeOf(await camera.send())).toBe('404 LinkUnknown')
  })
})

describe('what the page is told while it waits (API-48)', () => {
  it('every change, and that it is over: then the stream ends by itself', async () => {
    const { renter, token, answers } = await aLaptop('HE1')
    const port = await api.app.listen({ port: 0, host: '127.0.0.1' }).then((address) => Number(new URL(address).port))
    const listening = internalFetch(`http://127.0.0.1:${port}/api/hand-over/events`, { headers: { host: 'costaverde.localhost', cookie: `checkin_session=${renter.token}` }, timeoutMs: 60_000 })
    const number = numberOf(await phone(token).join())
    await answers(number)
    await new Promise((done) => { setTimeout(done, 1500) })
    await answers(null)
    const { status, headers, text } = await listening
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream'])
    expect(text().match(/event: changed/g)?.length).toBeGreaterThan(0)
    expect(text().endsWith('event: over\ndata:\n\n')).toBe(true)
  })
})
