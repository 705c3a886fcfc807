import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aFleetReservation, anExtra, wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

let api: WholeApi
let mine: { number: string; guid: string; id: string }
beforeAll(async () => {
  api = await wholeApi()
  mine = await api.stored('costaverde', 'R1')
})
afterAll(() => api.stop())

const open = async (level: 'pending' | 'link' | 'verified' = 'verified', id = mine.id, tenant = 'costaverde') => (await api.session(tenant, id, level)).token
const verified = async (path: string, headers: Record<string, string> = {}) => api.call('GET', path, { token: await open(), headers })

describe('the reservation (API-13)', () => {
  it('shows dates in the places\' own time, both drivers, and totals that add up (DATA-02, DATA-03, PRICING E1)', async () => {
    const answer = await verified(`/api/reservation/${mine.guid}`)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toMatchObject({
      reservation: {
        reservation: mine.number, reference: 'R1', guid: mine.guid, numberEMG: 'EMG-1', returnDate: '2031-05-07',
        checkOut: { dateAndTime: '2031-05-02T10:30', place: 'Faro Airport' }, checkIn: { dateAndTime: '2031-05-07T10:00', place: 'Lisbon Airport' },
        customer: { name: 'Maria', surname: 'Silva' }, vehicle: { groupId: 'B', seats: 5 },
        totalPrice: 227.28, totalPriceWithVAT: 279.55, amountPaid: 100, amountDue: 179.55, pendingValue: 179.55, paidValue: 100, depositAmount: 300,
      },
      driver: { name: 'Maria', birthDate: '1990-02-03', country: 'Portugal', undesirable: false }, addDriver: null, termsAccepted: true, rowVersion: 1, missing: { complete: [], pay: [], precheckout: [] },
    })
  })
  it('is the same in pre-checkout (API-14), and a link is enough (DEC-77)', async () => {
    const token = await open('link')
    const [one, other] = [await api.call('GET', `/api/reservation/${mine.guid}`, { token }), await api.call('GET', `/api/precheckout/${mine.guid}`, { token })]
    expect(one.statusCode).toBe(200)
    expect(other.json()).toEqual(one.json())
  })
  it('answers 409 when a rental agreement exists (SHELL-49, ERR-15)', async () => {
    const { guid, id } = await api.stored('costaverde', 'R2', aFleetReservation({ hasRentalAgreement: true }))
    const token = await open('verified', id)
    for (const path of [`/api/reservation/${guid}`, `/api/precheckout/${guid}`, `/api/reservation/full/${guid}`]) {
      expect((await api.call('GET', path, { token })).json()).toMatchObject({ status: 409, code: 'HasRentalAgreement' })
    }
  })
  it('owes nothing when too much was paid, and says so in the pending value (PRICING P-8)', async () => {
    const { guid, id } = await api.stored('costaverde', 'R3', aFleetReservation({ paidValue: 300 }))
    expect((await api.call('GET', `/api/reservation/${guid}`, { token: await open('verified', id) })).json()).toMatchObject({ reservation: { amountDue: 0, pendingValue: -20.45 } })
  })
})

describe('the full reservation (API-17)', () => {
  it('lists Days, Kms and the others by order, with shown prices, both sides of the bill and the language\'s words (P-12, DATA-09)', async () => {
    const { summary } = (await verified(`/api/reservation/full/${mine.guid}`, { 'x-checkin-language': 'pt' })).json<{ summary: { extras: Record<string, unknown>[] } & Record<string, unknown> }>()
    expect(summary).toMatchObject({ nrDays: 5, dayValue: 36.9, cashier: { previewValue: 279.55, valueTax: 52.27, paidValues: 100, pendingValues: 179.55 }, invoice: { previewValue: 0 } })
    expect(summary.extras.map(({ extraID, description, valueWithTax, totalValue, unitsNr, isAccepted, isIncluded }) => [extraID, description, valueWithTax, totalValue, unitsNr, isAccepted, isIncluded])).toEqual([
      ['DAYS', 'Extra DAYS', 36.9, 184.5, 1, true, false], ['KMS', 'Extra KMS', 0, 0, 1, true, true],
      ['SCDW', 'Cobertura total', 15.01, 75.05, 1, true, false],
      ['ADDDRV', 'Extra ADDDRV', 30, 30, 1, false, false], ['CSI', 'Extra CSI', 10, 20, 2, true, false],
    ])
  })
})

