import { expect, it } from 'vitest'
import { bytesText, contractsText, settingsText, stepsText } from './compare-text.ts'

it('says in words what differs between two sets, and that nothing does (DEC-223)', () => {
  expect([bytesText({ bytesFrom: 11_000, bytesTo: 12_400 }), bytesText({ bytesFrom: 11_000, bytesTo: 11_000 }), bytesText({ bytesFrom: null, bytesTo: 500 })]).toEqual(['11.0 kB to 12.4 kB', '11.0 kB', 'none to 0.5 kB'])
  expect([contractsText({ contracts: [{ contract: 'flow', from: '^1.0.0', to: '^1.2.0' }] }), contractsText({ contracts: [] })]).toEqual(['flow ^1.0.0 to ^1.2.0', 'unchanged'])
  expect([stepsText({ steps: { added: ['parking'], removed: ['upselling'] } }), stepsText({ steps: { added: [], removed: [] } })]).toEqual(['+ parking, − upselling', 'unchanged'])
  expect([settingsText({ settings: { from: { usualAge: 30 }, to: { usualAge: 45 } } }), settingsText({ settings: { from: {}, to: { usualAge: 45 } } })]).toEqual(['usualAge 30 to 45', 'usualAge default to 45'])
})
