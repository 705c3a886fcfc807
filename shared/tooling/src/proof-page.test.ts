import { expect, it } from 'vitest'
import { notBuilt, proofPage, unproved } from './proof-page.ts'

const payment = { name: 'payment.md', text: '# PAY: overview\n| <a id="PAY-01"></a>PAY-01 | a |\n| <a id="PAY-02"></a>PAY-02 | b |\n| <a id="PAY-03"></a>PAY-03 | c |' }
const tests = [{ path: 'b.test.ts', title: 'second | (PAY-01)', cited: ['PAY-01'] }, { path: 'a.test.ts', title: 'first (PAY-01)', cited: ['PAY-01'] }]

it('each row stands with its tests, file by file in a fixed order; one without a test says so', () => {
  const page = proofPage([payment], tests, new Set(['PAY-03']))
  expect(page).toContain('| [PAY-01](payment.md#PAY-01) | `a.test.ts`: first (PAY-01)<br>`b.test.ts`: second \\| (PAY-01) |')
  expect(page).toContain('| [PAY-02](payment.md#PAY-02) | **no test** |')
  expect(page).toContain('| [PAY-03](payment.md#PAY-03) | not built yet |')
  expect(page).toContain('Without a test: PAY-02.')
  expect(proofPage([payment], [...tests].reverse(), new Set(['PAY-03']))).toBe(page)
})

it('a row that is not built needs no test', () => {
  expect(unproved([payment], tests, new Set(['PAY-03']))).toEqual(['PAY-02'])
})

it('a transition is not built where its row says so, a ruling where no source names it; an older decision is always in force', () => {
  const decisions = '# DEC\n| <a id="DEC-01"></a> |\n## Rulings of 2026\n| <a id="DEC-95"></a> |\n| <a id="DEC-107"></a> |'
  expect([...notBuilt([{ id: 'S1.1' }, { id: 'S1.2', built: false }], decisions, ['/** DEC-95 */'])]).toEqual(['S1.2', 'DEC-107'])
})
