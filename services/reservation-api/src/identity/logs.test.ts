import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLink } from './link-store.ts'
import { dayFromToday, freshAddress, identityApp, type IdentityApp } from '../../test/fixtures/identity-app.fixture.ts'

let world: IdentityApp
beforeAll(async () => { world = await identityApp() })
afterAll(() => world.stop())

describe('the log', () => {
  it('names the calls of a whole visit and nothing that the renter typed, got or carries (DEC-80)', async () => {
    const email = 'canary.person@example.com'
    const stored = await world.stored({ reference: 'CANARYREF1', surname: 'Canaryname', email })
    const browser = world.browser({ address: freshAddress() })
    const claim = { reference: stored.reference, surname: stored.surname }
    await browser.prelookup({ ...claim, surname: 'Canarywrong' })
    await browser.prelookup(claim)
    await browser.lookup({ ...claim, email })
    const pending = browser.cookies.get('checkin_session') ?? ''
    const code = await world.latestCode(email)
    await browser.validate('999999')
    await browser.validate(code)
    const { token } = await world.database.withTenant('costaverde', (transaction) =>
      createLink(transaction, { tenantId: 'costaverde', reservationId: stored.id, purpose: 'verify', returnDate: dayFromToday(5), timeZone: 'Europe/Lisbon' }))
    await browser.call('GET', `/api/reservation/resume/${token}`)
    await browser.call('GET', `/api/driver?name=Canaryname&email=${email}`)
    const lines = world.logs().toLowerCase()
    expect(lines).toContain('/api/validate/:code')
    for (const secret of ['canary', code, '999999', pending, token, stored.guid, browser.cookies.get('checkin_session') ?? '', stored.id]) {
      expect(lines).not.toContain(secret.toLowerCase())
    }
  })
})
