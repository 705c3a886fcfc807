import { describe, expect, it } from 'vitest'
import { walkOf } from './journey.ts'

describe('what the notes of a page tell', () => {
  it('measures a screen from the press before it, and what of it was not waiting for the server', () => {
    expect(walkOf([
      { kind: 'screen', name: 'verify-reservation', at: 900, answeredAt: null }, { kind: 'press', at: 1000 }, { kind: 'screen', name: 'verify-code', at: 1400, answeredAt: 1320 },
      { kind: 'press', at: 2000 }, { kind: 'screen', name: 'reservation', at: 2050, answeredAt: 1320 },
    ]).steps).toEqual([{ to: 'verify-code', whole: 400, own: 80 }, { to: 'reservation', whole: 50, own: 50 }])
  })

  it('counts no screen that came without a press, and adds up what moved', () => {
    const walk = walkOf([
      { kind: 'press', at: 1 }, { kind: 'screen', name: 'overview', at: 5, answeredAt: null }, { kind: 'screen', name: 'complete', at: 9, answeredAt: null },
      { kind: 'input', milliseconds: 24 }, { kind: 'shift', value: 0.5 }, { kind: 'shift', value: 0.25 },
    ])
    expect([walk.steps.map(({ to }) => to), walk.inputs, walk.shift]).toEqual([['overview'], [24], 0.75])
  })
})
