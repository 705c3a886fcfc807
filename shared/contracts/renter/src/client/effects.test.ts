import { allSettled, fork, is, type EffectParams } from 'effector'
import * as z from 'zod/mini'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { contract, type EndpointName } from '../contract/contract.ts'
import * as client from './index.ts'
import { client as onDemand } from './on-demand.ts'

afterEach(() => { vi.unstubAllGlobals() })

describe('the client of the contract', () => {
  it('has one effect for every call, and no other (API-35)', () => {
    const named = Object.keys(client).filter((name) => name.endsWith('Fx'))
    expect(named.sort()).toEqual(Object.keys(contract).map((name) => `${name}Fx`).sort())
    for (const name of Object.keys(contract) as EndpointName[]) expect([is.effect(client[`${name}Fx`]), client[`${name}Fx`].sid], name).toEqual([true, `api/${name}`])
  })

  it('is given to modules on demand with every name that it has, and each effect is the same for all who ask', () => {
    expect(Object.keys(onDemand).sort()).toEqual(Object.keys(client).sort())
    for (const name of Object.keys(client) as (keyof typeof client)[]) expect(onDemand[name], name).toBe(client[name])
  })

  it('keeps two pages apart: a handler of one scope is none of another', async () => {
    const seen: unknown[] = []
    const scope = fork({ handlers: [[client.prelookupFx, (input: unknown) => { seen.push(input); return { data: { found: true, needsTerms: true }, hasError: false, status: 200, error: null } }]] })
    const params: EffectParams<typeof client.prelookupFx> = { body: { reference: 'CV1001', surname: 'Silva' } }
    const settled = await allSettled(client.prelookupFx, { scope, params })
    expect(settled).toMatchObject({ status: 'done', value: { data: { found: true } } })
    expect(seen).toEqual([params])
    vi.stubGlobal('location', { host: 'x' })
    vi.stubGlobal('document', { documentElement: { lang: '', dataset: {} } })
    vi.stubGlobal('fetch', async () => { throw new TypeError('offline') })
    expect(await allSettled(client.prelookupFx, { scope: fork(), params })).toMatchObject({ status: 'fail', value: { kind: 'network' } })
    expect(seen).toHaveLength(1)
  })

  it('fails with a failure of the closed list, never with an error object', async () => {
    vi.stubGlobal('location', { host: 'x' })
    vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {} } })
    vi.stubGlobal('fetch', async () => new Response('{"code":"CodeNotFound"}', { status: 404 }))
    const settled = await allSettled(client.validateCodeFx, { scope: fork(), params: { params: { code: '123456' } } })
    expect(settled).toMatchObject({ status: 'fail', value: { kind: 'http', code: 'CodeNotFound' } })
    expect(settled.value).not.toBeInstanceOf(Error)
  })

  it('is not answered where the contract does not come, asked for twice, and is where it comes at the second (decision 0301)', async () => {
    const tries = vi.fn<() => void>()
    vi.doMock('./call.ts', () => {
      tries()
      throw new Error('no such file')
    })
    const params: EffectParams<typeof client.validateCodeFx> = { params: { code: '123456' } }
    expect(await allSettled(client.validateCodeFx, { scope: fork(), params })).toMatchObject({ status: 'fail', value: { kind: 'network', answer: { status: 0 } } })
    expect(tries).toHaveBeenCalledTimes(2)
    vi.doUnmock('./call.ts')
  })

  it('sends the key of an earlier try, and nothing of it in the body (DEC-48)', async () => {
    const fetched = vi.fn(async (_address: string, _init: RequestInit) => new Response('{"accepted":true}', { status: 200 }))
    vi.stubGlobal('location', { host: 'x' })
    vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {} } })
    vi.stubGlobal('fetch', fetched)
    const body = { reference: 'CV1001', acceptedDate: '2026-11-21', isAccepted: true } as const
    await allSettled(client.acceptTermsFx, { scope: fork(), params: { body, idempotencyKey: 'first-try' } })
    const init = fetched.mock.calls[0]?.[1]
    expect(init?.headers).toMatchObject({ 'idempotency-key': 'first-try' })
    expect(JSON.parse(init?.body as string)).toEqual(body)
  })

  it('never makes functions out of text, which the pages forbid (CSP without unsafe-eval)', () => {
    expect(z.config().jitless).toBe(true)
  })
})
