import { request } from '@playwright/test'
import { port, site } from '../support/addresses.ts'
import { makeLink } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import type { Cookie } from './code-in-page.ts'

/** A session of a renter's, opened by a mailed link outside of any browser. */
export interface RenterSession {
  readonly cookie: Cookie
  /** Whether it still opens the reservation. */
  readonly isOpen: () => Promise<boolean>
}

const { host, origin } = new URL(site('costaverde'))
const ownHeaders = { host, identifier: host, origin, 'sec-fetch-site': 'same-origin' }

/** The cookie of the renter API. */
export const sessionCookieName = 'checkin_session'

/** The token of a mailed link of a reservation of its own. */
export async function mailedLink(): Promise<string> {
  const { tenant, reference } = await ownReservation('costaverde', 'CV1001')
  return (await makeLink(tenant, reference, 'verify')).token
}

/** Opens a session. */
export async function renterSession(): Promise<RenterSession> {
  const context = await request.newContext()
  const api = `http://127.0.0.1:${port}/api`
  const resumed = await context.get(`${api}/reservation/resume/${await mailedLink()}`, { headers: ownHeaders })
  const cookie = new RegExp(`^${sessionCookieName}=([^;]+)`).exec(resumed.headersArray().find(({ name, value }) => name.toLowerCase() === 'set-cookie' && value.startsWith(sessionCookieName))?.value ?? '')?.[1]
  await context.dispose()
  if (cookie === undefined) throw new Error(`The link opened no session: ${resumed.status()}`)
  return {
    cookie: { name: sessionCookieName, value: cookie, domain: host.split(':')[0] ?? host, path: '/', httpOnly: true, sameSite: 'Lax' },
    isOpen: async () => {
      const asking = await request.newContext()
      const answer = await asking.get(`${api}/papers`, { headers: { ...ownHeaders, cookie: `${sessionCookieName}=${cookie}` } })
      await asking.dispose()
      return answer.status() !== 401
    },
  }
}
