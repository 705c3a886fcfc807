import { randomBytes, randomUUID } from 'node:crypto'
import { contract } from '@checkin/api'
import { expect, request } from '@playwright/test'
import { picture } from '../pages/driver.ts'
import type { Booking } from '../pages/renter.ts'
import { port, site } from './addresses.ts'
import { cardToken } from './card-provider.ts'
import { fleetReservation, makeLink } from './fleet.ts'

const day = (years: number): string => `${new Date().getUTCFullYear() + years}-05-06`

/** When the driver that is given here was born. */
export const readyBirthDate = '1985-05-06'

/** A driver with all that any tenant asks for, pictures included. */
function allData(mail: string) {
  const image = picture(64, 48).buffer.toString('base64')
  const pictures = { imageFront: image, imageBack: image }
  const own = randomBytes(4).toString('hex').toUpperCase()
  return {
    birthDate: readyBirthDate, birthPlace: 'Coimbra', address: 'Rua da Alegria 27', countryId: 620, zipCode: '8000-138', city: 'Faro', taxNumber: '123456789', nationalityId: 620,
    email: mail, mobileObj: { prefix: '351', phone: '912345678' },
    document: { idType: 'id-card', id: `D${own}`, issuePlace: 'Faro', issueDate: day(-2), expiryDate: day(8), ...pictures },
    driverLicense: { id: `L-${own}`, issuePlace: 'Faro', issueDate: day(-6), expiryDate: day(8), issueCountryId: 620, ...pictures },
  }
}

/** The calls of a renter's page in a session of its own, opened by the mailed link. */
async function sessionOf({ tenant, reference }: Booking) {
  const { host, origin } = new URL(site(tenant))
  const context = await request.newContext()
  const api = `http://127.0.0.1:${port}/api`
  const headers = { host, identifier: host, origin, 'sec-fetch-site': 'same-origin' }
  const { token } = await makeLink(tenant, reference, 'verify')
  const resumed = await context.get(`${api}/reservation/resume/${token}`, { headers })
  const cookie = resumed.headersArray().filter(({ name }) => name.toLowerCase() === 'set-cookie').map(({ value }) => value.split(';')[0]).join('; ')
  const send = async (method: 'POST' | 'PUT', path: string, body: object): Promise<unknown> => {
    const answer = await context.fetch(`${api}${path}`, { method, headers: { ...headers, cookie, 'idempotency-key': randomUUID() }, data: body })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
    return answer.json()
  }
  return {
    ...contract.resume.answer.parse(await resumed.json()),
    post: (path: string, body: object) => send('POST', path, body),
    put: (path: string, body: object) => send('PUT', path, body),
    end: () => context.dispose(),
  }
}

/**
 * What a renter has done before the screens that a journey is about: the terms are agreed to, and by default the main driver's data are given.
 * By the API, in a session of its own: nobody gets to the overview without (DEC-95), and a journey about paying need not walk twelve screens.
 */
export async function readyRenter(booking: Booking, { data = true }: { readonly data?: boolean } = {}): Promise<void> {
  const { sessionKey, reservation, driver, post, end } = await sessionOf(booking)
  await post('/termsandconditions', { reference: booking.reference, acceptedDate: new Date().toISOString().slice(0, 10), isAccepted: true })
  if (data) {
    const { id, name, surname } = driver ?? { id: 0, name: 'Maria', surname: 'Silva' }
    await post('/driver', { reservation: reservation.reservation, driver: { id, name, surname, ...allData(booking.mail) }, addDriver: false, sessionKey })
  }
  await end()
}

/** Pays what is due, or leaves a deposit of `hold`, by card as the page's calls do it; before it an extra without a quantity and a higher group are chosen. */
export async function payingRenter(booking: Booking, { hold, extraID, groupId }: { readonly hold?: number; readonly extraID?: string; readonly groupId?: string } = {}): Promise<void> {
  await readyRenter(booking)
  const { reservation, post, put, end } = await sessionOf(booking)
  if (extraID !== undefined || groupId !== undefined) {
    await put('/reservation', {
      reservation: { reservation: reservation.reservation, ...(groupId !== undefined && { vehicle: { groupId } }) }, extras: extraID === undefined ? [] : [{ extraID, quantity: 1, event: 'Select' }],
      hasClickedUpgrade: groupId !== undefined, hasCompletedReservation: false,
    })
  }
  const amount = hold ?? (await fleetReservation(booking.tenant, booking.reference)).summary.cashier.pendingValues
  const answer = await post('/payment', {
    documentId: reservation.reservation, amount, provider: 'card', token: await cardToken(), referenceToken: null, transactionType: hold === undefined ? 'Sale' : 'Preauth', isRecurrent: hold !== undefined, validated: true,
  })
  expect(answer).toMatchObject({ status: 'paid' })
  await end()
}

/** Adds an extra without a quantity and completes without paying: the rest is due at the counter. */
export async function addingRenter(booking: Booking, extraID: string): Promise<void> {
  await readyRenter(booking)
  const { reservation: { reservation }, put, end } = await sessionOf(booking)
  await put('/reservation', { reservation: { reservation }, extras: [{ extraID, quantity: 1, event: 'Select' }], hasClickedUpgrade: false, hasCompletedReservation: true })
  await end()
}
