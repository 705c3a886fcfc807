import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contract } from '../contract/contract.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { ApiFailure } from '../failures/api-failure.ts'
import { isErrorStatus } from '../failures/api-failure.ts'
import { defaultAnswers } from '../testing/default-answers.ts'
import { addressOf } from './address.ts'
import { identifierOf } from './identifier.ts'
import { readDeadline } from './patience.ts'
import { request } from './request.ts'

const locate = { body: { reference: 'CV1001', surname: 'Silva', checkoutdate: '', mail: '' as const } }
const found = { found: true, needsTerms: false }

interface Sent {
  readonly address: string
  readonly init: RequestInit
  readonly headers: Readonly<Record<string, string>>
}
let sent: Sent[] = []

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(body === undefined ? null : JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

/** The next calls are answered by this. */
function answering(answer: (init: RequestInit) => Response | Promise<Response>): void {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push({ address, init, headers: init.headers as Record<string, string> })
    return answer(init)
  })
}

const failureOf = async (call: Promise<unknown>): Promise<ApiFailure> =>
  call.then(() => { throw new Error('the call went well') }, (failure: unknown) => failure as ApiFailure)

beforeEach(() => {
  sent = []
  vi.stubGlobal('location', { host: 'costaverde.localhost:4000' })
  vi.stubGlobal('document', { documentElement: { lang: 'pt', dataset: { tenant: 'costaverde.localhost' } } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('what leaves the browser', () => {
  it('carries the host of the page, its language and nothing of other origins (SHELL-06, DEC-05)', async () => {
    answering(() => json(200, found))
    await request(contract.prelookup, locate)
    expect(sent[0]).toMatchObject({ address: '/api/reservation/prelookup', init: { method: 'POST', credentials: 'same-origin', redirect: 'manual' } })
    expect(sent[0]?.headers).toMatchObject({ identifier: 'costaverde.localhost:4000', 'accept-language': 'pt', 'content-type': 'application/json' })
    expect(JSON.parse(sent[0]?.init.body as string)).toEqual(locate.body)
  })

  it('names one trace for the whole visit, another span for each call, and asks nobody to record it (ECO-5, DEC-318)', async () => {
    answering(() => json(200, found))
    await request(contract.prelookup, locate)
    await request(contract.prelookup, locate)
    const [one = [], other = []] = sent.map(({ headers }) => /^00-([0-9a-f]{32})-([0-9a-f]{16})-00$/.exec(headers['traceparent'] ?? '') ?? [])
    expect(one[1]).toBeDefined()
    expect(other[1]).toBe(one[1])
    expect(other[2]).not.toBe(one[2])
  })

  it.each([
    ['tenant-a.example', undefined, 'tenant-a.example'],
    ['tenant-a.example', 'other.example', 'tenant-a.example'],
    ['localhost:4000', 'costaverde.localhost', 'costaverde.localhost'],
    ['127.0.0.1:5173', 'costaverde.localhost', 'costaverde.localhost'],
    ['localhost:4000', undefined, 'localhost:4000'],
    ['costaverde.localhost:4000', 'other.localhost', 'costaverde.localhost:4000'],
  ])('identifies a page at %s of tenant %s as %s (SHELL-06, DEC-06)', (host, tenant, identifier) => {
    expect(identifierOf(host, tenant)).toBe(identifier)
  })

  it('puts parameters into the address so that none can become another address', () => {
    expect(addressOf(contract.getUpsellGroup, { params: { reservation: 'R1/../x', groupId: 'B?c' } })).toBe('/api/reservation/upselling/R1%2F..%2Fx/B%3Fc')
    expect(addressOf(contract.checkDriverEmail, { query: { email: 'a+b@x.pt', driverId: undefined } })).toBe('/api/driver/email?email=a%2Bb%40x.pt')
    expect(addressOf(contract.findPostalCode, { query: { zipCode: '8000-138', countryId: 620 } })).toBe('/api/postalcode?zipCode=8000-138&countryId=620')
  })

  it.each([
    [contract.validateCode, { params: { code: '123456' } }, 'POST /api/validate {"code":"123456"}'],
    [contract.checkDriverEmail, { query: { email: 'a+b@x.pt', driverId: undefined } }, 'POST /api/driver/email {"email":"a+b@x.pt"}'],
    [contract.findPostalCode, { query: { zipCode: '8000-138', countryId: 620 } }, 'POST /api/postalcode {"zipCode":"8000-138","countryId":620}'],
  ])('has what is personal or secret in the body, never in the address (ASVS 14.2.1, DEC-342)', async (call, input, expected) => {
    answering(() => json(404, {}))
    await failureOf(request(call as Endpoint, input as never))
    expect(sent.map(({ address, init }) => `${init.method ?? ''} ${address} ${init.body as string}`)).toEqual([expected])
  })

  it('has a fresh key with every write, so that the server sees a repetition as one (DEC-48)', async () => {
    answering(() => json(200, { sessionKey: 'pending-key-1' }))
    await request(contract.lookup, { body: { ...locate.body, mail: 'a@x.pt' } })
    await request(contract.lookup, { body: { ...locate.body, mail: 'a@x.pt' } })
    const keys = sent.map(({ headers }) => headers['idempotency-key'])
    expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key ?? ''))).toBe(true)
    expect(new Set(keys).size).toBe(2)
  })

  it('keeps the key of an earlier try where the caller names it (DEC-48)', async () => {
    answering(() => json(200, { sessionKey: 'pending-key-1' }))
    await request(contract.lookup, { body: { ...locate.body, mail: 'a@x.pt' } }, { idempotencyKey: 'first-try' })
    expect(sent[0]?.headers['idempotency-key']).toBe('first-try')
  })

  it('has no key with a GET', async () => {
    answering(() => json(200, defaultAnswers.getConfig))
    await request(contract.getConfig, undefined)
    expect(sent[0]?.headers).not.toHaveProperty('idempotency-key')
    expect(sent[0]?.init).not.toHaveProperty('body')
  })
})

describe('answers', () => {
  it.each([[200, false], [201, false], [204, false], [205, true], [302, true], [400, true], [404, true], [409, true], [500, true], [0, true]])('of status %s are an error: %s (SHELL-57, SHELL-58, CONST-34)', (status, isError) => {
    expect(isErrorStatus(status)).toBe(isError)
  })

  it('come in one form (SHELL-57)', async () => {
    answering(() => json(201, found))
    expect(await request(contract.prelookup, locate)).toEqual({ data: found, hasError: false, status: 201, error: null })
  })

  it('lose fields that the contract does not have', async () => {
    answering(() => json(200, { ...found, surname: 'Silva' }))
    expect((await request(contract.prelookup, locate)).data).toEqual(found)
  })

  it('have empty dates where older systems send the sentinel (SHELL-62)', async () => {
    const loaded = defaultAnswers.getReservation
    answering(() => json(200, { ...loaded, driver: { ...loaded.driver, birthDate: '0001-01-01T00:00:00' } }))
    expect((await request(contract.getReservation, { params: { guid: 'guid-of-cv1001' } })).data.driver?.birthDate).toBeNull()
  })

  it('of terms are documents (API-07)', async () => {
    answering(() => new Response('%PDF-1.7', { status: 200, headers: { 'content-type': 'application/pdf' } }))
    const { data } = await request(contract.downloadTerms, { params: { tag: 'rental' } })
    expect(await data.text()).toBe('%PDF-1.7')
    answering(() => new Response('<html>', { status: 200, headers: { 'content-type': 'text/html' } }))
    expect(await failureOf(request(contract.downloadTerms, { params: { tag: 'rental' } }))).toMatchObject({ kind: 'invalid-data' })
  })
})

describe('failures', () => {
  it('of the server carry its status, message, data, code and the id of the call', async () => {
    answering(() => json(409, { data: { errors: [] }, status: 409, title: 'There is an agreement', code: 'HasRentalAgreement', requestId: 'req-1' }))
    expect(await failureOf(request(contract.prelookup, locate))).toEqual({
      kind: 'http',
      answer: { data: null, hasError: true, status: 409, error: { data: { errors: [] }, status: 409, title: 'There is an agreement' } },
      code: 'HasRentalAgreement', codeText: 'HasRentalAgreement', requestId: 'req-1', retryAfter: null,
    })
  })

  it.each([['no body at all', () => new Response(null, { status: 502 })], ['a page of a proxy', () => new Response('<html>Bad gateway</html>', { status: 502 })], ['a list', () => json(502, [])]])('survive %s', async (_what, answer) => {
    answering(answer)
    expect(await failureOf(request(contract.getConfig, undefined))).toMatchObject({ kind: 'http', answer: { status: 502, error: { title: '' } }, code: null })
  })

  it('with a code that nobody knows keep its text (ERR-18)', async () => {
    answering(() => json(503, { code: 17 }))
    expect(await failureOf(request(contract.getConfig, undefined))).toMatchObject({ code: null, codeText: '17' })
  })

  it('of too many tries say how long to wait', async () => {
    answering(() => json(429, { code: 'TooManyRequests' }, { 'retry-after': '900' }))
    expect(await failureOf(request(contract.prelookup, locate))).toMatchObject({ code: 'TooManyRequests', retryAfter: 900 })
  })

  it('are redirects too: they are not followed (TRAPS T-11)', async () => {
    const redirect = new Response(null)
    Object.defineProperties(redirect, { type: { value: 'opaqueredirect' }, status: { value: 0 } })
    answering(() => redirect)
    expect(await failureOf(request(contract.getConfig, undefined))).toMatchObject({ kind: 'http', answer: { hasError: true, status: 302 } })
  })

  it('without an answer have status 0 (SHELL-58)', async () => {
    answering(() => { throw new TypeError('Failed to fetch') })
    expect(await failureOf(request(contract.prelookup, locate))).toMatchObject({ kind: 'network', answer: { hasError: true, status: 0 } })
  })

  it('are answers in another shape, named by their fields and never by what stands in them', async () => {
    answering(() => json(200, { found: true, needsTerms: 'maria.silva@example.com' }, { 'x-request-id': 'req-2' }))
    const failure = await failureOf(request(contract.prelookup, locate))
    expect(failure).toMatchObject({ kind: 'invalid-data', fields: ['needsTerms'], requestId: 'req-2' })
    expect(JSON.stringify(failure)).not.toContain('maria')
  })

  it.each([['nothing', undefined], ['half a text', '{"found":'], ['another kind of thing', '"ok"']])('are successes with %s where the contract has an object', async (_what, body) => {
    answering(() => new Response(body ?? null, { status: 200 }))
    expect(await failureOf(request(contract.prelookup, locate))).toMatchObject({ kind: 'invalid-data', answer: { status: 200 } })
  })

  it('are calls that the page gave up', async () => {
    const controller = new AbortController()
    answering(({ signal }) => new Promise((_resolve, reject) => { signal?.addEventListener('abort', () => { reject(new DOMException('', 'AbortError')) }) }))
    const failure = failureOf(request(contract.getConfig, undefined, { signal: controller.signal }))
    controller.abort()
    expect(await failure).toMatchObject({ kind: 'aborted', answer: { status: 0 } })
  })
})

describe('waiting (DEC-48, SHELL-59)', () => {
  /** A clock that runs out at once, for whoever sets one. */
  const outOfTime = (): number[] => {
    const limits: number[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
      limits.push(limit)
      return AbortSignal.abort(new DOMException('', 'TimeoutError'))
    })
    return limits
  }
  const slow = ({ signal }: RequestInit): Promise<Response> =>
    (signal?.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve(json(200, { sessionKey: 'pending-key-1' })))

  it('ends for a read after 15 s', async () => {
    const limits = outOfTime()
    answering(slow)
    expect(await failureOf(request(contract.getConfig, undefined))).toMatchObject({ kind: 'timeout', answer: { status: 0 } })
    expect(limits).toEqual([readDeadline])
    expect(readDeadline).toBe(15_000)
  })

  it('ends for a read even while its body is still coming', async () => {
    outOfTime()
    answering(() => new Response(new ReadableStream({ start: (stream) => { stream.error(new DOMException('', 'TimeoutError')) } }), { status: 200 }))
    expect(await failureOf(request(contract.getConfig, undefined))).toMatchObject({ kind: 'timeout' })
  })

  it('never ends for a write, and a write is made once', async () => {
    const limits = outOfTime()
    answering(slow)
    expect(await request(contract.lookup, { body: { ...locate.body, mail: 'a@x.pt' } })).toMatchObject({ status: 200 })
    answering(() => { throw new TypeError('Failed to fetch') })
    sent = []
    await failureOf(request(contract.lookup, { body: { ...locate.body, mail: 'a@x.pt' } }))
    expect(limits).toEqual([])
    expect(sent).toHaveLength(1)
  })

  it('never ends for a code, which is good once (DEC-08)', async () => {
    const limits = outOfTime()
    answering(() => json(200, defaultAnswers.validateCode))
    await request(contract.validateCode, { params: { code: '123456' } })
    expect(limits).toEqual([])
  })
})

