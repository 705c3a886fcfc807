import { Agent, request } from 'node:http'
import { contract } from '@checkin/api'
import { fleetContract } from '@checkin/fleet'
import { companyAt, copyReservation } from '../product.ts'
import type { Outcome } from './arrivals.ts'

const tenant = 'costaverde.localhost'

/** A renter who came by a link: the reservation's names and the session. */
export interface Renter {
  readonly guid: string
  readonly number: string
  readonly sessionKey: string
  readonly cookie: string
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly cookie: string
  /** When to come again, as a refusal under load says. */
  readonly retryAfter: string | undefined
}

/** One keep-alive pool for all renters: connections are not what is measured. */
export function caller(port: number, site: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  const host = `${tenant}:${site}`
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, { cookie = '', body, key }: { readonly cookie?: string; readonly body?: object; readonly key?: string } = {}): Promise<Answer> =>
    new Promise((done, fail) => {
      const headers = {
        host, identifier: host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin', ...(cookie !== '' && { cookie }),
        ...(body && { 'content-type': 'application/json' }), ...(key !== undefined && { 'idempotency-key': key }),
      }
      const sent = request({ agent, host: '127.0.0.1', port, path, method, headers, timeout: 10_000 }, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => { text += part })
        answer.on('end', () => { done({ status: answer.statusCode ?? 500, text, retryAfter: answer.headers['retry-after'], cookie: (answer.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ') }) })
      })
      sent.on('timeout', () => sent.destroy(new Error('no answer within 10 s')))
      sent.on('error', fail)
      sent.end(body && JSON.stringify(body))
    })
  return { call, close: () => { agent.destroy() } }
}
export type Call = ReturnType<typeof caller>['call']

/** Copies a demo reservation and opens its link. */
async function comes(call: Call, fleetPort: number, name: string): Promise<Renter> {
  const company = companyAt(fleetPort)
  await copyReservation(company, name)
  const { token } = await company.call(fleetContract.createLink, { body: { reference: name, purpose: 'verify' } })
  const { status, text, cookie } = await call('GET', `/api/reservation/resume/${token}`)
  if (status !== 200) throw new Error(`a link was answered with ${status}: ${text.slice(0, 200)}`)
  const { reservation, sessionKey } = contract.resume.answer.parse(JSON.parse(text))
  // No write is taken before the terms are accepted (DEC-95).
  await call('POST', '/api/termsandconditions', { cookie, body: { reference: name, acceptedDate: new Date().toISOString().slice(0, 10), isAccepted: true } })
  return { guid: reservation.guid, number: reservation.reservation, sessionKey, cookie }
}

export async function manyRenters(call: Call, fleetPort: number, count: number): Promise<readonly Renter[]> {
  const renters: Renter[] = []
  const run = Date.now().toString(36).toUpperCase()
  for (let at = 0; at < count; at += 1) renters.push(await comes(call, fleetPort, `B${run}${at}`))
  return renters
}

type Ask = (call: Call, renter: Renter, chance: number) => Promise<Answer>
/** One kind of call of a check-in, and how often a page makes it. */
export interface Step {
  readonly name: string
  readonly times: number
  readonly ask: Ask
}
const step = (name: string, ask: Ask, times = 1): Step => ({ name, times, ask })

/** The calls of one check-in as a page makes them, each as often as there: lists, the reservation, offers, prices, drafts, analytics, and the update that stores extras. */
export const journey: readonly Step[] = [
  ...['/config', '/countries', '/documenttypes', '/fields', '/nationality', '/termsandconditions', '/payment/gateways', '/draft'].map((path) => step(`GET ${path}`, (call, { cookie }) => call('GET', `/api${path}`, { cookie }))),
  step('GET /reservation', (call, { guid, cookie }) => call('GET', `/api/reservation/${guid}`, { cookie }), 3),
  step('GET /reservation/modules/status', (call, { number, cookie }) => call('GET', `/api/reservation/modules/status/${number}`, { cookie })),
  step('GET /reservation/upselling/groups', (call, { number, cookie }) => call('GET', `/api/reservation/upselling/groups/${number}`, { cookie })),
  step('POST /reservation/extras/values', (call, { number, cookie }) => call('POST', '/api/reservation/extras/values', { cookie, body: { reservationId: number, extras: [] } }), 3),
  step('GET /reservation/full', (call, { guid, cookie }) => call('GET', `/api/reservation/full/${guid}`, { cookie })),
  step('PUT /draft', (call, { cookie }, chance) => call('PUT', '/api/draft', { cookie, body: { form: 'verify-driver', texts: { name: `Maria ${Math.floor(chance * 1000)}` } } }), 2),
  step('POST /analytics', (call, { sessionKey, cookie }) => call('POST', '/api/analytics', { cookie, body: { sessionKey, analyticsData: [{ viewTag: 'exview', action: 'skip' }] } }), 2),
  step('PUT /reservation', (call, { number, cookie }) => call('PUT', '/api/reservation', { cookie, body: { reservation: { reservation: number }, extras: [], hasClickedUpgrade: false, hasCompletedReservation: false } })),
]

/** Any of these calls, each as often as a page makes it, of any renter; what was refused by a rule of the load and told when to come again counts as turned away, everything else that is no answer of success as failed. */
export function mixedRequests(call: Call, renters: readonly Renter[], onFailure: (what: string) => void, steps: readonly Step[] = journey): () => Promise<Outcome> {
  const asks = steps.flatMap(({ ask, times }) => Array.from({ length: times }, () => ask))
  return async () => {
    const ask = asks[Math.floor(Math.random() * asks.length)]
    const renter = renters[Math.floor(Math.random() * renters.length)]
    if (!ask || !renter) return 'failed'
    try {
      const { status, text, retryAfter } = await ask(call, renter, Math.random())
      if (status < 300) return 'served'
      if ((status === 429 || status === 503) && retryAfter !== undefined) return 'turned away'
      onFailure(`${status} ${text.slice(0, 160)}`)
      return 'failed'
    } catch (error) {
      onFailure(error instanceof Error ? error.message : 'no answer')
      return 'failed'
    }
  }
}
