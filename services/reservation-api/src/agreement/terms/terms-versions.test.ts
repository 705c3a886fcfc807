import type { Term } from '@checkin/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extractText, getDocumentProxy } from 'unpdf'
import { adminToken, tenantSettings, fleetToken, wholeApi, type WholeApi } from '../../../test/fixtures/whole-api.fixture.ts'
import { dayFromToday } from '../../../test/fixtures/identity-app.fixture.ts'
import { aTermsText } from '../../../test/fixtures/terms.fixture.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

const asOperator = (method: 'GET' | 'PUT', path: string, payload?: object) =>
  api.app.inject({ method, url: `/internal/v1/tenants/${path}`, headers: { authorization: `Bearer ${adminToken}`, 'x-checkin-actor': 'olga' }, ...(payload && { payload }) })
const put = (tenant: string, version: string, content: object) => asOperator('PUT', `${tenant}/terms/${version}`, content)

/** A company of its own, with no documents yet. */
async function aCompany(id: string, settings: Parameters<typeof tenantSettings>[0] = {}): Promise<string> {
  const made = await asOperator('PUT', id, { host: `${id}.localhost`, settings: tenantSettings({ firmName: id, terms: ['rental'], ...settings }), fleetToken: fleetToken(id) })
  if (made.statusCode !== 200) throw new Error(made.body)
  return id
}
const listed = async (tenant: string, language = 'en'): Promise<Term[]> =>
  (await api.call('GET', '/api/termsandconditions', { host: `${tenant}.localhost:4000`, headers: { 'x-checkin-language': language } })).json<Term[]>()
