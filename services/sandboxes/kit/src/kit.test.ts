import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { guarded, withTwoHosts } from '@checkin/server/testing/guarded-answers'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerBadly, badAnswerOf, takeRule } from './faults.ts'
import { createJobs } from './jobs.ts'
import { basicAuthorization, openMerchants } from './merchants.ts'
import { amountIn, escaped, languageOf, pageHeaders, scriptHeaders } from './page.ts'
import { openSandbox } from './sandbox.ts'
import { openStore, type Owned } from './store.ts'

let folder: string
beforeAll(async () => { folder = await mkdtemp(join(tmpdir(), 'checkin-sandbox-kit-')) })
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Order extends Owned { readonly id: string; readonly request: string }
const opened = (file = ':memory:') => {
  const store = openStore<{ readonly url: string }, { readonly rules: readonly string[] }>(file)
  return { store, orders: store.documents<Order>({ table: 'orders', id: ['id', ({ id }) => id], request: ['request_id', ({ request }) => request] }) }
}

describe('the store', () => {
  it('finds a repeated request, replaces a document in its place, and refuses the same request for another one', () => {
    const { orders } = opened()
    orders.put({ id: '1', request: 'a' })
    orders.put({ id: '2', request: 'b' })
    orders.put({ id: '1', request: 'a', merchant: 'm' })
    expect([orders.byRequest('a'), orders.all().map(({ id }) => id)]).toEqual([{ id: '1', request: 'a', merchant: 'm' }, ['1', '2']])
    expect(() => { orders.put({ id: '3', request: 'a' }) }).toThrow('UNIQUE')
  })

  it('keeps documents, values, jobs and the clock over a restart, and nothing of what was rolled back', () => {
    const file = join(folder, 'restart', 'store.sqlite')
    const { store, orders } = opened(file)
    orders.put({ id: '1', request: 'a' })
    store.keep('rules', ['one'])
    store.keepClockOffset(5)
    store.jobs.add(10, { url: 'x' }, 2)
    expect(() => store.atomically(() => { orders.put({ id: '2', request: 'b' }); throw new Error('no') })).toThrow('no')
    store.close()
    const again = opened(file)
    expect([again.orders.all().length, again.store.kept('rules'), again.store.clockOffset(), again.store.jobs.nextAt()]).toEqual([1, ['one'], 5, 10])
    expect(again.store.jobs.due(10)).toEqual([{ id: 1, work: { url: 'x' }, attempt: 2 }])
    again.store.close()
  })
})

describe('jobs', () => {
  it('are tried again after each delay until they are done, then given up (CODE-7)', async () => {
    const { store } = opened()
    let now = 0
    const tries: string[] = []
    const jobs = createJobs({
      store, now: () => now, retryDelays: [100, 200], delayScale: 0.5,
      perform: async ({ url }) => { tries.push(`${url}@${now}`); if (url === 'throws') throw new Error('away'); return url === 'done' },
    })
    for (const url of ['done', 'refused', 'throws']) jobs.add(0, { url })
    for (now of [0, 49, 50, 149, 150, 100_000]) await jobs.flush()
    jobs.stop()
    expect(tries.filter((each) => each.startsWith('done'))).toEqual(['done@0'])
    expect(tries.filter((each) => each.startsWith('refused'))).toEqual(['refused@0', 'refused@50', 'refused@150'])
    expect(tries.filter((each) => each.startsWith('throws'))).toHaveLength(3)
  })

  it('ask nothing of a store that was closed while one was under way', async () => {
    const { store } = opened()
    const jobs = createJobs({ store, now: () => 0, retryDelays: [], delayScale: 1, perform: async () => { jobs.stop(); store.close(); return true } })
    jobs.add(0, { url: 'last' })
    await expect(jobs.flush()).resolves.toBeUndefined()
  })
})

describe('merchants', () => {
  const { orders } = opened()
  const merchants = openMerchants({
    settings: { key: 'first', merchants: [{ key: 'second' }] }, nameOf: ({ key }: { key: string }) => key,
    authorizationOf: ({ key }) => basicAuthorization(key, 'secret'), open: ({ own }) => own(orders),
  })
  it('see their own documents only; those that name nobody are the first one\'s', () => {
    orders.put({ id: 'old', request: 'old' })
    merchants.find('second')?.part.put({ id: 'new', request: 'new' })
    expect(merchants.all.map(({ part }) => part.all().map(({ id }) => id))).toEqual([['old'], ['new']])
    expect([merchants.find('first')?.part.byRequest('new'), merchants.owner(orders.get('new')).name, merchants.owner(null).name]).toEqual([null, 'second', 'first'])
  })
  it('are known by their authorization', () => {
    expect(merchants.calling(basicAuthorization('second', 'secret'))?.name).toBe('second')
    expect([merchants.calling(basicAuthorization('second', 'wrong')), merchants.calling(undefined)]).toEqual([null, null])
  })
})

