import type { PersonalData, ReadingList } from '@checkin/fleet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

const webp = Buffer.from('RIFF....WEBP a picture of a licence')
/** Gives a reservation a picture and a paper. */
async function withDocuments(reference: string): Promise<{ readonly paperId: string }> {
  const { id: reservationId } = await api.stored('costaverde', reference)
  const picture = await api.documents.store.write('costaverde', webp)
  await api.database.withTenant('costaverde', (transaction) => api.documents.store.keep(transaction, { tenantId: 'costaverde', reservationId, role: 'main', part: 'licence', side: 'front' }, picture))
  return { paperId: await api.documents.pdfs.store(api.database, { tenantId: 'costaverde', reservationId, kind: 'receipt', language: 'en', pdf: Buffer.from('%PDF- of a receipt') }) }
}
const read = (reference: string, path: string, tenant = 'costaverde') => api.fleet(tenant, 'GET', `/reservations/${reference}${path}`)
const log = async (query = '', tenant = 'costaverde') => (await api.fleet(tenant, 'GET', `/readings${query}`)).json<ReadingList>()
const front = '/pictures/main/licence/front'

describe('pictures and papers that the company\'s system reads', () => {
  it('come opened and for no cache, and each reading stands in the access log and in what the person is told (API-82, API-83, API-84, DEC-270)', async () => {
    const { paperId } = await withDocuments('R1')
    const picture = await read('R1', front)
    expect([picture.statusCode, picture.headers['content-type'], picture.headers['cache-control'], picture.headers['x-content-type-options'], picture.rawPayload.equals(webp)]).toEqual([200, 'image/webp', 'no-store', 'nosniff', true])
    expect((await read('R1', `/papers/${paperId}`)).rawPayload.toString()).toBe('%PDF- of a receipt')
    const { readings } = await log()
    expect(readings.map(({ reference, kind, item }) => [reference, kind, item])).toEqual([['R1', 'paper', paperId], ['R1', 'picture', 'main/licence/front']])
    expect(readings[0]?.reader).toMatch(/^fleet token [0-9a-f]{8}$/)
    expect((await read('R1', '/personal-data')).json<PersonalData>().readings.map(({ kind }) => kind)).toEqual(['picture', 'paper', 'everything'])
  })
  it('are one 404 when there is none, it is another company\'s or its person was erased, and nothing is written down (API-82, API-83)', async () => {
    const { paperId } = await withDocuments('R2')
    const before = await log()
    const answers = [await read('R2', '/pictures/main/licence/back'), await read('NONE', front), await read('R2', front, 'alpen'), await read('R2', `/papers/${paperId}`, 'alpen')]
    await api.fleet('costaverde', 'DELETE', '/reservations/R2/personal-data')
    answers.push(await read('R2', front), await read('R2', `/papers/${paperId}`))
    expect(answers.map((answer) => [answer.statusCode, answer.json<{ code: string }>().code])).toEqual(answers.map(() => [404, 'NotFound']))
    expect([await log(), await log('', 'alpen')]).toEqual([before, { readings: [], next: null }])
    expect((await read('R2', '/pictures/main/../front')).statusCode).toBeGreaterThanOrEqual(400)
  })
  it('leave nothing where the reading cannot be written down (DEC-270)', async () => {
    await withDocuments('R3')
    await api.asAdmin('revoke insert on personal_data_reading from checkin_app')
    const answer = await read('R3', front)
    await api.asAdmin('grant insert on personal_data_reading to checkin_app')
    expect([answer.statusCode, answer.rawPayload.includes('picture of a licence')]).toEqual([500, false])
  })
  it('have a log that is read by pages, newest first, and that the services cannot change (API-84, DEC-270)', async () => {
    await withDocuments('R4')
    for (let at = 0; at < 5; at += 1) await read('R4', front)
    const all = (await log()).readings
    const first = await log('?limit=3')
    const second = await log(`?limit=1000&before=${String(first.next)}`)
    expect([...first.readings, ...second.readings]).toEqual(all)
    expect([second.next, (await log(`?from=${all[1]?.readAt ?? ''}`)).readings.length >= 2]).toEqual([null, true])
    await expect(api.database.withTenant('costaverde', (transaction) => transaction.updateTable('personal_data_reading').set({ reader: 'nobody' }).where('tenant_id', '=', 'costaverde').execute())).rejects.toThrow(/permission denied/)
  })
})