describe('the state of the steps (API-16, DEC-71)', () => {
  const status = async (id: string, number: string, tenant = 'costaverde') => {
    const answer = await api.call('GET', `/api/reservation/modules/status/${number}`, { token: await open('verified', id, tenant), host: `${tenant}.localhost:4000` })
    return Object.fromEntries(answer.json<{ id: number; viewTag: string; isEnabled: boolean; isCompleted: boolean }[]>().map((row) => [row.viewTag, [row.id, row.isEnabled, row.isCompleted]]))
  }
  it('has one row per step of DEC-27', async () => {
    expect(await status(mine.id, mine.number)).toEqual({
      adview: [1, true, false], upview: [2, true, false], exview: [3, true, false], uploadview: [4, true, false], paymentview: [5, true, false], precheckoutview: [6, true, false],
    })
  })
  it('an upgrade that was taken and an additional driver that was filled in are done, and no upgrade is offered again', async () => {
    const { id, number } = await api.stored('costaverde', 'R4', aFleetReservation({
      addDriver: { name: 'João', surname: 'Costa' }, paidValue: 1000, isPrecheckoutEligible: false,
      extras: [anExtra('UP', { ratePeriodType: 'days-upselling', isAccepted: true }), anExtra('ADDDRV', { isAddDriver: true, isAccepted: true })],
    }))
    expect(await status(id, number)).toMatchObject({ adview: [1, true, true], upview: [2, false, true], paymentview: [5, true, true], precheckoutview: [6, false, false] })
  })
  it('without an add-driver extra there is no such step, and what the tenant has off stays off', async () => {
    const { id, number } = await api.stored('costaverde', 'R5', aFleetReservation({ extras: [] }))
    expect(await status(id, number)).toMatchObject({ adview: [1, false, false] })
    const alpen = await api.stored('alpen', 'R5')
    expect(Object.values(await status(alpen.id, alpen.number, 'alpen')).map(([, isEnabled]) => isEnabled)).toEqual([false, false, false, false, false, false])
  })
})

describe('saved cards (API-31)', () => {
  it('are shown masked to a session that proved a code, by provider', async () => {
    expect((await verified(`/api/payment/${mine.number}/card`)).json()).toEqual([{ creditCardNumber: '4111 **** **** 1111', cardFlag: 'Visa', token: 'tok-1', referenceToken: null }])
    expect((await verified(`/api/payment/${mine.number}/wallet`)).json()).toEqual([])
  })
  it('need a code first when the session came by a link (DEC-77)', async () => {
    expect((await api.call('GET', `/api/payment/${mine.number}/card`, { token: await open('link') })).json()).toMatchObject({ status: 403, code: 'CodeRequired' })
  })
})

describe('answers to offers (API-34)', () => {
  const post = (token: string, body: object) => api.call('POST', '/api/analytics', { token, body })
  it('are kept, and a key of another session is refused (DEC-07, DEC-47)', async () => {
    const { token, sessionKey } = await api.session('costaverde', mine.id)
    const analyticsData = [{ viewTag: 'adview', action: 'skip' }, { viewTag: 'upview', action: 'reject' }]
    expect((await post(token, { sessionKey, analyticsData })).json()).toEqual({ stored: 2 })
    expect((await post(token, { sessionKey: 'another-session-key', analyticsData })).json()).toMatchObject({ status: 409, code: 'SessionMismatch' })
    expect(await api.asAdmin('select view_tag, action from offer_answer order by view_tag')).toEqual([{ view_tag: 'adview', action: 'skip' }, { view_tag: 'upview', action: 'reject' }])
  })
})
