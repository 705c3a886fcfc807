import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { FullReservation } from '@checkin/api'
import { FleetReservation } from '@checkin/fleet'
import type { TestDatabase } from '@checkin/server/testing'
import { putReservation } from '../../src/fleet/put-reservation.ts'
import { openSession } from '../../src/identity/session-store.ts'
import type { Tables } from '../../src/tables.ts'
import { documentKey, withKeysOf } from '../fixtures/keys.fixture.ts'
import { aFleetReservation, anExtra, fleetToken } from '../fixtures/whole-api.fixture.ts'

const tenantId = 'costaverde'

/** A call that was not answered as it should be. */
export interface Failure {
  readonly call: string
  /** Status, or the error of the connection. */
  readonly answer: string
}

export interface RenterLoad {
  readonly calls: () => number
  /** Calls that a server had no room for (503 Busy, REL-11): the machine has other work, which no upgrade does to it. Renters tried again. */
  readonly busy: () => number
  readonly failures: readonly Failure[]
  /** Ends the journeys that are under way and answers how many came to their end. */
  readonly stop: () => Promise<number>
}

interface Answer {
  readonly status: number
  readonly text: string
}

/** As long as a server says with 503 Busy, in milliseconds. */
const busyMs = 2000

const isBusy = ({ status, text }: Answer): boolean => status === 503 && text.includes('"code":"Busy"')

/** A keep-alive client, as a browser is: one connection that is used again while the server lets it. */
function aClient(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const host = `${tenantId}.localhost:${port}`
  return {
    host,
    close: () => { agent.destroy() },
    call: (method: string, path: string, { body, headers }: { readonly body?: object | undefined; readonly headers: Readonly<Record<string, string>> }): Promise<Answer> => new Promise((resolve, reject) => {
      const text = body && JSON.stringify(body)
      const sent = request({
        agent, host: '127.0.0.1', port, method, path, timeout: 30_000,
        headers: { host, ...(text !== undefined && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }), ...headers },
      }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', reject)
        answer.on('end', () => { resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }) })
      })
      sent.on('timeout', () => { sent.destroy(new Error('no answer')) })
      sent.on('error', reject)
      sent.end(text)
    }),
  }
}

/** Renters who check in again and again through the proxy at `port`, one call after the other each with a pause before it; the company's system looks at what they did. */
export async function renterLoad(bare: TestDatabase<Tables>, { port, renters, file, pauseMs }: { readonly port: number; readonly renters: number; readonly file: string; readonly pauseMs: number }): Promise<RenterLoad> {
  const database = withKeysOf(bare, documentKey)
  const failures: Failure[] = []
  let calls = 0
  let busy = 0
  let journeys = 0
  let isOver = false

  const arrive = (reference: string) => database.withTenant(tenantId, async (transaction) => {
    const seat = anExtra('SEAT', { isAcceptQuantity: true, isValuePerRA: true, category: 'equipment' })
    const { number } = await putReservation(transaction, tenantId, reference, FleetReservation.parse(aFleetReservation({ customer: { name: 'Maria', surname: 'Silva', email: null }, extras: [seat] })))
    const { id, guid } = await transaction.selectFrom('reservation').select(['id', 'guid']).where('tenant_id', '=', tenantId).where('reference', '=', reference).executeTakeFirstOrThrow()
    return { reference, number, guid, token: (await openSession(transaction, { tenantId, reservationId: id, level: 'verified', isPreview: false })).token }
  })

  const renter = async (at: number): Promise<void> => {
    let names = await arrive(`UP${at}`)
    const client = aClient(port)
    const call = async (method: string, path: string, { body, headers }: { readonly body?: object; readonly headers?: Readonly<Record<string, string>> } = {}): Promise<string> => {
      const sent = {
        body, headers: {
          ...(path.startsWith('/api/') && { identifier: client.host, origin: `http://${client.host}`, 'sec-fetch-site': 'same-origin', cookie: `checkin_session=${names.token}` }),
          ...(method !== 'GET' && { 'idempotency-key': randomUUID() }), ...headers,
        },
      }
      const once = (): Promise<Answer> => {
        calls += 1
        return client.call(method, path, sent).catch((error: unknown) => ({ status: 0, text: String(error) }))
      }
      // Renters think, and the machine has other work.
      await delay(pauseMs)
      let said = await once()
      for (; isBusy(said); said = await once()) {
        busy += 1
        await delay(busyMs)
      }
      if (said.status !== 200) failures.push({ call: `${method} ${path}`, answer: said.status === 0 ? said.text : `${said.status} ${said.text.slice(0, 200)}` })
      return said.status === 200 ? said.text : 'null'
    }
    const expected = (what: string, actual: unknown, wanted: unknown): void => {
      if (actual !== wanted) failures.push({ call: what, answer: `${String(actual)} instead of ${String(wanted)}` })
    }

    /** Every step leads to the next; what was written is read again. */
    const journey = async (round: number): Promise<void> => {
      names = await arrive(`UP${at}-${round}`)
      const { reference } = names
      const seats = (round % 3) + 1
      await call('GET', '/')
      await call('GET', file)
      await call('GET', '/api/config')
      await call('POST', '/api/reservation/prelookup', { body: { reference, surname: 'Silva', checkoutdate: '', mail: '' } })
      const full = JSON.parse(await call('GET', `/api/reservation/full/${names.guid}`)) as FullReservation | null
      await call('PUT', '/api/draft', { body: { form: 'driver', texts: { name: `Maria ${round}` } } })
      expected('the draft', (JSON.parse(await call('GET', '/api/draft')) as { forms: { texts: { name: string } }[] } | null)?.forms[0]?.texts.name, `Maria ${round}`)
      await call('POST', '/api/reservation/extras/values', { body: { reservationId: names.number, extras: [{ extraID: 'SEAT', quantity: seats }] } })
      await call('PUT', '/api/reservation', {
        body: { reservation: { reservation: names.number }, extras: [{ extraID: 'SEAT', quantity: seats }], ...(full && { rowVersion: full.rowVersion }), hasClickedUpgrade: false, hasCompletedReservation: false },
      })
      const kept = JSON.parse(await call('GET', `/fleet/v1/reservations/${reference}`, { headers: { authorization: `Bearer ${fleetToken(tenantId)}` } })) as { reservation: { extras: { extraID: string; quantity: number }[] } } | null
      expected('the stored extra', kept?.reservation.extras.find(({ extraID }) => extraID === 'SEAT')?.quantity, seats)
    }
    for (let round = 0; !isOver; round += 1) {
      await journey(round)
      journeys += 1
    }
    client.close()
  }
  const running = Promise.all(Array.from({ length: renters }, (_, at) => renter(at)))
  return {
    calls: () => calls, busy: () => busy, failures,
    stop: async () => {
      isOver = true
      await running
      return journeys
    },
  }
}
