import { appStarted, problemOccurred } from '@checkin/flow/publish/shell'
import { allSettled, fork, type Scope } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answeredFx } from '../flow/painted.ts'
import type { FlowEvent } from '../flow/transition.ts'
import { $alert, alertRaised, renterActed, screenLeft } from './alert.model.ts'
import { $refusal, refusalClosed } from './refusal.model.ts'

beforeEach(() => { vi.useFakeTimers() })
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

const refused = (key = 'ReservationNotFound'): Scope => {
  const scope = fork({ handlers: [[answeredFx, (event: FlowEvent) => event]] as never })
  void allSettled(appStarted, { scope })
  void allSettled(problemOccurred, { scope, params: { key } })
  return scope
}

describe('a refusal (DEC-102, UX-2)', () => {
  it('stands after its toast has gone, however long nothing is mended', async () => {
    const scope = refused()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(scope.getState($alert).visible).toBe(false)
    expect(scope.getState($refusal)).toEqual({ key: 'ReservationNotFound', params: undefined, text: undefined })
  })

  it.each([
    ['what was typed is mended', '<div data-screen="a"><input></div>', 'input', 'input', null],
    ['the renter presses for another try', '<div data-screen="a"><button data-action="Locate"><span>Find</span></button></div>', 'span', 'click', null],
    ['the renter chooses another language', '<select></select>', 'select', 'input', 'ReservationNotFound'],
    ['the renter presses beside every control', '<div data-screen="a"><p>Text</p></div>', 'p', 'click', 'ReservationNotFound'],
  ])('when %s: %s', async (_case, html, selector, event, still) => {
    const scope = refused()
    document.body.innerHTML = html
    document.querySelector(selector)?.dispatchEvent(new Event(event, { bubbles: true }))
    expect(scope.getState($refusal)?.key ?? null).toBe(still)
  })

  it('goes when it is closed, with the screen that it is about, and with a success', async () => {
    const closed = refused()
    await allSettled(refusalClosed, { scope: closed })
    const left = refused()
    void allSettled(renterActed, { scope: left })
    await allSettled(screenLeft, { scope: left })
    const mended = refused()
    void allSettled(alertRaised, { scope: mended, params: { key: 'UpsellingSuccess', state: 'success' } })
    expect([closed, left, mended].map((scope) => scope.getState($refusal))).toEqual([null, null, null])
  })

  it('that itself leads on stands on the screen to which it leads, also where the way there is loaded for a minute (OFFERS-28, DEC-95)', async () => {
    const scope = refused('SomethingHappened')
    await vi.advanceTimersByTimeAsync(60_000)
    await allSettled(screenLeft, { scope })
    expect(scope.getState($refusal)?.key).toBe('SomethingHappened')
  })

  it('gives way to a newer one', () => {
    const scope = refused()
    void allSettled(problemOccurred, { scope, params: { key: 'SameDriverError', state: 'warning' } })
    expect(scope.getState($refusal)?.key).toBe('SameDriverError')
  })
})
