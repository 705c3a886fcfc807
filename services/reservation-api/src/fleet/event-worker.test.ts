import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { EventsBody } from '@checkin/fleet'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { adminToken, wholeApi, type WholeApi } from '../../test/fixtures/whole-api.fixture.ts'
import { accountSeal } from '../tenants/accounts/account-seal.ts'
import { dueTenants, workFinder, type Work } from '../tenants/due-work.ts'
import { appendEvent } from '../reservations/event-store.ts'
import { acknowledgeEvents, takeDueEvents } from './event-deliveries.ts'
import { newReceivers, startEventWorker, unnumberedEvents, waitingEvents } from './event-worker.ts'

const never = 3_600_000
const key = Buffer.alloc(24, 7)
const secret = `whsec_${key.toString('base64')}`

let api: WholeApi
beforeAll(async () => { api = await wholeApi({ isSingleCompany: false }) })
afterAll(() => api.stop())

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await api.asAdmin('delete from fleet_event_delivery; delete from fleet_event; delete from provider_account; delete from provider_account_change')
})

const account = (method: 'PUT' | 'DELETE', tenant: string, payload?: object) =>
  api.app.inject({ method, url: `/internal/v1/tenants/${tenant}/accounts/events`, headers: { authorization: `Bearer ${adminToken}` }, ...(payload && { payload }) })

/** One process that tells events. */
function worker(timeoutMs = 30_000) {
  const source = { database: api.database, seal: accountSeal('document-secret-of-tests'), isSingleCompany: false, log: api.app.log }
  const due = (work: Work) => dueTenants(api.database.kysely, workFinder(api.database.kysely), work)
  const work = startEventWorker({ database: api.database, source, tenants: { waiting: due(waitingEvents), beginning: due(newReceivers), unnumbered: due(unnumberedEvents) }, log: api.app.log, pollMs: never, beginMs: never, numberMs: never, timeoutMs })
  closing.push(work.stop)
  return work
}

/** What the company's own system asks for when it lost events. */
const replay = (after: number, tenant = 'costaverde') => api.fleet(tenant, 'POST', '/events/replay', { after })

interface Call { readonly headers: IncomingHttpHeaders; readonly text: string }

/** A company's own system, which answers with the statuses given, the last one for good; null does not answer at all. */
async function receiver(...answers: (number | null)[]) {
  const calls: Call[] = []
  const server: Server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => { text += part.toString() })
    request.on('end', () => {
      calls.push({ headers: request.headers, text })
      const status = answers.length > 1 ? answers.shift() : answers[0]
      if (status) response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
    })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  closing.push(() => new Promise((resolve) => { server.closeAllConnections(); server.close(resolve) }))
  const at = server.address()
  return { calls, hangUp: () => { server.closeAllConnections() }, url: `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/events`, references: () => calls.flatMap(({ text }) => EventsBody.parse(JSON.parse(text)).events.map(({ reference }) => reference)) }
}

let count = 0
/** Something happens to a reservation of a company; answers the reference. */
async function somethingHappens(tenant = 'costaverde'): Promise<string> {
  count += 1
  const reference = `EVENT-${count}`
  await api.stored(tenant, reference)
  return reference
}
/** Something happens to a reservation that is there, and its transaction ends after `meanwhile`. */
const happensTo = (reference: string, meanwhile: () => Promise<unknown>) => api.database.withTenant('costaverde', async (transaction) => {
  const { id } = await transaction.selectFrom('reservation').select('id').where('tenant_id', '=', 'costaverde').where('reference', '=', reference).executeTakeFirstOrThrow()
  await appendEvent(transaction, { tenantId: 'costaverde', reservationId: id, reference, kind: 'reservation.stored', data: {} })
  await meanwhile()
})
const unnumbered = async (): Promise<unknown> => (await api.asAdmin('select count(*)::int as count from fleet_event where number < 0'))[0]?.['count']
const triesAreDue = () => api.asAdmin('update fleet_event_delivery set next_attempt_at = now()')
const attention = async (): Promise<readonly { kind: string; reference: string }[]> =>
  (await api.app.inject({ method: 'GET', url: '/internal/v1/attention', headers: { authorization: `Bearer ${adminToken}` } })).json<{ rows: { kind: string; reference: string }[] }>().rows

