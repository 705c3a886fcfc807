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

/** A copy of a demo reservation under a name of its own. */
export async function newBooking(): Promise<Booking> {
  const name = `B${randomBytes(4).toString('hex').toUpperCase()}`
  const mail = `${name.toLowerCase()}@bench.example`
  const token = 'demo-fleet-costaverde'
  const { reservation } = JSON.parse(await ask(port + 4, '/fleet/v1/reservations/CV1001', { token })) as { reservation: { customer: object } }
  await ask(port + 4, `/fleet/v1/reservations/${name}`, { method: 'PUT', token, body: { ...reservation, customer: { ...reservation.customer, email: mail } } })
  return { reference: name, mail }
}

/** The code that was mailed, once it is there. */
export async function mailedCode(mail: string): Promise<string> {
  const host = `mail.localhost:${port + 3}`
  for (let tries = 0; tries < 150; tries += 1) {
    const [first] = JSON.parse(await ask(port + 3, `/api/messages?to=${encodeURIComponent(mail)}`, { host })) as { id: string }[]
    const code = first && /\b(\d{6})\b/.exec((JSON.parse(await ask(port + 3, `/api/messages/${first.id}`, { host })) as { text: string }).text)?.[1]
    if (code) return code
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error(`no code reached ${mail}`)
}
