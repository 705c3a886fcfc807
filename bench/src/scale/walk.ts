import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { contract } from '@checkin/api'
import { picture } from '@checkin/e2e/pages/driver'
import { fleetContract, type FleetReservationInput } from '@checkin/fleet'
import { internalFetch } from '@checkin/server'
import { companyAt } from '../product.ts'
import { caller, journey, type Call } from '../api/renters.ts'

/** A reservation that a renter may walk with. */
export interface Visitor {
  readonly reference: string
  readonly surname: string
  readonly mail: string
}

const day = (years: number): string => `${new Date().getUTCFullYear() + years}-05-06`
/** A grey picture as large as a page sends one, once it has made a camera's smaller. */
const pictureSides = { width: 600, height: 500 } as const

/** Everything that any company asks of a driver, four pictures included. */
export function driverData(mail: string) {
  const image = picture(pictureSides.width, pictureSides.height, true).buffer.toString('base64')
  const pictures = { imageFront: image, imageBack: image }
  const own = randomBytes(4).toString('hex').toUpperCase()
  return {
    birthDate: '1985-05-06', birthPlace: 'Coimbra', address: 'Rua da Alegria 27', countryId: 620, zipCode: '8000-138', city: 'Faro', taxNumber: '123456789', nationalityId: 620,
    email: mail, mobileObj: { prefix: '351', phone: '912345678' },
    document: { idType: 'id-card', id: `D${own}`, issuePlace: 'Faro', issueDate: day(-2), expiryDate: day(8), ...pictures },
    driverLicense: { id: `L-${own}`, issuePlace: 'Faro', issueDate: day(-6), expiryDate: day(8), issueCountryId: 620, ...pictures },
  }
}

const host = (name: string, port: number): Readonly<Record<string, string>> => ({ host: `${name}.localhost:${port}` })

/** Bodies of a call, before anything compresses them. */
export interface CallBytes {
  readonly sent: number
  readonly received: number
}

