import { isErrorCode, type Endpoint } from '@checkin/api'
import { everyCall } from '@checkin/api/every-call'
import { everyForm } from '@checkin/http/body-form'
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { fitting } from './fixtures/from-schema.fixture.ts'
import { aFleetReservation, wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

/** What every call may answer besides its own errors. */
const anywhere = new Set(['400 InvalidRequest', '400 MalformedJson', '401 Unauthorized', '403 CodeRequired', '404 NotFound', '429 TooManyRequests', '503 Unavailable'])
const ErrorBody = z.strictObject({ data: z.unknown(), status: z.number(), title: z.string().min(1), code: z.string().refine(isErrorCode), requestId: z.uuid() })

let api: WholeApi
let mine: { number: string; guid: string; id: string }
beforeAll(async () => {
  api = await wholeApi()
  mine = await api.stored('costaverde', 'K1')
})
afterAll(() => api.stop())

interface Parts { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown }

function addressOf(endpoint: Endpoint, { params, query }: Parts): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_place, name: string) => encodeURIComponent((params as Record<string, string> | undefined)?.[name] ?? 'x'))
  const entries = Object.entries((query ?? {}) as Record<string, unknown>).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
  return `/api${path}${entries.length > 0 ? `?${new URLSearchParams(entries).toString()}` : ''}`
}
const send = (endpoint: Endpoint, parts: Parts, token?: string) =>
  api.call(endpoint.method, addressOf(endpoint, parts), { ...(token !== undefined && { token }), ...(parts.body !== undefined && { body: parts.body }) })

/** The answer is one that the contract names. */
function isOfContract(endpoint: Endpoint, answer: LightMyRequestResponse): void {
  if (answer.statusCode === 200) {
    if (endpoint.answer === 'pdf') expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    else expect(z.safeParse(endpoint.answer, answer.json()).success).toBe(true)
    return
  }
  const body = ErrorBody.parse(answer.json())
  expect(body.status).toBe(answer.statusCode)
  const named = new Set([...endpoint.errors.map(({ status, code }) => `${status} ${code}`), ...anywhere])
  expect([...named]).toContain(`${body.status} ${body.code}`)
}

const tokenFor = async (endpoint: Endpoint) => (endpoint.access === 'open' ? undefined : (await api.session('costaverde', mine.id, endpoint.access === 'pending' ? 'pending' : 'verified')).token)

/** Parameters that fit; now and then those of the session's own reservation. */
const paramsOf = (schema: NonNullable<Endpoint['params']>) => fc.tuple(fitting(schema), fc.boolean()).map(([params, own]) => {
  const given = params as Record<string, string>
  return own ? { ...given, ...('guid' in given && { guid: mine.guid }), ...('reservation' in given && { reservation: mine.number }) } : given
})
const partsOf = (endpoint: Endpoint): fc.Arbitrary<Parts> => fc.record({
  ...(endpoint.params && { params: paramsOf(endpoint.params) }), ...(endpoint.query && { query: fitting(endpoint.query) }), ...(endpoint.body && { body: fitting(endpoint.body) }),
})
const junk = fc.oneof(fc.jsonValue({ maxDepth: 3 }).filter((value) => typeof value === 'object' && value !== null), fc.dictionary(fc.string(), fc.jsonValue()))

const endpoints: readonly Endpoint[] = everyForm(Object.values(everyCall))

describe.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))('%s', (name, endpoint) => {
  it('answers any request that fits with what its contract names', async () => {
    const token = await tokenFor(endpoint)
    await fc.assert(fc.asyncProperty(partsOf(endpoint), async (parts) => { isOfContract(endpoint, await send(endpoint, parts, token)) }), { numRuns: 12 })
  })
  it('answers junk with a refusal, never with an error of its own', async () => {
    const token = await tokenFor(endpoint)
    await fc.assert(fc.asyncProperty(fc.record({ params: fc.dictionary(fc.constantFrom('guid', 'tag', 'code', 'reservation', 'provider'), fc.string()), query: junk, body: junk }), async (parts) => {
      const answer = await send(endpoint, { ...parts, ...(endpoint.body ? {} : { body: undefined }) }, token)
      isOfContract(endpoint, answer)
      if (endpoint.body) expect(answer.statusCode).toBe(400)
    }), { numRuns: 12 })
  })
  if (endpoint.access !== 'open') {
    it('answers nothing without a session', async () => {
      const [parts] = fc.sample(partsOf(endpoint), 1)
      expect((await send(endpoint, parts ?? {})).json()).toMatchObject({ status: 401, code: 'Unauthorized' })
    })
  }
})

describe('the contract as a whole', () => {
  it('is published as OpenAPI 3.1 with every call, outside production', async () => {
    const document = (await api.call('GET', '/api/openapi.json')).json<{ openapi: string; paths: Record<string, Record<string, unknown>> }>()
    expect(document.openapi).toMatch(/^3\.1/)
    expect(Object.values(document.paths).flatMap((path) => Object.keys(path))).toHaveLength(endpoints.length)
  })
  it.each(['/api', '/fleet/v1', '/internal/v1'])('%s has a page to read beside its document, outside production', async (path) => {
    expect((await api.call('GET', `${path}/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0' })
    expect((await api.call('GET', `${path}/reference`)).headers['content-type']).toBe('text/html; charset=utf-8')
  })
  it('a refused call changes nothing', async () => {
    const before = await api.fleet('costaverde', 'GET', '/reservations/K1')
    expect(before.json()).toMatchObject({ rowVersion: 1, reservation: { paidValue: aFleetReservation().paidValue } })
  })
  it('nothing personal and no address of a call is in the logs (DEC-80)', () => {
    expect(api.logs()).not.toMatch(/Silva|maria\.silva|checkin_session/)
    expect(api.logs()).not.toContain(mine.guid)
  })
})
