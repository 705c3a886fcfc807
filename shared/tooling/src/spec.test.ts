import { describe, expect, it } from 'vitest'
import { anchorsIn, deadCitations, doubled, withStateTables } from './spec.ts'

const anchors = anchorsIn('| <a id="SHELL-44"></a>SHELL-44 | flow |\n| <a id="S3.41b"></a>S3.41b | panel |\n| <a id="P9"></a>P9 | lost |\n| <a id="P-8"></a>P-8 | due |')
const dead = (text: string) => deadCitations([{ path: 'a.ts', text }], anchors, ['0120-the-server-says.md']).map(({ line, cited }) => `${line}: ${cited}`)

describe('what code and documents cite', () => {
  it('is found where the specification explains it', () => {
    expect(dead('/** SHELL-44, STATES S3.41b (P9), PRICING P-8, decision 0120 */')).toEqual([])
  })

  it('is refused when it is made up (CODE-5)', () => {
    expect(dead('// fine\n// SHELL-44..99, S1.999 and S3.41\n// DEC-4711 (P77), P-99, decisions 0120, 0999')).toEqual([
      '2: SHELL-99', '2: S1.999', '2: S3.41', '3: DEC-4711', '3: P-99', '3: P77', '3: 0999',
    ])
  })

  it('is refused when it names a source that is not in the tree', () => {
    expect(dead('// reliability notes 1.4, product.md section 7')).toEqual(['1: reliability notes', '1: product.md'])
    expect(deadCitations([{ path: '050-payments.sql', text: '-- reliability notes, DEC-4711' }], anchors, []).map(({ cited }) => cited)).toEqual(['DEC-4711'])
  })

  it('is not taken from data that look alike', () => {
    expect(dead("const licence = 'P-777', curve = 'P-256', digest = 'SHA-256', at = 'T00:00', key = 'MYPAY-99'")).toEqual([])
  })
})

it('an id may be explained once only', () => {
  expect(doubled(['DEC-01', 'DEC-02', 'DEC-01'])).toEqual(['DEC-01'])
})

it('the tables of states are made from their rows, and say which are not built', () => {
  const row = { id: 'S2.1', state: 'offer', event: 'Yes | No', guard: '-', target: 'stay', effects: '-', ruling: 'DEC-107', built: false }
  const made = withStateTables('# States\nBy hand.\n', [row])
  expect(made).toMatch(/^# States\nBy hand\.\n<!--/)
  expect(made).toContain('| <a id="S2.1"></a>S2.1 | offer | Yes \\| No | - | stay | - | DEC-107, not built yet |')
  expect(withStateTables(made, [row])).toBe(made)
})
