import Fastify from 'fastify'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { createClient, HttpError } from './client.ts'
import { endpointFor, type Data, type Input, type Reply, type Request } from './endpoint.ts'
import { contract } from './example.fixture.ts'
import { serveContract, type Call, type Handlers, type ServeHooks } from './serve.ts'

class Refused extends Error {
  readonly statusCode: number
  readonly code: string
  readonly data: unknown
  constructor(statusCode: number, code: string, title: string, data: unknown = null) {
    super(title)
    this.statusCode = statusCode
    this.code = code
    this.data = data
  }
}

interface Context { readonly caller: string }
const hooks: ServeHooks<Context, 'anybody' | 'token'> = {
  authorise: ({ access }, { headers }) => {
    if (access === 'token' && headers.authorization !== 'Bearer good') throw new Refused(401, 'Unauthorized', 'No token')
    return { caller: headers.authorization ? 'machine' : 'nobody' }
  },
  refuse: (status, code, title) => new Refused(status, code, title),
  invalid: (part, issues) => new Refused(400, 'InvalidRequest', 'Does not fit', { part, places: issues.map(({ path }) => path.join('.')) }),
}

/** A service with these handlers, called as a client of its machine calls it. */
function serviceOf(handlers: Handlers<typeof contract, Context>, changed: Partial<ServeHooks<Context, 'anybody' | 'token'>> = {}) {
  const app = Fastify()
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => { done(null, body) })
  app.setErrorHandler((error, _request, reply) => {
    const { statusCode, code, message, data } = error instanceof Refused ? error : new Refused((error as { statusCode?: number }).statusCode ?? 500, 'Internal', (error as Error).message)
    return reply.code(statusCode).headers(statusCode === 503 ? { 'retry-after': '7' } : {}).send({ status: statusCode, code, title: message, data, requestId: 'r-1' })
  })
  serveContract(app, contract, handlers, { ...hooks, ...changed })
  const send: NonNullable<Parameters<typeof createClient>[0]['fetch']> = async (address, { method, headers, body }) => {
    const { statusCode, headers: answered, rawPayload } = await app.inject({ method: method as 'GET', url: address, headers, ...(body !== undefined && { payload: body }) })
    const bytes = statusCode === 204 || statusCode === 304 ? null : new Uint8Array(rawPayload)
    return new Response(bytes, { status: statusCode, headers: Object.entries(answered).map(([name, value]) => [name, String(value)] as [string, string]) })
  }
  return { app, anybody: createClient({ baseUrl: '', fetch: send }), machine: createClient({ baseUrl: '', token: 'good', fetch: send }) }
}

const car = { plate: 'AA-00-BB', boughtAt: null }

describe('a declared call', () => {
  it('gives its types to client and server', () => {
    expectTypeOf<Input<typeof contract.putCar>>().toEqualTypeOf<{ readonly params: { readonly plate: string }; readonly body: { readonly plate: string; readonly seats?: number | undefined } }>()
    expectTypeOf<Request<typeof contract.putCar>>().toEqualTypeOf<{ readonly params: { plate: string }; readonly body: { plate: string; seats: number } }>()
    expectTypeOf<Input<typeof contract.listCars>>().toEqualTypeOf<void>()
    expectTypeOf<Data<typeof contract.findCar>>().toEqualTypeOf<{ plate: string; seats: number; boughtAt: string | null }>()
    expectTypeOf<Reply<typeof contract.findCar>>().toEqualTypeOf<{ readonly plate: string; readonly seats?: number | undefined; readonly boughtAt: string | null }>()
    expectTypeOf<Data<typeof contract.carPapers>>().toEqualTypeOf<Blob>()
    expectTypeOf<Data<typeof contract.removeCar>>().toEqualTypeOf<undefined>()
    expectTypeOf<Input<typeof contract.report>>().toEqualTypeOf<{ readonly body: string }>()
    expectTypeOf<Call<typeof contract.putCar, Context>['ifMatch']>().toEqualTypeOf<number>()
    expectTypeOf<Call<typeof contract.removeCar, Context>['ifMatch']>().toEqualTypeOf<number | null>()
    // @ts-expect-error -- no endpoint has this property
    endpointFor<'anybody'>()({ name: 'x', method: 'GET', path: '/x', access: 'anybody', answer: 'none', errors: [], bodylimit: 3 })
    // @ts-expect-error -- the API knows no such access
    endpointFor<'anybody'>()({ name: 'x', method: 'GET', path: '/x', access: 'somebody', answer: 'none', errors: [] })
  })
})

