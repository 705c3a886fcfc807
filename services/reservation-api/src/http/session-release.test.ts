import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayFromToday, freshAddress, identityApp, type IdentityApp } from '../../test/fixtures/identity-app.fixture.ts'
import { aFleetReservation, wholeApi, type WholeApi } from '../../test/fixtures/whole-api.fixture.ts'
import { createLink } from '../identity/link-store.ts'

let world: IdentityApp
beforeAll(async () => { world = await identityApp() })
afterAll(() => world.stop())

const linkOf = async (reservation: { readonly tenantId: string; readonly id: string }) =>
  (await world.database.withTenant(reservation.tenantId, (transaction) =>
    createLink(transaction, { tenantId: reservation.tenantId, reservationId: reservation.id, purpose: 'verify', returnDate: dayFromToday(7), timeZone: 'Europe/Lisbon' }))).token
/** One device that opens a link while its page holds a release set. */
const resumesWith = async (token: string, set: string | undefined, browser = world.browser({ address: freshAddress() })) =>
  ({ browser, takeOver: (await browser.call('GET', `/api/reservation/resume/${token}`, undefined, set === undefined ? {} : { 'x-checkin-set': set })).headers['x-checkin-take-over'] })

describe('a renter who goes on on another device', () => {
  it('takes over the release set of the open session, and hands it on', async () => {
    const token = await linkOf(await world.stored())
    expect((await resumesWith(token, '7')).takeOver).toBeUndefined()
    expect((await resumesWith(token, '9')).takeOver).toBe('7')
    expect((await resumesWith(token, '11')).takeOver).toBe('7')
    expect((await resumesWith(token, '7')).takeOver).toBe('7')
  })

  it('keeps the set of the page when no session is open any more', async () => {
    const token = await linkOf(await world.stored())
    const { browser } = await resumesWith(token, '7')
    await browser.call('POST', '/internal/v1/session/end')
    expect((await resumesWith(token, '9')).takeOver).toBeUndefined()
  })

  it('takes nothing over from another reservation', async () => {
    await resumesWith(await linkOf(await world.stored()), '7')
    expect((await resumesWith(await linkOf(await world.stored()), '9')).takeOver).toBeUndefined()
  })

  it('takes over what that device got meanwhile', async () => {
    const token = await linkOf(await world.stored())
    const { browser } = await resumesWith(token, '7')
    await browser.call('GET', '/api/termsandconditions', undefined, { 'x-checkin-set': '8' })
    expect((await resumesWith(token, '9')).takeOver).toBe('8')
  })

  it.each([[undefined], ['x'], ['-1'], ['99999999999']])('takes nothing for a set that is %s', async (set) => {
    const token = await linkOf(await world.stored())
    await resumesWith(token, set)
    expect((await resumesWith(token, '9')).takeOver).toBeUndefined()
  })
})

describe('where a booking came from', () => {
  const sourceOf = async (source: string | undefined, set = '7') => {
    const token = await linkOf(await world.stored({ ...(source !== undefined && { source }) }))
    return (await world.browser({ address: freshAddress() }).call('GET', `/api/reservation/resume/${token}`, undefined, set === '' ? {} : { 'x-checkin-set': set })).headers['x-checkin-source']
  }

  it('reaches the site when a session begins, and nobody who is not the site', async () => {
    expect([await sourceOf('broker'), await sourceOf(undefined), await sourceOf('broker', '')]).toEqual(['broker', undefined, undefined])
  })
})

describe('how far a check-in is, and whose', () => {
  let api: WholeApi
  beforeAll(async () => { api = await wholeApi() })
  afterAll(() => api.stop())

  it('is said to the site with every reading of the reservation, with what the rental costs and its currency and nothing else, only where the site named the set of the page (DEC-295, DEC-346)', async () => {
    const tenantId = 'costaverde'
    const { id, guid } = await api.stored('costaverde', 'JOURNEY1', aFleetReservation())
    const { token } = await api.session('costaverde', id)
    const said = async (headers: Record<string, string>) => (await api.call('GET', `/api/reservation/${guid}`, { token, headers })).headers['x-checkin-journey']
    const fromSite = { 'x-checkin-set': '7' }
    expect(await said(fromSite)).toMatch(/^open \d+$/)
    const currency = async (headers: Record<string, string>) => (await api.call('GET', `/api/reservation/${guid}`, { token, headers })).headers['x-checkin-currency']
    expect([await currency(fromSite), await currency({})]).toEqual(['EUR', undefined])
    expect(await said({})).toBeUndefined()
    await api.database.withTenant(tenantId, (transaction) => transaction.updateTable('reservation').set({ is_completed: true }).where('tenant_id', '=', tenantId).where('id', '=', id).execute())
    expect(await said(fromSite)).toMatch(/^completed \d+$/)
  })

  it('is one reservation\'s, named to the site alone once a mailed code or link opened it: who only stated a reference has proved none (DEC-309)', async () => {
    const { id } = await api.stored('costaverde', 'PROVED1', aFleetReservation())
    const said = async (level: 'pending' | 'link' | 'verified', headers: Record<string, string> = { 'x-checkin-set': '7' }) => {
      const { token } = await api.session('costaverde', id, level)
      return (await api.call('GET', '/api/termsandconditions', { token, headers })).headers['x-checkin-reservation']
    }
    expect([await said('pending'), await said('link'), await said('verified'), await said('verified', {})]).toEqual([undefined, id, id, undefined])
    expect((await api.call('GET', '/api/termsandconditions', { headers: { 'x-checkin-set': '7', 'x-checkin-reservation': id } })).headers['x-checkin-reservation']).toBeUndefined()
  })
})
