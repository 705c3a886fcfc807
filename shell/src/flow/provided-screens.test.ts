import { setScreens, type SparseRow } from '@checkin/routes'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nextOptionalStep, nextStep } from './next-step.ts'
import type { FlowEvent, FlowFacts } from './transition.ts'

const facts: FlowFacts = {
  mode: 'main', flow: 'normal', addOn: true, upOn: true, exOn: true, exEnabled: true, stepsContinued: false, missingDriverScreen: null, lacksForCompletion: false, offersLayout: 'steps', changing: null, passed: [],
}
const provided = (name: string, after: string | null, more: Partial<SparseRow> = {}): SparseRow =>
  ({ name, module: 'mfe-parking', path: `/${name}`, after, leads: { 'parking/done': { to: 'next' }, 'parking/left': { to: 'back' } }, ...more })
const rows: readonly SparseRow[] = [
  provided('insure', 'driver-document-license'), provided('child-seat', 'additional-driver'), provided('park', 'add-extras', { leads: { 'parking/done': { to: 'next' }, 'parking/left': { to: 'back' }, 'parking/chosen': { to: 'park-place' } } }),
  provided('park-place', null, { within: 'park', leads: { 'parking/placed': { to: 'next', reload: 'reservation' }, 'parking/other': { to: 'park' } } }),
]
const after = (on: string, event: string, given: Partial<FlowFacts> = {}, reload: 'none' | 'ok' | 'failed' = 'none') => nextStep(on, { name: event, payload: {} } as unknown as FlowEvent, { ...facts, ...given }, reload)
const to = (...given: Parameters<typeof after>) => {
  const decision = after(...given)
  return decision?.target.kind === 'screen' ? decision.target.name : decision?.target.kind
}
/** From the driver's data to the overview, each screen led on from. */
function walk(given: Partial<FlowFacts>, left: Readonly<Record<string, string>>): readonly string[] {
  const seen: string[] = []
  let passed: readonly string[] = []
  let now = to('driver-document-license', 'driverSaved', given, 'ok') ?? ''
  while (now !== 'overview' && seen.length < 20) {
    seen.push(now)
    const decision = after(now, left[now] ?? 'parking/done', { ...given, passed })
    passed = decision?.change.progress?.passed ?? passed
    now = decision?.target.kind === 'screen' ? decision.target.name : decision?.target.kind ?? 'nowhere'
  }
  return seen
}
const answers = { 'additional-driver': 'additionalDriverRejected', upselling: 'upgradesSkipped', 'add-extras': 'extrasDeclined', extras: 'extrasSubmitted' }

describe('screens that a release set brings', () => {
  beforeEach(() => { setScreens(rows) })
  afterEach(() => { setScreens([]) })

  it('stand after the steps that they name, with or without these steps, and once (DEC-197, SHELL-54)', () => {
    expect(walk({}, answers)).toEqual(['insure', 'additional-driver', 'child-seat', 'upselling', 'add-extras', 'park'])
    expect(walk({ addOn: false, upOn: false, exOn: false }, answers)).toEqual(['insure', 'child-seat', 'park'])
    expect(nextOptionalStep('driver-document-license', { ...facts, passed: ['insure', 'child-seat'], addOn: false })).toBe('upselling')
  })

  it('follow the page that has all offers (DEC-197, DEC-107)', () => {
    expect(walk({ offersLayout: 'page' }, answers)).toEqual(['insure', 'extras', 'child-seat', 'park'])
    expect(to('child-seat', 'parking/left', { offersLayout: 'page' })).toBe('extras')
  })

  it('lead back to what stands before, and the overview comes back to them (DEC-197, DEC-87)', () => {
    expect(to('overview', 'overviewLeft', { passed: ['park'] })).toBe('park')
    expect(to('park', 'parking/left')).toBe('add-extras')
    expect(to('park', 'parking/left', { exEnabled: false, upOn: false })).toBe('child-seat')
    expect(to('insure', 'parking/left')).toBe('driver-document-license')
  })

  it('lead to screens of their own, and on from there with the rental loaded again where it changed (DEC-195)', () => {
    expect(to('park', 'parking/chosen')).toBe('park-place')
    expect(to('park-place', 'parking/other')).toBe('park')
    expect(after('park-place', 'parking/placed', {}, 'ok')).toEqual({ target: { kind: 'screen', name: 'overview' }, change: { progress: { passed: ['park'] } } })
    expect(to('park-place', 'parking/placed', {}, 'failed'), 'what could not be loaded leads nowhere').toBe('stay')
  })

  it('are in nobody\'s way: skipped where the module does not come, passed by in pre-checkout and while a part is changed (DEC-197, DEC-184)', () => {
    expect(after('insure', 'skipped')).toMatchObject({ target: { name: 'additional-driver' }, change: { progress: { passed: ['insure'] } } })
    expect(to('insure', 'parking/done', { mode: 'precheckout' })).toBe('precheckout-steps')
    expect(to('driver-document-license', 'driverSaved', { changing: 'licence' }, 'ok')).toBe('overview')
  })

  it('hear only their own events (DEC-199)', () => {
    expect(after('park', 'parking/placed')).toBeNull()
    expect(after('overview', 'parking/done')).toBeNull()
    expect(after('park', 'checkinCompleted')).toBeNull()
  })
})
