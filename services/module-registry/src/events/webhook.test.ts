import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { RolloutEvents } from '@checkin/registry'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aModule, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { startWebhook } from './webhook.ts'

const key = Buffer.alloc(24, 7)
const secret = `whsec_${key.toString('base64')}`

let registry: TestRegistry
beforeAll(async () => { registry = await testRegistry() })
afterAll(() => registry.close())

const closing: (() => unknown)[] = []
afterEach(async () => { for (const close of closing.splice(0).reverse()) await close() })

/** A team's own system, which answers with the statuses given, the last one for good. */
async function receiver(...answers: number[]) {
  const calls: { readonly headers: IncomingHttpHeaders; readonly text: string }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => { text += part.toString() })
    request.on('end', () => {
      calls.push({ headers: request.headers, text })
      response.writeHead((answers.length > 1 ? answers.shift() : answers[0]) ?? 204).end()
    })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  closing.push(() => new Promise((resolve) => { server.closeAllConnections(); server.close(resolve) }))
  const at = server.address()
  const url = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/rollouts`
  return { calls, url, events: () => calls.flatMap(({ text }) => RolloutEvents.parse(JSON.parse(text)).events.map(({ type, subject }) => `${type} ${subject}`)) }
}

/** One registry process that tells a receiver, from what happens next. */
async function telling(url: string) {
  const work = startWebhook({ database: registry.database, receiver: { url, secret }, log: { warn: () => undefined, error: () => undefined }, everyMs: 3_600_000, timeoutMs: 30_000 })
  closing.push(work.stop)
  await work.run()
  return work
}

let count = 0
/** Publishes a version that nobody published yet; answers how events name it. */
async function published(): Promise<string> {
  count += 1
  const version = `1.0.${count}`
  await registry.publish(aModule('mfe-driver', version))
  return `version.published mfe-driver@${version}`
}

describe('a receiver of rollout events', () => {
  it('is told what was published, given, rolled back and killed, in order, signed as the Standard Webhooks say', async () => {
    await registry.publish(aModule('shell'))
    await published()
    const system = await receiver(204)
    const work = await telling(system.url)
    const put = (body: object, ifMatch: number) => registry.call('PUT', '/tenants/costaverde.localhost/pointer', { ifMatch, body })
    const second = await published()
    await put({ modules: { shell: '1.0.0', 'mfe-driver': '1.0.1' } }, 0)
    await put({ modules: { 'mfe-driver': '1.0.2' }, percent: 10 }, 1)
    await registry.call('POST', '/tenants/costaverde.localhost/pointer/back', { ifMatch: 2, body: {} })
    await registry.call('PUT', '/modules/mfe-driver/labels/stable', { body: { version: '1.0.1' } })
    await registry.call('POST', '/modules/mfe-driver/versions/1.0.2/kill', { body: { reason: 'it breaks' } })
    await work.run()
    expect(system.events()).toEqual([second, 'tenant.changed costaverde.localhost', 'tenant.changed costaverde.localhost', 'tenant.rolled-back costaverde.localhost', 'version.killed mfe-driver@1.0.2'])
    const [{ headers, text }] = system.calls as [(typeof system.calls)[number]]
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`).digest('base64')}`)
    expect(JSON.parse(text)).toMatchObject({ events: [{}, { after: { revision: 1, setId: 1 }, actor: 'demo-operator' }, {}, {}, { reason: 'it breaks' }] })
  })

  it('is told nothing twice that it acknowledged, by however many processes, and nothing of before', async () => {
    await published()
    const system = await receiver(200)
    const processes = [await telling(system.url), await telling(system.url)]
    const happened = [await published()]
    await Promise.all(processes.map((each) => each.run()))
    happened.push(await published())
    await Promise.all(processes.map((each) => each.run()))
    expect(system.events()).toEqual(happened)
  })

  it('gets what it refused again, in order and under the same id, once its next try is due', async () => {
    const system = await receiver(503, 200)
    const work = await telling(system.url)
    const first = await published()
    await work.run()
    await work.run()
    expect(system.events()).toEqual([first])
    await registry.database.kysely.updateTable('webhook_delivery').set({ next_attempt_at: new Date(0) }).execute()
    await work.run()
    expect(system.events()).toEqual([first, first])
    expect(system.calls[0]?.headers['webhook-id']).toBe(system.calls[1]?.headers['webhook-id'])
  })

  it('is told that a canary was stopped', async () => {
    const system = await receiver(200)
    const work = await telling(system.url)
    const { kysely } = registry.database
    const last = await kysely.selectFrom('audit').selectAll().orderBy('entry', 'desc').executeTakeFirstOrThrow()
    const entry = last.entry + 1
    await kysely.insertInto('audit').values({ ...last, entry, actor: 'registry', action: 'take back', subject: 'costaverde.localhost', reason: 'broke 3 of 4', after: '{"revision":9,"setId":1}' }).execute()
    await work.run()
    expect(system.events()).toEqual(['canary.stopped costaverde.localhost'])
  })
})