const textOf = async (bytes: Buffer): Promise<string> => (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text.replace(/\s+/g, ' ')

/** A renter with a session who agrees to the terms. */
async function aRenter(tenant: string, reference: string) {
  const { id } = await api.stored(tenant, reference)
  const { token } = await api.session(tenant, id, 'verified', false)
  return {
    accept: (documents?: readonly object[]) => api.call('POST', '/api/termsandconditions', {
      host: `${tenant}.localhost:4000`, token, body: { reference, acceptedDate: dayFromToday(0), isAccepted: true, ...(documents && { documents }) },
    }),
    company: async () => (await api.fleet(tenant, 'GET', `/reservations/${reference}`)).json<{ termsAcceptedOn: string | null; termsDocuments: { tag: string; hash: string; validFrom: string; language: string }[] }>(),
  }
}

describe('terms belong to the company (REL-5, ECO-1)', () => {
  it('two companies have two texts, and each acceptance names the hash of the one that was shown', async () => {
    const hashes: string[] = []
    for (const [tenant, says] of [['verde', 'No beaches.'], ['island', 'No mountains.']] as const) {
      await put(await aCompany(tenant), 'rental/en/2026-01-01', aTermsText('Terms', says))
      const [shown] = await listed(tenant)
      const renter = await aRenter(tenant, `${tenant}-1`)
      expect((await renter.accept([{ tag: 'rental', hash: shown?.hash }])).statusCode).toBe(200)
      const { termsDocuments } = await renter.company()
      expect(termsDocuments).toEqual([{ tag: 'rental', language: 'en', validFrom: '2026-01-01', title: 'Terms', hash: shown?.hash }])
      hashes.push(shown?.hash ?? '')
      expect(await textOf((await api.fleet(tenant, 'GET', `/terms/${shown?.hash}`)).rawPayload)).toContain(says)
    }
    expect(new Set(hashes).size).toBe(2)
    expect((await api.fleet('verde', 'GET', `/terms/${hashes[1]}`)).statusCode).toBe(404)
  })

  it('a text in Arabic is refused, because we cannot set it: it has to be a file of the company (DEC-181)', async () => {
    const tenant = await aCompany('sahra')
    expect((await put(tenant, 'rental/ar/2026-01-01', aTermsText('الشروط', 'لا شواطئ.'))).json()).toMatchObject({ status: 400, code: 'InvalidRequest' })
    expect((await put(tenant, 'rental/en/2026-01-01', aTermsText('Terms', 'No beaches.'))).statusCode).toBe(201)
  })

  it('a new version leaves earlier acceptances with the old text, which stays readable', async () => {
    await put(await aCompany('novo'), 'rental/en/2026-01-01', aTermsText('Terms', 'The old rule.'))
    const renter = await aRenter('novo', 'N1')
    await renter.accept()
    expect((await put('novo', `rental/en/${dayFromToday(0)}`, aTermsText('Terms', 'The new rule.'))).statusCode).toBe(201)
    const [now] = await listed('novo')
    const [agreed] = (await renter.company()).termsDocuments
    expect(agreed?.hash).not.toBe(now?.hash)
    expect(await textOf((await api.fleet('novo', 'GET', `/terms/${agreed?.hash}`)).rawPayload)).toContain('The old rule.')
    expect(await textOf((await api.call('GET', '/api/termsandconditions/rental', { host: 'novo.localhost:4000' })).rawPayload)).toContain('The new rule.')
    const { versions } = (await asOperator('GET', 'novo/terms')).json<{ versions: { validFrom: string; acceptances: number; actor: string }[] }>()
    expect(versions.map(({ validFrom, acceptances, actor }) => [validFrom, acceptances, actor])).toEqual([[dayFromToday(0), 0, 'olga'], ['2026-01-01', 1, 'olga']])
  })

  it('a page that was opened before midnight still counts; one that showed something else is told', async () => {
    await put(await aCompany('meia'), 'rental/en/2026-01-01', aTermsText('Terms', 'Before.'))
    const [before] = await listed('meia')
    await put('meia', `rental/en/${dayFromToday(0)}`, aTermsText('Terms', 'After.'))
    const renter = await aRenter('meia', 'M1')
    for (const documents of [[{ tag: 'rental', hash: 'f'.repeat(64) }], []]) expect((await renter.accept(documents)).json()).toMatchObject({ status: 409, code: 'TermsChanged' })
    expect((await renter.company()).termsAcceptedOn).toBeNull()
    expect((await renter.accept([{ tag: 'rental', hash: before?.hash }])).statusCode).toBe(200)
    expect((await renter.company()).termsDocuments).toMatchObject([{ hash: before?.hash, validFrom: '2026-01-01' }])
  })
})

describe('a version', () => {
  it('is never changed: the same again is the same, another text under its day is refused, and so is a day that is over', async () => {
    await aCompany('fixo')
    const version = `rental/en/${dayFromToday(-3)}`
    expect((await put('fixo', version, aTermsText('Terms'))).statusCode).toBe(201)
    expect((await put('fixo', version, aTermsText('Terms'))).statusCode).toBe(200)
    expect((await put('fixo', version, aTermsText('Terms', 'Else.'))).json()).toMatchObject({ status: 409, code: 'CannotUpdate' })
    expect((await put('fixo', `rental/en/${dayFromToday(-1)}`, aTermsText('Terms', 'Else.'))).json()).toMatchObject({ status: 400, code: 'InvalidRequest' })
  })
  it('counts from its day on, by the clock of the company', async () => {
    const [west, east] = [await aCompany('oeste', { timeZone: 'Pacific/Pago_Pago' }), await aCompany('leste', { timeZone: 'Pacific/Kiritimati' })]
    // At every moment there is one more day on Kiritimati than on Pago Pago.
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' }).format(new Date())
    for (const tenant of [west, east]) await put(tenant, `rental/en/${today}`, aTermsText('Terms'))
    expect([await listed(west), (await listed(east)).length]).toEqual([[], 1])
  })
  it('is read in the renter\'s language, else in English, else in what there is; never in an older version', async () => {
    await aCompany('lingua')
    const name = async (language: string) => (await listed('lingua', language))[0]?.title
    await put('lingua', 'rental/pt/2026-01-01', aTermsText('Condições'))
    expect([await name('pt'), await name('fr')]).toEqual(['Condições', 'Condições'])
    await put('lingua', 'rental/en/2026-01-01', aTermsText('Terms'))
    expect([await name('pt'), await name('fr')]).toEqual(['Condições', 'Terms'])
    await put('lingua', `rental/en/${dayFromToday(0)}`, aTermsText('New terms'))
    expect([await name('pt'), await name('en')]).toEqual(['New terms', 'New terms'])
  })
  it.each([['a script', { kind: 'text', title: '', lead: 'x', sections: [] }], ['no PDF', { kind: 'pdf', title: 'Ours', pdf: Buffer.from('GIF89a').toString('base64') }]])('with %s is refused', async (_what, content) => {
    await aCompany('falso')
    expect((await put('falso', 'rental/en/2026-01-01', content)).json()).toMatchObject({ status: 400, code: 'InvalidRequest' })
  })
  it('is put and listed with the admin token only', async () => {
    expect((await api.app.inject({ method: 'GET', url: '/internal/v1/tenants/costaverde/terms' })).statusCode).toBe(401)
    expect((await api.app.inject({ method: 'PUT', url: '/internal/v1/tenants/costaverde/terms/rental/en/2030-01-01', payload: aTermsText('Terms') })).statusCode).toBe(401)
  })
})

it('a company without documents asks for nothing, whatever its settings name', async () => {
  await aCompany('nada')
  expect(await listed('nada')).toEqual([])
  expect((await api.call('GET', '/api/termsandconditions/rental', { host: 'nada.localhost:4000' })).statusCode).toBe(404)
})
