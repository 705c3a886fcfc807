import { afterAll, beforeAll, expect, it } from 'vitest'
import { wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

interface Country { readonly id: number; readonly country: string; readonly isoCode: string; readonly phoneCode: string; readonly isValidatePostalCode: boolean; readonly isValidateTaxNumber: boolean }
const list = async <Row>(path: string, language = 'en'): Promise<readonly Row[]> => (await api.call('GET', path, { headers: { 'x-checkin-language': language } })).json()

it('countries have six fields, a phone prefix of digits and an id of their own (API-02, DATA-17)', async () => {
  const countries = await list<Country>('/api/countries')
  expect(countries.length).toBeGreaterThan(235)
  for (const country of countries) {
    expect(Object.keys(country).sort()).toEqual(['country', 'id', 'isValidatePostalCode', 'isValidateTaxNumber', 'isoCode', 'phoneCode'])
    expect(country.phoneCode).toMatch(/^\d{1,4}$/)
  }
  expect(new Set(countries.map(({ id }) => id)).size).toBe(countries.length)
  expect(countries.find(({ isoCode }) => isoCode === 'PT')).toEqual({ id: 620, country: 'Portugal', isoCode: 'PT', phoneCode: '351', isValidatePostalCode: true, isValidateTaxNumber: true })
  expect(countries.find(({ isoCode }) => isoCode === 'CH')).toMatchObject({ id: 756, phoneCode: '41', isValidatePostalCode: false })
})
it.each([['en', 'Germany'], ['pt', 'Alemanha'], ['fr', 'Allemagne']])('names and their order are those of the language %s', async (language, germany) => {
  const countries = await list<Country>('/api/countries', language)
  expect(countries.find(({ isoCode }) => isoCode === 'DE')?.country).toBe(germany)
  const names = countries.map(({ country }) => country)
  expect([...names].sort(new Intl.Collator(language).compare)).toEqual(names)
})
it('nationalities are named by their country and share its id (API-05)', async () => {
  const nationalities = await list<{ id: number; name: string }>('/api/nationality', 'fr')
  expect(nationalities).toContainEqual({ id: 724, name: 'Espagne' })
})
it.each([['en', 'Passport'], ['pt', 'Passaporte'], ['fr', 'Passeport']])('there are two kinds of documents, in %s (API-03)', async (language, passport) => {
  expect(await list('/api/documenttypes', language)).toMatchObject([{ id: 'id-card' }, { id: 'passport', name: passport }])
})
it('field rules come for both drivers, those of the second licence below the main one (API-04, DEC-89)', async () => {
  expect((await api.call('GET', '/api/fields')).json()).toEqual({ main: { address: { visible: true, mandatory: true }, second: { id: { visible: true, mandatory: false } } }, additional: {} })
})
it('pictures are not mandatory where none can be uploaded (DEC-30), and a step that the tenant does not name is off (DEC-27)', async () => {
  const config = (await api.call('GET', '/api/config', { host: 'alpen.localhost' })).json<{ modules: { id: number; isEnabled: boolean }[] }>()
  expect(config).toMatchObject({ isUploadAvailable: false, isUploadMandatory: false, timeZone: 'Europe/Zurich', locales: ['en', 'pt', 'fr'] })
  expect(config.modules.map(({ id, isEnabled }) => [id, isEnabled])).toEqual([[1, false], [2, false], [3, false], [4, false], [5, false], [6, false]])
})
it('ways to pay are the tenant\'s own (API-30)', async () => {
  expect((await api.call('GET', '/api/payment/gateways')).json()).toEqual([{ code: 'card', name: 'Card' }])
  expect((await api.call('GET', '/api/payment/gateways', { host: 'alpen.localhost' })).json()).toEqual([])
})
