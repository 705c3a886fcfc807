import { describe, expect, it } from 'vitest'
import { routeNames, stepperSteps, type ScreenName } from '@checkin/routes'
import { nextStep } from '../flow/next-step.ts'
import type { FlowEvent, FlowFacts } from '../flow/transition.ts'
import { transitions } from '../flow/transitions.ts'
import { stepperFor } from './stepper.ts'

const alone = { hasOffers: true, forAdditionalDriver: false, mode: 'main' } as const

describe('the progress stepper', () => {
  it('knows the step of every screen', () => {
    const places = routeNames.map((name) => ({ name, stepper: stepperFor(name, alone) }))
    expect(stepperFor('test-token', alone)).toBeNull()
    expect(places.every(({ stepper }) => stepper === null || stepper.current >= 0)).toBe(true)
  })

  it('never leads backwards on the main way through check-in', () => {
    const way = ['verify-reservation', 'verify-code', 'reservation', 'verify-driver', 'driver-details', 'driver-contact', 'driver-document',
      'driver-document-license', 'additional-driver', 'upselling', 'add-extras', 'extras', 'overview', 'complete'] as const
    const positions = way.map((name) => stepperFor(name, alone)?.current ?? -1)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  })

  it('has no step for extras and upgrades where a tenant offers none', () => {
    expect(stepperFor('overview', { ...alone, hasOffers: false })).toEqual({ steps: stepperSteps.filter((id) => id !== 'offers'), current: 4 })
  })

  it('stays at the offers while the additional driver is entered', () => {
    expect(stepperFor('driver-details', { ...alone, forAdditionalDriver: true })?.current).toBe(stepperSteps.indexOf('offers'))
  })
})

/** Everything that the flow decides by in pre-checkout, in all combinations. */
const yesOrNo = [true, false] as const
const allFacts = yesOrNo.flatMap((addOn) => yesOrNo.flatMap((upOn) => yesOrNo.flatMap((exOn) => yesOrNo.flatMap((stepsContinued) => (['steps', 'page'] as const).flatMap((offersLayout) =>
  ([null, 'driver-details', 'driver-contact', 'driver-document', 'driver-document-license'] as const).map((missingDriverScreen) =>
    ({ addOn, upOn, exOn, exEnabled: exOn, stepsContinued, offersLayout, changing: null, missingDriverScreen, lacksForCompletion: missingDriverScreen !== null, passed: [] })))))))
const payload = { guid: 'guid', reason: 'unknown', url: 'https://sign.example', code: 'other' }

interface Where {
  readonly on: ScreenName
  readonly flow: FlowFacts['flow']
}
/** Everywhere that one press can lead in pre-checkout. What the server refuses leads back to what is missing, with a notice, and is no press. */
function waysFrom({ on, flow }: Where): readonly Where[] {
  const rows = transitions.filter((row) => row.on !== 'any' && row.on.some((each) => each === on) && row.event !== 'requirementMissed')
  return rows.flatMap((row) => allFacts.flatMap((facts) => (row.reload === undefined ? ['none'] as const : ['ok', 'failed'] as const).flatMap((reload): Where[] => {
    const decision = nextStep(on, { name: row.event, payload } as unknown as FlowEvent, { ...facts, mode: 'precheckout', flow }, reload)
    if (decision === null || decision.change.mode === 'main' || decision.target.kind !== 'screen') return []
    return [{ on: decision.target.name, flow: decision.change.flow ?? flow }]
  })))
}

describe('the stepper of pre-checkout (DEC-173, UX-15)', () => {
  it('has steps of its own, by whichever way a screen of it was opened', () => {
    for (const name of ['precheckout-guid', 'precheckout', 'rental-agreement', 'complete-signed'] as const) {
      expect(stepperFor(name, alone)).toEqual(stepperFor(name, { ...alone, mode: 'precheckout' }))
    }
    expect(stepperFor('extras', { ...alone, mode: 'precheckout' })).toEqual({ steps: ['rental', 'agreement', 'ready'], current: 0 })
    expect(stepperFor('verify-damages', alone)?.steps).toEqual(stepperSteps)
  })

  it('never falls on any walk of presses, whatever the tenant offers and the driver lacks: every way of every screen that can be reached is looked at', () => {
    const position = ({ on, flow }: Where): number => stepperFor(on, { hasOffers: true, forAdditionalDriver: flow === 'additionalDriver', mode: 'precheckout' })?.current ?? -1
    const queue: Where[] = [{ on: 'precheckout-guid', flow: 'update' }]
    const seen = new Set<string>()
    const falls = new Set<string>()
    for (let from = queue.pop(); from !== undefined; from = queue.pop()) {
      for (const to of waysFrom(from)) {
        if (position(to) < position(from)) falls.add(`${from.on} to ${to.on}`)
        if (!seen.has(`${to.on} ${to.flow}`)) queue.push(to)
        seen.add(`${to.on} ${to.flow}`)
      }
    }
    expect([...falls]).toEqual([])
    const reached = new Set([...seen].map((where) => where.split(' ')[0]))
    expect([...reached]).toEqual(expect.arrayContaining(['precheckout', 'precheckout-steps', 'extras', 'upselling', 'additional-driver', 'verify-driver', 'driver-details', 'driver-document-license', 'overview-precheckout', 'rental-agreement', 'complete-rental-agreement-no-payment']))
  })
})