describe('a company with a system of its own (DEC-135, REL-14, ECO-9)', () => {
  it('is told what happens from then on, in order and signed as the Standard Webhooks say', async () => {
    await somethingHappens()
    const system = await receiver(204)
    expect((await account('PUT', 'costaverde', { url: system.url, secret })).statusCode).toBe(200)
    const happened = [await somethingHappens(), await somethingHappens()]
    await worker().run()
    expect(system.references()).toEqual(happened)
    const [{ headers, text }] = system.calls as [Call]
    const signed = createHmac('sha256', key).update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signed}`)
  })

  it('is told what is committed, and what was written before it once that is, in the order of the feed (REL-18)', async () => {
    const reference = await somethingHappens()
    const system = await receiver(204)
    await account('PUT', 'costaverde', { url: system.url, secret })
    const work = worker()
    let other = ''
    await happensTo(reference, async () => {
      other = await somethingHappens()
      await work.run()
      expect(system.references()).toEqual([other])
    })
    await work.run()
    expect(system.references()).toEqual([other, reference])
    const { events } = (await api.fleet('costaverde', 'GET', '/events?limit=1000')).json<{ events: { id: string }[] }>()
    expect(system.calls.flatMap(({ text }) => EventsBody.parse(JSON.parse(text)).events.map(({ id }) => id))).toEqual(events.slice(-2).map(({ id }) => id))
  })

  it.each([['that nobody reads have their numbers too, by a look of the worker', 'run'], ['are numbered once more when a worker stops, so that a release before finds them', 'stop']] as const)('events %s (REL-18)', async (_what, how) => {
    const work = worker()
    await somethingHappens('alpen')
    await somethingHappens('costaverde')
    expect(await unnumbered()).toBe(2)
    await work[how]()
    expect(await unnumbered()).toBe(0)
  })

  it('is told nothing twice that it acknowledged, by however many processes', async () => {
    const system = await receiver(200)
    await account('PUT', 'costaverde', { url: system.url, secret })
    const happened = [await somethingHappens()]
    const [one, other] = [worker(), worker()]
    await Promise.all([one.run(), other.run()])
    happened.push(await somethingHappens())
    await Promise.all([one.run(), other.run()])
    expect(system.references()).toEqual(happened)
  })

  it.each<[number | null, string]>([[500, 'fails'], [302, 'leads elsewhere'], [null, 'does not answer']])('keeps everything while its system %s (%s), and gets it in order afterwards', async (answer, _what) => {
    const system = await receiver(answer, 200)
    await account('PUT', 'costaverde', { url: system.url, secret })
    const first = await somethingHappens()
    const work = worker(300)
    await work.run()
    await work.run()
    expect(system.references()).toEqual([first])
    const second = await somethingHappens()
    await triesAreDue()
    await work.run()
    expect(system.references()).toEqual([first, first, second])
  })

  it('keeps no other company waiting', async () => {
    const [slow, quick] = [await receiver(null), await receiver(200)]
    await account('PUT', 'alpen', { url: slow.url, secret })
    await account('PUT', 'costaverde', { url: quick.url, secret })
    await somethingHappens('alpen')
    const work = worker()
    await somethingHappens()
    work.wake()
    await expect.poll(() => quick.calls.length).toBe(1)
    await somethingHappens()
    work.wake()
    await expect.poll(() => quick.calls.length).toBe(2)
    expect(slow.calls).toHaveLength(1)
    slow.hangUp()
  })

  it('is on the list of what needs a person once it has taken nothing for a quarter of an hour, and off it when it does', async () => {
    const system = await receiver(503, 200)
    await account('PUT', 'costaverde', { url: system.url, secret })
    await somethingHappens()
    const work = worker()
    await work.run()
    expect(await attention()).toEqual([])
    await api.asAdmin("update fleet_event_delivery set failing_since = now() - interval '16 minutes', next_attempt_at = now()")
    expect(await attention()).toEqual([expect.objectContaining({ kind: 'events-undelivered' })])
    await work.run()
    expect(await attention()).toEqual([])
  })

  it('hears no more once its address is switched off', async () => {
    const system = await receiver(200)
    await account('PUT', 'costaverde', { url: system.url, secret })
    await account('DELETE', 'costaverde')
    await somethingHappens()
    await worker().run()
    expect(system.calls).toEqual([])
  })

  it('has it told again from an event on, in order, also after all was acknowledged (DEC-332)', async () => {
    const system = await receiver(200)
    await account('PUT', 'costaverde', { url: system.url, secret })
    expect((await replay(0)).statusCode).toBe(404)
    const happened = [await somethingHappens(), await somethingHappens(), await somethingHappens()]
    const work = worker()
    await work.run()
    expect(system.references()).toEqual(happened)
    const [first] = EventsBody.parse(JSON.parse(system.calls[0]?.text ?? '')).events
    expect((await replay(Number(first?.id))).json()).toEqual({ after: first?.id })
    await work.run()
    expect(system.references()).toEqual([...happened, ...happened.slice(1)])
    expect(system.calls.at(-1)?.headers['webhook-signature']).toMatch(/^v1,/)
  })

  it('leaves out nothing by being told again from later than it has, and loses no replay to a try that is under way (DEC-332)', async () => {
    const system = await receiver(500, 200)
    await account('PUT', 'costaverde', { url: system.url, secret })
    const happened = [await somethingHappens(), await somethingHappens()]
    const work = worker()
    await work.run()
    const { after } = (await replay(1_000_000)).json<{ after: string }>()
    expect((await replay(Number(after))).json()).toEqual({ after })
    await work.run()
    expect(system.references()).toEqual([...happened, ...happened])
    // What was taken before the replay is acknowledged after it: the place stays where the replay put it.
    const due = await api.database.withTenant('costaverde', async (transaction) => {
      await appendEvent(transaction, { tenantId: 'costaverde', reservationId: (await transaction.selectFrom('reservation').select('id').where('tenant_id', '=', 'costaverde').executeTakeFirstOrThrow()).id, reference: happened[0] ?? '', kind: 'reservation.stored', data: {} })
      return takeDueEvents(transaction, 'costaverde')
    })
    await replay(Number(after))
    if (due) await api.database.withTenant('costaverde', (transaction) => acknowledgeEvents(transaction, 'costaverde', due))
    await work.run()
    expect(system.references().slice(-3)).toEqual([...happened, happened[0]])
  })

  it('is told again by its own company alone (DEC-332)', async () => {
    const system = await receiver(200)
    await account('PUT', 'costaverde', { url: system.url, secret })
    await somethingHappens()
    const work = worker()
    await work.run()
    expect([(await replay(0, 'alpen')).statusCode, (await api.app.inject({ method: 'POST', url: '/fleet/v1/events/replay', payload: { after: 0 } })).statusCode, (await replay(-1)).statusCode]).toEqual([404, 401, 400])
    await work.run()
    expect(system.calls).toHaveLength(1)
  })

  it('gives a secret that can be used, which is never answered', async () => {
    expect((await account('PUT', 'costaverde', { url: 'http://127.0.0.1:9', secret: 'a secret of no form at all' })).statusCode).toBe(400)
    expect((await account('PUT', 'costaverde', { url: 'http://127.0.0.1:9', secret })).body).not.toContain(secret)
    expect(api.logs()).not.toContain(key.toString('base64'))
  })
})
