import type { Endpoint } from '@checkin/api'
import { everyCall } from '@checkin/api/every-call'
import { bodyFormOf, everyForm } from '@checkin/http/body-form'
import { holds } from '@checkin/testing/hostile'
import { logWords } from '@checkin/testing/log-words'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aTrip } from '../fixtures/driver-api.fixture.ts'
import { fitting } from '../fixtures/from-schema.fixture.ts'
import { given } from '../fixtures/personal-calls.fixture.ts'
import { wholeApi, type WholeApi } from '../fixtures/whole-api.fixture.ts'

const calls = Object.values(everyCall) as readonly Endpoint[]
/** What a renter of the walk types or is sent, and what names the reservation; none of it is a word of the product. */
const needles = {
  reference: 'NEEDLE-7301', surname: 'Needlewood', name: 'Needlina', code: '739154', token: `Nd${'x'.repeat(41)}`, email: 'needle@example.com', birthDate: '1971-09-13', driversLicense: 'L-739154-N', taxNumber: '501964843', zipCode: '8670-320', mobile: '963258741',
}
const placed: Readonly<Record<string, string>> = { code: needles.code, zipCode: needles.zipCode, taxNumber: needles.taxNumber }

let api: WholeApi
let cookie: string
let ids: readonly string[]
beforeAll(async () => {
  api = await wholeApi({ refusesPersonalAddresses: true })
  const stored = await api.stored('costaverde', needles.reference, aTrip({
    driver: { id: 501, name: needles.name, surname: needles.surname, birthDate: needles.birthDate, email: needles.email, taxNumber: needles.taxNumber, zipCode: needles.zipCode, mobileObj: { prefix: '351', phone: needles.mobile } },
    customer: { name: needles.name, surname: needles.surname, email: needles.email },
  }))
  const { token, sessionKey } = await api.session('costaverde', stored.id)
  cookie = token
  ids = [stored.guid, token, sessionKey]
})
afterAll(() => api.stop())

/** A call by its address, with `fill` in its places. */
const addressOf = ({ path }: Endpoint, fill: (name: string) => string): string => `/api${path.replace(/:(\w+)/g, (_place, name: string) => encodeURIComponent(fill(name)))}`

describe('what is personal or secret, in addresses', () => {
  it('is taken in no writing of an address that the installation closed (DEC-247, DEC-342), and no log holds it after a walk of all calls (DEC-80)', () => holds('personal data in addresses', async (tried) => {
    for (const call of calls.filter((each) => bodyFormOf(each))) {
      const { params = {}, query, body } = given[call.name] ?? {}
      const path = addressOf(call, (name) => params[name] ?? 'x')
      const search = query ? `?${new URLSearchParams(query).toString()}` : ''
      const send = (url: string, headers = {}, method = call.method) => api.call(method, url, { token: cookie, headers, ...(body && { body }) })
      for (const [who, answer] of [['a stranger', await api.call(call.method, `${path}${search}`, body && { body })], ['a renter', await send(`${path}${search}`)]] as const) tried(`${call.name}: ${who}`, answer.statusCode !== 410)
      const writings: Readonly<Record<string, ReturnType<typeof send>>> = {
        'an escaped letter': send(`${path.replace(/^\/api\/(.)/, (_start, letter: string) => `/api/%${letter.charCodeAt(0).toString(16)}`)}${search}`), 'a slash at the end': send(`${path}/${search}`), 'two slashes': send(`${path.replace('/api/', '/api//')}${search}`),
        'capitals': send(`${path.replace('/api/', '/API/')}${search}`), 'a parameter more': send(`${path}${search === '' ? '?' : `${search}&`}inBody=1`), 'a header for another method': send(`${path}${search}`, { 'x-http-method-override': 'POST' }),
        'only the head': send(`${path}${search}`, {}, call.method === 'GET' ? 'HEAD' as 'GET' : call.method),
      }
      for (const [what, answer] of Object.entries(writings)) tried(`${call.name}: ${what}`, ![400, 404, 405, 410].includes((await answer).statusCode))
    }

    const whole: Readonly<Record<string, string>> = needles
    let made = 0
    for (const form of everyForm(calls)) {
      const address = `${addressOf(form, (name) => placed[name] ?? needles.token)}?${new URLSearchParams(whole).toString()}`
      const [sample] = form.body && form.body !== 'text' ? fc.sample(fitting(form.body), { numRuns: 1, seed: 7 }) : [undefined]
      const bodies = form.method === 'GET' ? [undefined] : [{ ...(typeof sample === 'object' && !Array.isArray(sample) ? sample : {}), ...whole }, whole]
      for (const body of bodies) for (const token of [undefined, cookie]) {
        await api.call(form.method, address, { ...(token !== undefined && { token }), ...(body && { body }) })
        await api.call(form.method, `${address.split('?')[0]}/${needles.code}`, { ...(token !== undefined && { token }) })
        made += 2
      }
    }
    const logs = logWords(api.logs())
    // A line of each call is there, or what is not in them would prove nothing.
    expect(logs.split('\n').filter((line) => line.includes('"call"')).length).toBeGreaterThanOrEqual(made)
    for (const needle of [...Object.values(needles), ...ids]) tried(`log: ${needle.slice(0, 12)}`, logs.includes(needle) || logs.includes(encodeURIComponent(needle)))
  }))
})