describe('a read that a server with too much to do turns away (DEC-362)', () => {
  const busy = () => json(503, { code: 'Busy', title: 'busy' }, { 'retry-after': '2' })
  /** Answers in turn, the last one again and again. */
  const inTurn = (...answers: readonly (() => Response)[]): void => { answering(() => (answers[Math.min(sent.length, answers.length) - 1] as () => Response)()) }

  beforeEach(() => { vi.useFakeTimers() })
  afterEach(() => { vi.useRealTimers() })

  it('is made once more after the time that the server named, and not before', async () => {
    inTurn(busy, () => json(200, found))
    const answer = request(contract.prelookup, locate)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_001)
    expect((await answer).data).toEqual(found)
    expect(sent).toHaveLength(2)
  })

  it('is refused when the server is still busy then', async () => {
    inTurn(busy)
    const failure = failureOf(request(contract.prelookup, locate))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await failure).toMatchObject({ kind: 'http', codeText: 'Busy', retryAfter: 2 })
    expect(sent).toHaveLength(2)
  })

  it.each([
    ['asks for more than the renter would wait', { code: 'Busy' }, { 'retry-after': '30' }], ['names no time', { code: 'Busy' }, {}], ['has another reason', { code: 'DatabaseUnavailable' }, { 'retry-after': '2' }],
  ])('is not made again where the server %s', async (_what, body, headers) => {
    inTurn(() => json(503, body, headers))
    const failure = failureOf(request(contract.prelookup, locate))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await failure).toMatchObject({ kind: 'http' })
    expect(sent).toHaveLength(1)
  })

  it('ends when the page gives it up meanwhile; and a write is not repeated', async () => {
    inTurn(busy)
    const controller = new AbortController()
    const failure = failureOf(request(contract.prelookup, locate, { signal: controller.signal }))
    await vi.advanceTimersByTimeAsync(1_000)
    controller.abort()
    expect(await failure).toMatchObject({ kind: 'aborted' })
    expect(sent).toHaveLength(1)
    expect(await failureOf(request(contract.lookup, { body: { ...locate.body, mail: 'a@x.pt' } }))).toMatchObject({ codeText: 'Busy' })
    expect(sent).toHaveLength(2)
  })
})

