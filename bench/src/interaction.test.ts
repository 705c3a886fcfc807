import { expect, it } from 'vitest'
import { figuresByScreen } from './interaction.ts'

it('tells for each screen its slowest answer to a touch and what moved on it, and counts what came before the first screen for that one', () => {
  expect(figuresByScreen([
    { kind: 'shift', value: 0.01, screen: '' }, { kind: 'screen', name: 'verify-reservation', at: 1, answeredAt: null }, { kind: 'input', milliseconds: 40, screen: 'verify-reservation' },
    { kind: 'input', milliseconds: 120, screen: 'verify-reservation' }, { kind: 'screen', name: 'verify-code', at: 2, answeredAt: null }, { kind: 'shift', value: 0.002, screen: 'verify-code' },
  ])).toEqual([{ screen: 'verify-reservation', touches: 2, slowest: 120, slowestTouch: null, ran: [], shift: 0.01, worst: [{ value: 0.01, moved: [] }] }, { screen: 'verify-code', touches: 0, slowest: 0, slowestTouch: null, ran: [], shift: 0.002, worst: [{ value: 0.002, moved: [] }] }])
})

it('names what moved in the three shifts of a screen that count most, so that a regression says where it is', () => {
  const moved = (element: string, value: number) => ({ kind: 'shift' as const, value, screen: 'overview', moved: [{ element, from: [0, 0, 10, 10] as const, to: [0, 20, 10, 10] as const }] })
  const [overview] = figuresByScreen([{ kind: 'screen', name: 'overview', at: 1, answeredAt: null }, moved('a', 0.01), moved('b', 0.3), moved('c', 0.02), moved('d', 0.04)])
  expect(overview?.worst.map(({ value, moved: [first] }) => [value, first?.element])).toEqual([[0.3, 'b'], [0.04, 'd'], [0.02, 'c']])
})

it('names what ran while the slowest answer was waited for, and nothing else that ran', () => {
  const frame = (at: number, milliseconds: number, script: string) => ({ kind: 'frame' as const, at, milliseconds, scripts: [script] })
  const [overview] = figuresByScreen([
    { kind: 'screen', name: 'overview', at: 1, answeredAt: null }, { kind: 'input', milliseconds: 40, at: 20, screen: 'overview' }, { kind: 'input', milliseconds: 200, at: 1000, screen: 'overview' },
    frame(10, 60, 'before'), frame(950, 100, 'a task that it waited for'), frame(1100, 60, 'its own'), frame(1200, 60, 'after'),
  ])
  expect([overview?.slowest, overview?.ran]).toEqual([200, ['a task that it waited for', 'its own']])
})
