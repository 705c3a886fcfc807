import { describe, expect, it } from 'vitest'
import { differingSettings, settingsDifferences } from './settings-differences.ts'

const modules = [{ viewTag: 'exview', isEnabled: true }, { viewTag: 'paymentview', isEnabled: true }]

describe('two settings of a company (DEC-320)', () => {
  it('differ in values that are named from the outside in', () => {
    expect(settingsDifferences({ firmName: 'A', fieldRules: { main: { fields: { email: { visible: true } } } } }, { firmName: 'B', fieldRules: { main: { fields: { email: { visible: false } } } } })).toEqual([
      { path: ['firmName'], before: 'A', after: 'B' }, { path: ['fieldRules', 'main', 'fields', 'email', 'visible'], before: true, after: false },
    ])
  })

  it('are compared step by step, and way by way to pay, by name', () => {
    expect(settingsDifferences({ modules }, { modules: [{ viewTag: 'exview', isEnabled: true }, { viewTag: 'paymentview', isEnabled: false }] })).toEqual([{ path: ['modules', 'paymentview', 'isEnabled'], before: true, after: false }])
    const ways = [{ code: 'card', name: 'Card' }, { code: 'wallet', name: 'Wallet' }]
    expect(settingsDifferences({ gateways: ways }, { gateways: [] })).toEqual([{ path: ['gateways'], before: ways, after: [] }])
    expect(differingSettings({ gateways: ways }, { gateways: [...ways].reverse() }), 'renters are offered them in this order').toEqual(['gateways'])
  })

  it('differ in each of the values of what one of them lacks: texts are compared text by text (DEC-324)', () => {
    expect(settingsDifferences({}, { texts: { pt: { 'common:Back': 'Anterior', 'mail:code.subject': '{{code}}' } } })).toEqual([
      { path: ['texts', 'pt', 'common:Back'], before: undefined, after: 'Anterior' }, { path: ['texts', 'pt', 'mail:code.subject'], before: undefined, after: '{{code}}' },
    ])
    expect(settingsDifferences({ texts: { pt: { 'common:Back': 'Anterior' } } }, { texts: { en: {} } }).map(({ path }) => path.join(' '))).toEqual(['texts pt common:Back', 'texts en'])
  })

  it('are compared station by station, whatever their order, and fact by fact (DEC-356)', () => {
    const [faro, porto] = [{ place: 'Faro', address: 'Rua 1', phone: null, keyText: {} }, { place: 'Porto', address: null, phone: '+351 2', keyText: { en: 'Box 7' } }]
    expect(settingsDifferences({}, { stations: [porto] })).toEqual([{ path: ['stations', 'Porto', 'phone'], before: undefined, after: '+351 2' }, { path: ['stations', 'Porto', 'keyText', 'en'], before: undefined, after: 'Box 7' }])
    expect(settingsDifferences({ stations: [faro, porto] }, { stations: [porto, faro] })).toEqual([])
    expect(settingsDifferences({ stations: [faro, porto] }, { stations: [porto, { ...faro, address: 'Rua 2' }] })).toEqual([{ path: ['stations', 'Faro', 'address'], before: 'Rua 1', after: 'Rua 2' }])
    expect(settingsDifferences({ stations: [faro] }, {})).toEqual([{ path: ['stations', 'Faro', 'address'], before: 'Rua 1', after: undefined }])
    expect(differingSettings({ stations: [faro] }, {})).toEqual(['stations'])
  })

  it('differ where a list of words has another order, and where one has no value', () => {
    expect(differingSettings({ locales: ['en', 'pt'], terms: ['a'] }, { locales: ['pt', 'en'], terms: ['a'], help: { hours: '9 to 5' } })).toEqual(['locales', 'help'])
  })

  it('differ in nothing where only the order of fields is another', () => {
    expect(settingsDifferences({ primaryBtn: { color: '#fff', backgroundColor: '#090' }, firmName: 'A' }, { firmName: 'A', primaryBtn: { backgroundColor: '#090', color: '#fff' } })).toEqual([])
  })
})