describe('a write whose answer does not come (DEC-48)', () => {
  const save = { body: { reservation: { reservation: '1' }, hasClickedUpgrade: false } } as never
  /** The write hangs until it is given up; questions about it are answered by `state`; `then` answers whatever is written after. */
  const hanging = (state: string, then: () => Response): void => {
    let asked = false
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      sent.push({ address, init, headers: init.headers as Record<string, string> })
      if (address.startsWith('/api/requests/')) {
        asked = true
        return json(200, { state })
      }
      if (asked) return then()
      return new Promise<Response>((_answered, failed) => { init.signal?.addEventListener('abort', () => { failed(new DOMException('', 'AbortError')) }) })
    })
  }
  const full = json(200, defaultAnswers.updateReservation)

  beforeEach(() => { vi.useFakeTimers() })
  afterEach(() => { vi.useRealTimers() })

  it('is made again under its own key once the server says that it had answered, and never otherwise', async () => {
    hanging('done', () => full.clone())
    const answer = request(contract.updateReservation, save)
    await vi.advanceTimersByTimeAsync(40_000)
    expect((await answer).status).toBe(200)
    const writes = sent.filter(({ init }) => init.method === 'PUT')
    expect(writes).toHaveLength(2)
    expect(new Set(writes.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(sent.find(({ address }) => address.startsWith('/api/requests/'))?.address).toBe(`/api/requests/${writes[0]?.headers['idempotency-key'] ?? ''}`)
  })

  it('reports the refusal whose answer got lost', async () => {
    hanging('refused', () => json(409, { code: 'VersionConflict', title: 'changed' }))
    const failure = failureOf(request(contract.updateReservation, save))
    await vi.advanceTimersByTimeAsync(40_000)
    expect(await failure).toMatchObject({ kind: 'http', code: 'VersionConflict' })
  })

  it('is a failed connection when it never arrived, so that the renter may press again', async () => {
    hanging('unknown', () => full.clone())
    const failure = failureOf(request(contract.updateReservation, save))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await failure).toMatchObject({ kind: 'network', answer: { status: 0 } })
    expect(sent.filter(({ init }) => init.method === 'PUT')).toHaveLength(1)
  })
})

