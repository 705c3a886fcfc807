import { expect, it } from 'vitest'
import { figuresByScreen } from './interaction.ts'

it('tells for each screen its slowest answer to a touch and what moved on it, and counts what came before the first screen for that one', () => {
  expect(figuresByScreen([
    { kind: 'shift', value: 0.01, screen: '' }, { kind: 'screen', name: 'verify-reservation', at: 1, answeredAt: null }, { kind: 'input', milliseconds: 40, screen: 'verify-reservation' },
    { kind: 'input', milliseconds: 120, screen: 'verify-reservation' }, { kind: 'screen', name: 'verify-code', at: 2, answeredAt: null }, { kind: 'shift', value: 0.002, screen: 'verify-code' },
  ])).toEqual([{ screen: 'verify-reservation', touches: 2, slowest: 120, shift: 0.01 }, { screen: 'verify-code', touches: 0, slowest: 0, shift: 0.002 }])
})
