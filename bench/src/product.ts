import { randomBytes } from 'node:crypto'
import { request } from 'node:http'

/** The product that runs on this machine; `npm start` first. */
export const port = Number(process.env['CHECKIN_PORT'] ?? 4000)
export const tenantHost = `costaverde.localhost:${port}`

interface Asked {
  readonly method?: string
  readonly host?: string
  readonly token?: string
  readonly body?: unknown
}

/** A call to one of the product's services by its port. Throws the answer's status when it is none of 2xx. */
export function ask(servicePort: number, path: string, { method = 'GET', host = `127.0.0.1:${servicePort}`, token, body }: Asked = {}): Promise<string> {
  return new Promise((done, fail) => {
    const sent = request({ host: '127.0.0.1', port: servicePort, path, method, headers: { host, ...(token !== undefined && { authorization: `Bearer ${token}` }), ...(body !== undefined && { 'content-type': 'application/json' }) } }, (answer) => {
      let text = ''
      answer.on('data', (part: Buffer) => { text += part.toString() })
      answer.on('end', () => {
        if ((answer.statusCode ?? 500) < 300) done(text)
        else fail(new Error(`${method} ${path} answered ${answer.statusCode}. Does the product run on port ${port}?`))
      })
    })
    sent.on('error', fail)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

export interface Booking {
  readonly reference: string
  readonly mail: string
}

/** A copy of a demo reservation under a name of its own, with what is to be different. */
export async function newBooking(change: object = {}): Promise<Booking> {
  const name = `B${randomBytes(4).toString('hex').toUpperCase()}`
  const mail = `${name.toLowerCase()}@bench.example`
  const token = 'demo-fleet-costaverde'
  const { reservation } = JSON.parse(await ask(port + 4, '/fleet/v1/reservations/CV1001', { token })) as { reservation: { customer: object } }
  await ask(port + 4, `/fleet/v1/reservations/${name}`, { method: 'PUT', token, body: { ...reservation, customer: { ...reservation.customer, email: mail }, ...change } })
  return { reference: name, mail }
}

/** Path of a link as it comes by mail. */
export async function makeLink(reference: string, purpose: 'verify' | 'precheckout'): Promise<string> {
  const link = JSON.parse(await ask(port + 4, '/fleet/v1/links', { method: 'POST', token: 'demo-fleet-costaverde', body: { reference, purpose } })) as { url: string }
  return new URL(link.url).pathname
}