describe('a write that the server left undecided (DEC-48)', () => {
  const save = { body: { reservation: { reservation: '1' }, hasClickedUpgrade: false } } as never
  const full = json(200, defaultAnswers.updateReservation)
  const undecided = () => json(504, { code: 'OutcomeUnknown', title: 'not known' }, { 'retry-after': '2' })
  /** Writes are answered in turn, the last answer again and again; so are the questions about them. */
  const server = (writes: readonly (() => Response)[], states: readonly (string | null)[]): void => {
    const [asked, written] = [{ at: 0 }, { at: 0 }]
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      sent.push({ address, init, headers: init.headers as Record<string, string> })
      if (!address.startsWith('/api/requests/')) return writes[Math.min(written.at++, writes.length - 1)]?.()
      const state = states[Math.min(asked.at++, states.length - 1)] ?? null
      return state === null ? json(503, { code: 'DatabaseUnavailable' }) : json(200, { state })
    })
  }
  const writes = () => sent.filter(({ init }) => init.method === 'PUT')

  beforeEach(() => { vi.useFakeTimers() })
  afterEach(() => { vi.useRealTimers() })

  it.each(['unknown', 'done', 'refused'])('is asked for and, once it is "%s", made again under its own key', async (state) => {
    server([undecided, () => full.clone()], [null, 'working', state])
    const answer = request(contract.updateReservation, save)
    await vi.advanceTimersByTimeAsync(13_000)
    expect((await answer).status).toBe(200)
    expect(writes()).toHaveLength(2)
    expect(new Set(writes().map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  it('is a lost connection to the page when the server cannot be asked for a minute, or leaves it undecided again', async () => {
    server([undecided], [null])
    const away = failureOf(request(contract.updateReservation, save))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await away).toMatchObject({ kind: 'network', answer: { status: 0 } })
    expect(writes()).toHaveLength(1)
    server([undecided], ['unknown'])
    const again = failureOf(request(contract.updateReservation, save))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await again).toMatchObject({ kind: 'network', answer: { status: 0 } })
    expect(writes()).toHaveLength(3)
  })

  it('is not begun at all when the database was away before: that is reported at once and nothing is asked', async () => {
    server([() => json(503, { code: 'DatabaseUnavailable' }, { 'retry-after': '2' })], ['done'])
    expect(await failureOf(request(contract.updateReservation, save))).toMatchObject({ kind: 'http', code: 'DatabaseUnavailable', retryAfter: 2 })
    expect(sent).toHaveLength(1)
  })
})

