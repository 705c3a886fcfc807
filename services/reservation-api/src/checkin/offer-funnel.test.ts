import { afterAll, beforeAll, expect, it } from 'vitest'
import { aFleetReservation, wholeApi, type WholeApi } from '../../test/fixtures/whole-api.fixture.ts'
import { aRenter } from '../../test/fixtures/renter.fixture.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

it('counts the last action per offer and reservation, also within one call and over sessions (API-34, DEC-47)', async () => {
  const [one, other] = [await aRenter(api, 'F1', aFleetReservation()), await aRenter(api, 'F2', aFleetReservation())]
  const send = (renter: typeof one, ...actions: (readonly [string, string])[]) =>
    renter.call('POST', '/analytics', { sessionKey: renter.sessionKey, analyticsData: actions.map(([viewTag, action]) => ({ viewTag, action })) })
  await send(one, ['adview', 'skip'], ['upview', 'skip'])
  await send(one, ['adview', 'accept'], ['adview', 'complete'])
  await send(other, ['adview', 'accept'], ['adview', 'reject'], ['upview', 'skip'])
  expect((await api.fleet('costaverde', 'GET', '/offers')).json()).toEqual({ answers: [
    { viewTag: 'adview', action: 'complete', reservations: 1 }, { viewTag: 'adview', action: 'reject', reservations: 1 }, { viewTag: 'upview', action: 'skip', reservations: 2 },
  ] })
  expect((await api.fleet('alpen', 'GET', '/offers')).json()).toEqual({ answers: [] })
})
