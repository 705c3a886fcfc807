import { expect, it } from 'vitest'
import { cohortText, shareText, timeText, valueText } from './version-results-text.ts'

it('a share says of how many it is and how certain, and nothing where nobody was counted (DEC-323)', () => {
  expect(shareText({ count: 40, of: 100, interval: { low: 0.309, high: 0.498 } })).toBe('40 % of 100, 31 to 50 %')
  expect(shareText({ count: 0, of: 0, interval: null })).toBe('–')
})

it('what was added stands in the currency of the tenant, with its own decimal places, and what too few sessions bring is no figure (DEC-346)', () => {
  expect(valueText([{ currency: 'EUR', mean: 1234, of: 80, interval: { low: 900, high: 1568 } }])).toBe('€12.34 of 80, €9.00 to €15.68')
  expect(valueText([{ currency: 'JPY', mean: 1234, of: 80, interval: { low: 900, high: 1568 } }, { currency: 'EUR', mean: null, of: 7, interval: null }])).toBe('JP¥1,234 of 80, JP¥900 to JP¥1,568; too few: 7')
  expect(valueText([])).toBe('–')
})

it('how long check-in took is said in minutes and seconds (DEC-346)', () => {
  expect(timeText({ mean: 185.4, of: 40, interval: { low: 119.6, high: 250 } })).toBe('3:05 of 40, 2:00 to 4:10')
  expect(timeText({ mean: null, of: 0, interval: null })).toBe('–')
})

it('a version that rolls out is told from the one beside it (DEC-323)', () => {
  expect((['rollout', 'beside', null] as const).map((cohort) => cohortText({ cohort }))).toEqual([', rolls out', ', beside it', ''])
})