describe('a large body', () => {
  it('leaves with its progress reported, and its answer reads like any other (DRIVER-56)', async () => {
    const opened: string[] = []
    class Call extends EventTarget {
      upload = new EventTarget()
      responseType = ''
      status = 200
      responseText = JSON.stringify(defaultAnswers.saveDriver)
      open(method: string, address: string): void { opened.push(`${method} ${address}`) }
      setRequestHeader(name: string): void { opened.push(name) }
      getAllResponseHeaders(): string { return 'content-type: application/json\r\nx-request-id: r1\r\n' }
      abort(): void { this.dispatchEvent(new Event('abort')) }
      send(): void {
        for (const loaded of [1, 2]) this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 2 }))
        this.dispatchEvent(new Event('load'))
      }
    }
    vi.stubGlobal('XMLHttpRequest', Call)
    const progress: unknown[] = []
    const body = { reservation: '1', addDriver: false, sessionKey: 'session-key-1', driver: { document: { imageFront: 'A'.repeat(300_000) } } } as never
    const answer = await request(contract.saveDriver, { body }, { onProgress: (each) => progress.push(each) })
    expect(answer).toMatchObject({ status: 200, data: { name: defaultAnswers.saveDriver.name } })
    expect(progress).toEqual([{ sent: 1, total: 2 }, { sent: 2, total: 2 }])
    expect(opened).toEqual(expect.arrayContaining(['POST /api/driver', 'idempotency-key', 'identifier']))
  })
})