/** Walks whole check-ins by the calls of the pages, in a product whose first port is `base`: straight to the API, or through the site with `port` as a browser does. */
export function checkIns(base: number, { port = base + 4, onCall = () => undefined }: { readonly port?: number; readonly onCall?: (bytes: CallBytes) => void } = {}) {
  const company = companyAt(base + 4)
  const renters = caller(port, base)

  /** The next six digits that are mailed to an address. */
  async function mailedCode(mail: string): Promise<string> {
    for (let looks = 0; looks < 600; looks += 1) {
      const list = (await internalFetch(`http://127.0.0.1:${base + 3}/api/messages?to=${encodeURIComponent(mail)}`, { headers: host('mail', base + 3) })).json() as readonly { id: string }[]
      for (const { id } of list) {
        const { text } = (await internalFetch(`http://127.0.0.1:${base + 3}/api/messages/${id}`, { headers: host('mail', base + 3) })).json() as { text: string }
        const code = /\b(\d{6})\b/.exec(text)?.[1]
        if (code !== undefined) return code
      }
      await delay(100)
    }
    throw new Error(`no code came to ${mail}`)
  }

  async function cardToken(): Promise<string> {
    const answer = await internalFetch(`http://127.0.0.1:${base + 2}/js/integrated/tokenize`, {
      method: 'POST', headers: { ...host('card', base + 2), origin: `http://card.localhost:${base + 2}` },
      body: { publicKey: 'demo-shop-fields', number: '4111111111111111', cvv: '123', month: '12', year: '2031', card_holder: 'Maria Silva' },
    })
    return (answer.json() as { token: string }).token
  }

  /** The renter signs at the provider's page; answers where that sends the browser. */
  async function signs(url: string): Promise<string> {
    const { pathname, search } = new URL(url)
    const answer = await internalFetch(`http://127.0.0.1:${base + 2}${pathname}${search}`, {
      method: 'POST', headers: { ...host('sign', base + 2), 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ answer: 'sign', way: 'typed', name: 'Maria Silva', read: 'yes' }).toString(),
    })
    const back = answer.headers.location
    if (back === undefined) throw new Error(`nothing was signed: ${answer.status}`)
    return back
  }

  /** A call that has to succeed. */
  const asks = async (cookie: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    const answer = await renters.call(method, `/api${path}`, { cookie, key: randomUUID(), ...(body && { body }) })
    onCall({ sent: body ? Buffer.byteLength(JSON.stringify(body)) : 0, received: Buffer.byteLength(answer.text) })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 400)}`)
    return answer
  }

  return {
    close: () => { renters.close() },

    /** The company's system brings a reservation like one of the demo's. */
    async reserves(like: string, change: Partial<FleetReservationInput> = {}): Promise<Visitor> {
      const reference = `W${randomBytes(4).toString('hex').toUpperCase()}`
      const mail = `${reference.toLowerCase()}@bench.example`
      const { reservation } = await company.call(fleetContract.getReservation, { params: { reference: like } })
      const customer = { ...reservation.customer, email: mail }
      await company.call(fleetContract.putReservation, { params: { reference }, body: { ...reservation, customer, ...change } })
      return { reference, surname: customer.surname, mail }
    },

    /** Found, proved by code, driver with pictures, an extra, paid by card and completed. */
    async checksIn({ reference, surname, mail }: Visitor): Promise<void> {
      await asks('', 'POST', '/reservation/prelookup', { reference, surname })
      const { cookie: pending } = await asks('', 'POST', '/reservation/lookup', { reference, surname, mail })
      const proved = await asks(pending, 'POST', '/validate', { code: await mailedCode(mail) })
      const cookie = proved.cookie === '' ? pending : proved.cookie
      const { guid, sessionKey, reservation } = contract.validateCode.answer.parse(JSON.parse(proved.text))
      await asks(cookie, 'POST', '/termsandconditions', { reference, acceptedDate: new Date().toISOString().slice(0, 10), isAccepted: true })
      // What pages ask beside: lists, the reservation, offers, prices, drafts, analytics.
      const call: Call = async (method, path, rest) => {
        const answer = await renters.call(method, path, rest)
        onCall({ sent: rest?.body ? Buffer.byteLength(JSON.stringify(rest.body)) : 0, received: Buffer.byteLength(answer.text) })
        return answer
      }
      for (const { name, times, ask } of journey) {
        if (name === 'PUT /reservation') continue
        for (let time = 0; time < times; time += 1) {
          const { status, text } = await ask(call, { guid, number: reservation.reservation, sessionKey, cookie }, Math.random())
          if (status >= 300) throw new Error(`${name}: ${status} ${text.slice(0, 200)}`)
        }
      }
      const { driver } = contract.getReservation.answer.parse(JSON.parse((await asks(cookie, 'GET', `/reservation/${guid}`)).text))
      const { id, name, surname: last } = driver ?? { id: 0, name: 'Maria', surname: 'Silva' }
      await asks(cookie, 'POST', '/driver', { reservation: reservation.reservation, driver: { id, name, surname: last, ...driverData(mail) }, addDriver: false, sessionKey })
      await asks(cookie, 'PUT', '/reservation', { reservation: { reservation: reservation.reservation }, extras: [{ extraID: 'GPS', quantity: 1, event: 'Select' }], hasClickedUpgrade: false, hasCompletedReservation: false })
      const { summary } = await company.call(fleetContract.getReservation, { params: { reference } })
      if (summary.cashier.pendingValues > 0) {
        const paid = await asks(cookie, 'POST', '/payment', {
          documentId: reservation.reservation, amount: summary.cashier.pendingValues, provider: 'card', token: await cardToken(), referenceToken: null, transactionType: 'Sale', isRecurrent: false, validated: true,
        })
        const { status } = contract.postPayment.answer.parse(JSON.parse(paid.text))
        if (status !== 'paid') throw new Error(`the payment is ${status}`)
      }
      const { reservation: now } = await company.call(fleetContract.getReservation, { params: { reference } })
      if (!now.isCompleted) await asks(cookie, 'PUT', '/reservation', { reservation: { reservation: reservation.reservation }, extras: [], hasClickedUpgrade: false, hasCompletedReservation: true })
    },

    /** The mailed link, the deposit held on a card, the agreement signed. */
    async signsAgreement({ reference }: Visitor): Promise<void> {
      const { token } = await company.call(fleetContract.createLink, { body: { reference, purpose: 'precheckout' } })
      const resumed = await asks('', 'GET', `/reservation/resume/${token}`)
      const { reservation } = contract.resume.answer.parse(JSON.parse(resumed.text))
      const authorization = await cardToken()
      for (let tries = 0; ; tries += 1) {
        const { text } = await asks(resumed.cookie, 'POST', '/precheckout', { documentId: reservation.reservation, authorization, isRecurring: true, validated: true })
        const { signatureURL, state } = contract.submitPrecheckout.answer.parse(JSON.parse(text))
        if (signatureURL !== null) {
          const back = new URL(await signs(signatureURL)).pathname.split('/')
          await asks('', 'POST', '/precheckout/complete', { guid: back.at(-2), signatureId: back.at(-1) })
          return
        }
        if (tries === 200) throw new Error(`no signature is asked for: ${state}`)
        await delay(100)
      }
    },
  }
}
