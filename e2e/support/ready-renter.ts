import { randomBytes } from 'node:crypto'
import { contract } from '@checkin/api'
import { request } from '@playwright/test'
import { picture } from '../pages/driver.ts'
import type { Booking } from '../pages/renter.ts'
import { port, site } from './addresses.ts'
import { makeLink } from './fleet.ts'

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

/**
 * What a renter has done before the screens that a journey is about: the terms are agreed to, and by default the main driver's data are given.
 * By the API, in a session of its own: nobody gets to the overview without (DEC-95), and a journey about paying need not walk twelve screens.
 */
export async function readyRenter({ tenant, reference, mail }: Booking, { data = true }: { readonly data?: boolean } = {}): Promise<void> {
  const { host, origin } = new URL(site(tenant))
  const context = await request.newContext()
  const api = `http://127.0.0.1:${port}/api`
  const headers = { host, identifier: host, origin, 'sec-fetch-site': 'same-origin' }
  const { token } = await makeLink(tenant, reference, 'verify')
  const resumed = await context.get(`${api}/reservation/resume/${token}`, { headers })
  const cookie = resumed.headersArray().filter(({ name }) => name.toLowerCase() === 'set-cookie').map(({ value }) => value.split(';')[0]).join('; ')
  const { sessionKey, reservation, driver } = contract.resume.answer.parse(await resumed.json())
  const post = async (path: string, body: object): Promise<void> => {
    const answer = await context.post(`${api}${path}`, { headers: { ...headers, cookie }, data: body })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  }
  await post('/termsandconditions', { reference, acceptedDate: new Date().toISOString().slice(0, 10), isAccepted: true })
  if (data) {
    const { id, name, surname } = driver ?? { id: 0, name: 'Maria', surname: 'Silva' }
    await post('/driver', { reservation: reservation.reservation, driver: { id, name, surname, ...allData(mail) }, addDriver: false, sessionKey })
  }
  await context.dispose()
}
