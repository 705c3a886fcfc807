import { expect, it } from 'vitest'
import { rolloutText, shareText } from './version-results-text.ts'

it('a share says of how many it is and how certain, and nothing where nobody was counted (DEC-323)', () => {
  expect(shareText({ count: 40, of: 100, interval: { low: 0.309, high: 0.498 } })).toBe('40 % of 100, 31 to 50 %')
  expect(shareText({ count: 0, of: 0, interval: null })).toBe('–')
})

it('a version that rolls out is told from the one beside it, at its own tenant and while it is compared (DEC-323)', () => {
  const result = { host: 'a.example', module: 'mfe-driver', version: '1.1.0', baseline: '1.0.0', outcome: 'open' } as const
  const text = (version: string, host = 'a.example', results = [result] as readonly Parameters<typeof rolloutText>[1][number][]) => rolloutText({ host, module: 'mfe-driver', version }, results)
  expect([text('1.1.0'), text('1.0.0'), text('0.9.0')]).toEqual([', rolls out', ', beside it', ''])
  expect(text('1.1.0', 'b.example')).toBe('')
  expect(text('1.1.0', 'a.example', [{ ...result, outcome: 'bad' }])).toBe('')
})