describe('faults', () => {
  it('end in a bad answer, or none', () => {
    expect(['drop-before', 'silent-after', 'slow-body-after', 'busy', 'declined', 'answer'].map(badAnswerOf)).toEqual(['drop', 'silent', 'slow-body', 'busy', null, null])
  })
  it.each([['busy', 503, '<h1>Service Unavailable</h1>'], ['error', 500, '{"success":false}'], ['garbage', 200, '{"a'], ['html', 200, '<!doctype html><title>Welcome</title>']] as const)('%s answers %d', async (how, status, body) => {
    const app = Fastify()
    app.get('/', (_request, reply) => answerBadly(reply, how, '{"a":1}'))
    const answer = await app.inject('/')
    expect([answer.statusCode, answer.body]).toEqual([status, body])
  })
  it('a rule holds as often as it says', () => {
    const rules = [{ name: 'a', times: 2 }, { name: 'b', times: 1 }]
    const { rule, left } = takeRule(rules, ({ name }) => name === 'a')
    expect([rule, left, takeRule(left, ({ name }) => name === 'b').left, takeRule(rules, () => false).rule]).toEqual([rules[0], [{ name: 'a', times: 1 }, rules[1]], [{ name: 'a', times: 1 }], null])
  })
})

describe('a sandbox', () => {
  it('moves its clock on, does what became due, and obeys programs of this machine only', async () => {
    const delivered: string[] = []
    const sandbox = openSandbox<{ readonly url: string }, object>({
      name: 'sandbox-trial', settings: { file: ':memory:', origin: 'http://trial.localhost', delayScale: 1 }, log: { level: 'silent' },
      retryDelays: [], perform: async ({ url }) => { delivered.push(url); return true },
    })
    sandbox.admin((scope) => { scope.get('/admin/orders', () => []) })
    sandbox.jobs.add(sandbox.now() + 60_000, { url: 'later' })
    const advance = (headers: Readonly<Record<string, string>>, remoteAddress = '127.0.0.1') => sandbox.service.app.inject({ method: 'POST', url: '/admin/clock', headers, remoteAddress, payload: { advanceMs: 60_000 } })
    expect([(await advance({ origin: 'http://evil.example' })).statusCode, (await advance({ 'sec-fetch-site': 'none' })).statusCode, (await advance({}, '10.0.0.1')).statusCode]).toEqual([403, 403, 403])
    expect(delivered).toEqual([])
    expect((await advance({})).json()).toMatchObject({ done: true })
    expect(delivered).toEqual(['later'])
    await sandbox.service.stop()
  })
})

it('pages escape what they show, speak the first known language, and run nothing unless their policy says so', () => {
  expect(escaped(`<a href="x">'&`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;')
  expect([languageOf(null, 'fi, fr;q=0.8, pt'), languageOf('xx', undefined)]).toEqual(['fr', 'en'])
  const policy = (given?: Readonly<Record<string, string>>) => pageHeaders('a {}', given)['content-security-policy']
  expect(policy()).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/)
  expect(policy({ 'frame-ancestors': 'http://shop.example' })).toContain('frame-ancestors http://shop.example')
})

it('every answer of a sandbox is guarded as the product\'s own, and none is given for two hosts (SEC-16, SEC-19)', async () => {
  const { service, routes } = openSandbox<{ readonly url: string }, object>({
    name: 'sandbox', settings: { file: ':memory:', origin: 'http://sandbox.localhost', delayScale: 1 }, log: { level: 'silent' }, retryDelays: [], perform: () => Promise.resolve(true),
  })
  routes((scope) => {
    scope.get('/page', (_request, reply) => reply.headers(pageHeaders('a {}')).send('<p>'))
    scope.get('/script.js', (_request, reply) => reply.headers(scriptHeaders).send('void 0'))
    scope.get('/away', (_request, reply) => reply.redirect('/page'))
  })
  const server = { port: await service.listen({ port: 0 }), host: 'sandbox.localhost' }
  const answers = await Promise.all(['/page', '/script.js', '/away', '/nothing'].map((path) => guarded(server, path)))
  expect([...answers, await withTwoHosts(server, '/page')]).toEqual(['200', '200', '302', '404', '400'])
  await service.stop()
})

it('sets tables up before it uses them, so that those of an earlier release can be brought into today\'s form', () => {
  const file = join(folder, 'earlier.sqlite')
  const earlier = new DatabaseSync(file)
  earlier.exec(`create table kept (name text primary key, value text not null); insert into kept values ('rules', '["kept"]')`)
  earlier.close()
  const store = openStore<never, { readonly rules: readonly string[] }>(file, (database) => { database.exec('alter table kept rename column value to document') })
  expect(store.kept('rules')).toEqual(['kept'])
  store.close()
})

it.each([
  ['159.15', 'EUR', '€159.15'], ['1250.50', 'HUF', 'HUF\u00a01,250.50'], ['1234', 'JPY', '¥1,234'], ['1.500', 'KWD', 'KWD\u00a01.500'], ['0.1250', 'CLF', 'CLF\u00a00.1250'],
])('%s %s is shown with the decimals in which it was asked for (DEC-116)', (amount, currency, shown) => {
  expect(amountIn('en', amount, currency)).toBe(shown)
})