describe('a served call', () => {
  it('gets its checked parts and what authorise found out, and its answer holds only what the schema names', async () => {
    const { app, machine } = serviceOf({
      findCar: ({ params, query, caller }) => ({ ...car, plate: `${params.plate} ${query.year ?? '-'} ${caller}`, secret: 1 }),
    })
    expect(await machine.call(contract.findCar, { params: { plate: 'a/b' }, query: { year: '1999' } })).toEqual({ ...car, plate: 'a/b 1999 machine', seats: 5 })
    const { headers } = await app.inject('/cars/x')
    expect(headers['cache-control']).toBe('no-store')
  })

  it('is answered byte for byte alike from an answer that is frozen, which is looked at once', async () => {
    let looks = 0
    const list = { secret: 1, cars: [{ ...car, get seats() { looks += 1; return 4 } }] }
    const frozen = Object.freeze({ ...list })
    const { app } = serviceOf({ listCars: ({ request }) => (request.headers['x-frozen'] ? frozen : list) })
    const answers = []
    for (const isFrozen of [false, true, true, true]) answers.push(await app.inject({ url: '/cars', headers: { authorization: 'Bearer good', ...(isFrozen && { 'x-frozen': 'yes' }) } }))
    const [first, ...others] = answers.map(({ body, headers: { 'content-type': type, 'content-length': length, 'cache-control': cache } }) => ({ body, type, length, cache }))
    expect(first?.body).toBe(JSON.stringify({ cars: [{ plate: car.plate, seats: 4, boughtAt: null }] }))
    expect(others).toEqual([first, first, first])
    expect(looks).toBe(2)
  })

  it('keeps a cache-control that the handler set', async () => {
    const { app } = serviceOf({ findCar: ({ reply }) => { void reply.header('cache-control', 'private, max-age=60'); return car } })
    expect((await app.inject('/cars/x')).headers['cache-control']).toBe('private, max-age=60')
  })

  it('is refused before its body is read where the caller may not make it (SEC-7)', async () => {
    const { app } = serviceOf({ putCar: () => car })
    const answer = await app.inject({ method: 'PUT', url: '/cars/x', headers: { 'content-type': 'application/json' }, payload: '{"broken' })
    expect(answer.statusCode).toBe(401)
  })

  it('is refused as the service says where it does not fit', async () => {
    const { machine } = serviceOf({ putCar: () => car })
    const body = { plate: 'x', colour: 'red' }
    await expect(machine.call(contract.putCar, { params: { plate: 'x' }, body }, { ifMatch: 3 })).rejects.toMatchObject({ status: 400, code: 'InvalidRequest', data: { part: 'body', places: [''] } })
  })

  it.each([
    [undefined, 428], ['"x"', 400], ['3', 400],
  ])('takes If-Match %s for %s where a revision is required', async (header, status) => {
    const { app } = serviceOf({ putCar: () => car })
    const { statusCode } = await app.inject({ method: 'PUT', url: '/cars/x', headers: { authorization: 'Bearer good', ...(header && { 'if-match': header }) }, payload: { plate: 'x' } })
    expect(statusCode).toBe(status)
  })

  it('gives the handler the revision, null where none is required and none was sent', async () => {
    const seen: (number | null)[] = []
    const { machine } = serviceOf({ putCar: ({ ifMatch }) => { seen.push(ifMatch); return car }, removeCar: ({ ifMatch }) => { seen.push(ifMatch) } })
    await machine.call(contract.putCar, { params: { plate: 'x' }, body: { plate: 'x' } }, { ifMatch: 7 })
    await machine.call(contract.removeCar, { params: { plate: 'x' } })
    expect(seen).toEqual([7, null])
  })

  it('is an error that names places, never values, where its answer does not fit', async () => {
    const { anybody } = serviceOf({ findCar: () => JSON.parse('{"plate":"secret","boughtAt":"yesterday at noon"}') as typeof car })
    await expect(anybody.call(contract.findCar, { params: { plate: 'x' }, query: {} })).rejects.toMatchObject({ status: 500, title: expect.stringMatching(/^findCar .*boughtAt \(invalid_format\)$/) as string })
  })

  it('answers another method at its path with 405 and those that the path has, in every scope of the server', async () => {
    const { app } = serviceOf({ findCar: () => car })
    void app.register((scope, _options, done) => {
      serveContract(scope, { only: { name: 'only', method: 'POST', path: '/only/:one', access: 'anybody', answer: 'none', errors: [] } }, { only: () => undefined }, hooks)
      done()
    }, { prefix: '/more' })
    for (const [method, url, allow] of [['POST', '/cars/x', 'DELETE, GET, HEAD, PUT'], ['DELETE', '/cars', 'GET, HEAD'], ['GET', '/more/only/one?more=1', 'POST']] as const) {
      const answer = await app.inject({ method, url })
      expect([answer.statusCode, answer.json<{ code: string }>().code, answer.headers['allow']]).toEqual([405, 'MethodNotAllowed', allow])
    }
    expect((await app.inject('/cars/x')).statusCode).toBe(200)
    for (const url of ['/cars/x/nothing', '/only/one', '/more/only', '/cars/']) expect((await app.inject({ method: 'PATCH', url })).statusCode, url).toBe(404)
  })

  it('is refused with 501 without a handler, and answers 204, PDF and text', async () => {
    const { app, anybody, machine } = serviceOf({ removeCar: () => undefined, carPapers: () => new TextEncoder().encode('%PDF-1.7'), report: ({ body }) => `got ${body}` })
    await expect(anybody.call(contract.later)).rejects.toMatchObject({ status: 501, code: 'NotImplemented' })
    expect((await machine.exchange(contract.removeCar, { params: { plate: 'x' } })).status).toBe(204)
    expect((await app.inject('/cars/x/papers')).headers['content-type']).toBe('application/pdf')
    expect(await (await anybody.call(contract.carPapers, { params: { plate: 'x' } })).text()).toBe('%PDF-1.7')
    expect(await anybody.call(contract.report, { body: 'news' })).toBe('got news')
  })

  it('may be answered by the handler itself, or from memory around it', async () => {
    const { machine } = serviceOf({ listCars: ({ reply }) => reply.code(304).send() })
    expect(await machine.exchange(contract.listCars)).toMatchObject({ status: 304, data: null })
    const remembering = serviceOf({}, { around: async ({ endpoint, context }) => ({ ...car, plate: `${endpoint.name} ${context.caller}` }) })
    await expect(remembering.anybody.call(contract.findCar, { params: { plate: 'x' }, query: {} })).rejects.toMatchObject({ status: 501 })
    const handled = serviceOf({ findCar: () => car }, { around: async ({ endpoint, context }) => ({ ...car, plate: `${endpoint.name} ${context.caller}` }) })
    expect(await handled.anybody.call(contract.findCar, { params: { plate: 'x' }, query: {} })).toMatchObject({ plate: 'findCar nobody' })
  })
})

