import { TenantSettings } from '@checkin/internal'
import { expect, it } from 'vitest'
import { bareSettings, copiedFrom, keepDraft, readDraft } from './new-tenant.ts'

const whole = { ...bareSettings, firmName: 'Costa Verde', firmLogo: 'PHN2Zy8+', phone: '+351 1', sender: 'a@example.com', help: { chatUrl: 'https://chat.example', hours: '' }, stations: [{ place: 'Faro', address: 'Rua 1', latitude: null, longitude: null, hours: null, keys: null, phone: null, keyText: {} }], terms: ['rental'], gateways: [{ code: 'card', name: 'Card' }], isSandbox: false, offersLayout: 'page' as const }

it('begins with settings that the server takes once name and contacts are there (DEC-330)', () => {
  expect(TenantSettings.safeParse({ ...bareSettings, firmName: 'A', phone: '1', sender: 'a@example.com' }).error?.issues ?? []).toEqual([])
  expect(TenantSettings.safeParse(bareSettings).success).toBe(false)
})

it('takes rules of another tenant, and neither its name, contacts, stations, documents and ways to pay nor real money (DEC-330)', () => {
  expect(copiedFrom(whole)).toEqual({ ...bareSettings, offersLayout: 'page' })
})

it('keeps what was typed over a reload, and takes nothing of another form (DEC-330)', () => {
  const kept = new Map<string, string>()
  const storage = { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, value: string) => { kept.set(name, value) } }
  expect(readDraft(storage)).toBeNull()
  const typed = { id: 'sol', host: 'sol.localhost', source: '', versionsOf: 'a.example', settings: whole }
  keepDraft(storage, { page: 2, typed })
  expect(readDraft(storage)).toEqual({ page: 2, typed })
  for (const wrong of ['{', '{"page":9,"typed":{"id":"a","settings":{}}}', '"x"']) {
    kept.set('checkin-new-tenant', wrong)
    expect(readDraft(storage)).toBeNull()
  }
})
