import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Attention, AttentionHistory } from '@checkin/internal'
import { aRenter } from '../../../test/fixtures/renter.fixture.ts'
import { adminToken, aFleetReservation, wholeApi, type WholeApi } from '../../../test/fixtures/whole-api.fixture.ts'

let api: WholeApi
const identity = { persons: ['olga', 'subject https://id.example 7f3'], behind: [] }

beforeAll(async () => {
  api = await wholeApi()
  for (const reference of ['W1', 'W2', 'W3']) {
    await aRenter(api, reference, aFleetReservation())
    const { id } = await api.stored('costaverde', reference)
    await api.database.withTenant('costaverde', (transaction) => transaction.insertInto('mail_outbox').values({
      tenant_id: 'costaverde', id: crypto.randomUUID(), kind: 'code', reservation_id: id, to_address: null, language: 'en', payload: null, state: 'failed', expires_at: new Date(),
    }).execute())
  }
})
afterAll(() => api.stop())

const ask = (method: 'GET' | 'POST', path: string, { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {}) =>
  api.app.inject({ method, url: `/internal/v1${path}`, headers: { authorization: `Bearer ${adminToken}`, 'x-checkin-actor': 'Olga', 'x-checkin-identity': encodeURIComponent(JSON.stringify(identity)), ...headers }, ...(body && { payload: body }) })
const list = async () => (await ask('GET', '/attention')).json<{ rows: Attention[] }>().rows
const of = async (reference: string) => (await list()).find((row) => row.reference === reference)!
const pathOf = ({ tenant, id }: Attention) => `/tenants/${tenant}/attention/${id}`
const change = (item: Attention, body: object, version = item.version) => ask('POST', pathOf(item), { headers: { 'if-match': `"${version}"` }, body })

describe('what needs a person (DEC-222, ECO-4)', () => {
  it('has nobody at first, and a due time of its kind', async () => {
    const item = await of('W1')
    expect(item).toMatchObject({ host: 'costaverde.localhost', tenant: 'costaverde', kind: 'mail-undelivered', version: 0, assignee: null, resolution: null })
    expect(Date.parse(item.dueAt) - Date.parse(item.since)).toBe(8 * 3_600_000)
  })

  it('is assigned, commented on, put off and resolved for a reason; each change is kept with who, by issuer and subject (DEC-222)', async () => {
    const item = await of('W1')
    await change(item, { action: 'assign', assignee: 'Olga' })
    await change(item, { action: 'comment', comment: 'Called twice, no answer' }, 1)
    await change(item, { action: 'due', dueAt: '2031-05-02T08:00:00Z' }, 2)
    expect(await of('W1')).toMatchObject({ version: 3, assignee: 'Olga', dueAt: '2031-05-02T08:00:00.000Z' })
    const answer = (await change(item, { action: 'resolve', reason: 'renter-told', comment: 'By telephone' }, 3)).json<AttentionHistory>()
    expect(answer.item).toMatchObject({ version: 4, resolution: 'renter-told' })
    expect(answer.changes).toMatchObject([{ action: 'assign', value: 'Olga', actor: 'Olga' }, { action: 'comment', comment: 'Called twice, no answer' }, { action: 'due' }, { action: 'resolve', value: 'renter-told', comment: 'By telephone' }])
    expect(await of('W1')).toBeUndefined()
    const kept = await api.database.withTenant('costaverde', (transaction) => transaction.selectFrom('attention_change').select(['version', 'identity']).execute())
    expect(kept.map((row) => row.identity)).toEqual([identity, identity, identity, identity])
  })

  it('that was resolved is found under its address, and opened again it is back on the list (DEC-222)', async () => {
    const item = await of('W2')
    await change(item, { action: 'resolve', reason: 'duplicate' })
    expect((await change(item, { action: 'resolve', reason: 'mended' }, 1)).json()).toMatchObject({ code: 'AlreadyResolved' })
    expect((await ask('GET', pathOf(item))).json<AttentionHistory>().item.resolution).toBe('duplicate')
    expect((await change(item, { action: 'reopen' }, 1)).statusCode).toBe(200)
    expect(await of('W2')).toMatchObject({ version: 2, resolution: null })
  })

  it('belongs to the quicker of two operators at once; the other is refused and told to look again (DEC-222)', async () => {
    const item = await of('W3')
    const answers = await Promise.all(['Olga', 'Piet'].map((assignee) => change(item, { action: 'assign', assignee })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
    const { changes } = (await ask('GET', pathOf(item))).json<AttentionHistory>()
    expect(changes).toHaveLength(1)
    expect((await of('W3')).assignee).toBe(changes[0]?.value)
  })

  it.each([
    ['another reason', { action: 'resolve', reason: 'too tired' }, 400], ['no comment', { action: 'comment', comment: '  ' }, 400], ['a due time that is none', { action: 'due', dueAt: 'soon' }, 400],
    ['something else', { action: 'delete' }, 400], ['a field too many', { action: 'assign', assignee: 'Olga', actor: 'Eve' }, 400], ['a comment too long', { action: 'comment', comment: 'x'.repeat(1001) }, 400],
  ])('is not changed by hand with %s (DEC-222)', async (_what, body, status) => {
    const item = await of('W3')
    expect((await change(item, body)).statusCode).toBe(status)
    expect((await of('W3')).version).toBe(item.version)
  })

  it('is not changed without its version, under another tenant or an id that is nobody\'s (DEC-222)', async () => {
    const item = await of('W3')
    const body = { action: 'assign', assignee: 'Eve' }
    expect((await ask('POST', pathOf(item), { body })).statusCode).toBe(428)
    for (const path of [pathOf({ ...item, tenant: 'alpen' }), pathOf({ ...item, id: 'a'.repeat(22) }), pathOf({ ...item, tenant: 'nobody' })]) expect((await ask('POST', path, { headers: { 'if-match': `"${item.version}"` }, body })).statusCode, path).toBe(404)
    expect((await ask('POST', pathOf(item), { headers: { authorization: 'Bearer guess', 'if-match': '"1"' }, body })).statusCode).toBe(401)
  })

  it('cannot be unwritten from the record (DEC-222)', async () => {
    await expect(api.database.withTenant('costaverde', (transaction) => transaction.deleteFrom('attention_change').execute())).rejects.toThrow('permission denied')
  })

  it('about a difference of the books settles it when it is resolved (DEC-222)', async () => {
    await api.database.withTenant('costaverde', (transaction) => transaction.insertInto('reconciliation_break').values({
      tenant_id: 'costaverde', id: crypto.randomUUID(), kind: 'unknown-transaction', provider: 'card', merchant_transaction_id: 'provider 77', reservation_id: null, expected: '{}', reported: '{}',
    }).execute())
    const discrepancies = async () => (await ask('GET', '/tenants/costaverde/breaks')).json<Record<'breaks', object[]>>().breaks
    const item = await of('provider 77')
    expect([item.kind, (await discrepancies()).length]).toEqual(['payment-unknown-transaction', 1])
    await change(item, { action: 'resolve', reason: 'done-at-provider' })
    expect([await of('provider 77'), await discrepancies()]).toEqual([undefined, []])
    await change(item, { action: 'reopen' }, 1)
    expect([(await of('provider 77')).version, (await discrepancies()).length]).toEqual([2, 1])
  })
})
