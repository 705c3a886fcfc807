import { describe, expect, it } from 'vitest'
import { kindOf, usable } from '@checkin/card-payment'
import { endingOf, type Gateways } from './overview-actions.ts'

const both: Gateways = { kind: 'ready', list: [{ code: 'card', name: 'Card' }, { code: 'wallet', name: 'Wallet' }] }
const none: Gateways = { kind: 'ready', list: [] }
const on = { isEnabled: true, skipAllowed: true }
const must = { isEnabled: true, skipAllowed: false }
const off = { isEnabled: false, skipAllowed: false }

describe('the buttons of the overview (PAY-04 to PAY-10)', () => {
  it.each([
    ['PAY-06: nothing due', 0, on, both, ['Complete'], 0, false],
    ['PAY-06: more paid than due', -5, must, both, ['Complete'], 0, false],
    ['PAY-07: due, may be skipped', 10, on, both, ['Pay', 'CompletePayLater'], 2, false],
    ['PAY-08: due, must be paid (DEC-19)', 10, must, both, ['PayAndComplete'], 2, false],
    ['PAY-10: module off (DEC-20)', 10, off, both, ['Complete'], 0, true],
    ['PAY-10: no gateway (DEC-20)', 10, must, none, ['Complete'], 0, true],
    ['gateways on their way', 10, must, { kind: 'loading' }, [], 0, false],
    ['gateways out of reach, may be skipped (DEC-92)', 10, on, { kind: 'failed' }, ['CompletePayLater'], 0, false],
    ['gateways out of reach, must be paid', 10, must, { kind: 'failed' }, [], 0, false],
    ['a module that is off needs no gateway', 10, off, { kind: 'failed' }, ['Complete'], 0, true],
  ] as const)('%s', (_, due, payment, gateways, ways, methods, atCounter) => {
    const ending = endingOf(due, payment, gateways)
    expect([ending.actions, ending.methods.length, ending.atCounter]).toEqual([ways, methods, atCounter])
    expect(ending.unreachable).toBe(gateways.kind === 'failed' && payment.isEnabled)
  })

  it.each([[on], [must]])('have their room kept while the ways to pay are on their way (DEC-257): %o', (payment) => {
    expect(endingOf(10, payment, { kind: 'loading' }).awaited).toEqual(endingOf(10, payment, both).actions)
  })

  it.each([[on], [must], [off]])('have the room of those that take what is due kept, and none that can be pressed, while the figures are on their way (DEC-257): %o', (payment) => {
    expect(endingOf(undefined, payment, both)).toMatchObject({ actions: [], awaited: endingOf(10, payment, both).actions, atCounter: false, unreachable: false })
  })
})

describe('gateways', () => {
  it('are of two kinds by their code; what nobody can pay with is not offered (PAY-18, DEC-69)', () => {
    expect(['card', 'wallet', 'barter', null].map(kindOf)).toEqual(['card', 'wallet', null, null])
    expect(usable([{ code: 'barter', name: 'Barter' }, { code: 'card', name: 'Card' }]).map(({ code }) => code)).toEqual(['card'])
  })
})