describe('a client', () => {
  it('rejects with status, code, title, data, request id and waiting time of a refusal', async () => {
    const { anybody } = serviceOf({ findCar: () => { throw new Refused(503, 'Unavailable', 'Come back', { a: 1 }) } })
    const refusal = await anybody.call(contract.findCar, { params: { plate: 'x' }, query: {} }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(HttpError)
    expect(refusal).toMatchObject({ status: 503, code: 'Unavailable', title: 'Come back', data: { a: 1 }, requestId: 'r-1', retryAfter: 7, message: 'findCar was answered 503 Unavailable: Come back' })
  })

  it.each([['{"plate":5}', 'plate, boughtAt'], ['<html>', '']])('takes %s for no answer of the contract', async (text, places) => {
    const client = createClient({ baseUrl: 'http://nowhere', fetch: async () => new Response(text) })
    await expect(client.call(contract.findCar, { params: { plate: 'x' }, query: {} })).rejects.toMatchObject({ code: 'InvalidAnswer', title: `The answer does not fit the contract at: ${places}` })
  })

  it.each(['.', '..'])('sends no call with the name %j, which platforms take for a step in the path however it is encoded (SEC-17)', async (plate) => {
    const client = createClient({ baseUrl: 'http://nowhere', fetch: () => expect.fail('it was sent') })
    await expect(client.call(contract.findCar, { params: { plate }, query: {} })).rejects.toMatchObject({ status: 404, code: 'NotFound' })
  })

  it('sends headers of every call and of one, and rejects as fetch does where nobody answers', async () => {
    const seen: unknown[] = []
    const client = createClient({ baseUrl: 'http://nowhere', headers: () => ({ host: 'a.example' }), fetch: async (address, { headers }) => { seen.push(address, headers); throw new TypeError('refused') } })
    await expect(client.call(contract.findCar, { params: { plate: 'ä' }, query: { year: undefined } }, { headers: { 'if-none-match': '"1"' } })).rejects.toThrow(TypeError)
    expect(seen).toEqual(['http://nowhere/cars/%C3%A4', { accept: 'application/json', host: 'a.example', 'if-none-match': '"1"' }])
  })
})
