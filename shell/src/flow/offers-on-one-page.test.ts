import type { RouteName } from '@checkin/routes'
import { describe, expect, it } from 'vitest'
import { nextStep, transitionFor } from './next-step.ts'
import type { EventName, FlowEvent, FlowFacts } from './transition.ts'

const main: FlowFacts = { mode: 'main', flow: 'normal', addOn: true, upOn: true, exOn: true, exEnabled: true, stepsContinued: false, missingDriverScreen: null, lacksForCompletion: false, changing: null, passed: [], offersLayout: 'steps' }
const page: FlowFacts = { ...main, offersLayout: 'page' }
const licence = 'driver-document-license'

describe('offers on one page (DEC-107)', () => {
  const to = (on: RouteName, event: EventName, facts: FlowFacts, reload: 'none' | 'ok' = 'none'): unknown => nextStep(on, { name: event, payload: {} } as FlowEvent, facts, reload)?.target
  const additionalOnPage: FlowFacts = { ...page, flow: 'additionalDriver' }

  it.each([
    ['100', 'extras'], ['010', 'extras'], ['001', 'extras'], ['000', 'overview'],
  ] as const)('after the licence with (add driver, upgrade, extras) = %s comes %s (S1.81)', (bits, name) => {
    const facts: FlowFacts = { ...page, addOn: bits[0] === '1', upOn: bits[1] === '1', exOn: bits[2] === '1' }
    expect(to(licence, 'driverSaved', facts, 'ok')).toEqual({ kind: 'screen', name })
  })

  it.each([
    ['verify-driver', 'driverVerificationLeft', 'none'], ['driver-details', 'driverDetailsLeft', 'none'], [licence, 'driverSaved', 'ok'],
  ] as const)('the additional driver\'s screens come back to the page from %s, also with nothing else to offer (S2.20)', (on, event, reload) => {
    expect(to(on, event, { ...additionalOnPage, addOn: false, upOn: false, exOn: false }, reload)).toEqual({ kind: 'screen', name: 'extras' })
  })

  it.each([[{}, 'extras'], [{ exEnabled: false }, 'extras'], [{ exEnabled: false, upOn: false, addOn: false }, licence]] as const)('Back of the overview with %o is %s (DEC-87)', (off, name) => {
    expect(to('overview', 'overviewLeft', { ...page, ...off })).toEqual({ kind: 'screen', name })
  })

  it('an empty or failed list of upgrades leads nobody away', () => {
    expect([to('extras', 'upgradesNotFound', page), nextStep('extras', { name: 'upgradesFailed', payload: {} }, page)]).toEqual([{ kind: 'stay' }, null])
  })

  it('where they come step by step, the extras answer none of the page\'s events', () => {
    for (const name of ['additionalDriverAccepted', 'upgradeAccepted', 'upgradesNotFound'] as const) expect(transitionFor('extras', { name, payload: {} as never }, main)).toBeUndefined()
  })
})
