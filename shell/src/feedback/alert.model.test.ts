import { appStarted } from '@checkin/flow/publish/shell'
import { problemOccurred } from '@checkin/flow/publish/shell'
import { allSettled, fork, type Scope } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { $alert, alertHeld, alertRaised, alertTime, renterActed, screenLeft } from './alert.model.ts'

beforeEach(() => { vi.useFakeTimers() })
afterEach(() => { vi.useRealTimers() })

const begun = async (): Promise<{ scope: Scope; raise: (key: string) => void }> => {
  const scope = fork()
  return { scope, raise: (key) => { void allSettled(alertRaised, { scope, params: { key } }) } }
}

describe('the alert', () => {
  it('opened with nothing is an error that says "Server Error" (SHELL-74, CONST-31, DATA-24)', async () => {
    const { scope } = await begun()
    void allSettled(alertRaised, { scope, params: {} })
    expect(scope.getState($alert)).toMatchObject({ visible: true, state: 'error', key: 'ServerError', text: null })
  })

  it('stays 2600 ms: visible at 2599 ms, hidden at 2600 ms (SHELL-75, CONST-24)', async () => {
    const { scope, raise } = await begun()
    raise('CodeNotFound')
    await vi.advanceTimersByTimeAsync(2599)
    expect(scope.getState($alert).visible).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(scope.getState($alert).visible).toBe(false)
  })

  it('gives way to a newer one, which has its own full time (DEC-53)', async () => {
    const { scope, raise } = await begun()
    raise('CodeNotFound')
    await vi.advanceTimersByTimeAsync(2000)
    raise('ReservationNotFound')
    await vi.advanceTimersByTimeAsync(alertTime - 1)
    expect(scope.getState($alert)).toMatchObject({ visible: true, key: 'ReservationNotFound' })
    await vi.advanceTimersByTimeAsync(1)
    expect(scope.getState($alert).visible).toBe(false)
  })

  it('waits while the renter holds it and then starts its time again', async () => {
    const { scope, raise } = await begun()
    raise('CodeNotFound')
    void allSettled(alertHeld, { scope, params: true })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(scope.getState($alert).visible).toBe(true)
    void allSettled(alertHeld, { scope, params: false })
    await vi.advanceTimersByTimeAsync(alertTime - 1)
    expect(scope.getState($alert).visible).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(scope.getState($alert).visible).toBe(false)
  })

  it('that a refused session leaves for the page after its reload stays until the renter acts, also when it was held (DEC-55, DEC-102, SHELL-75)', async () => {
    const { scope, raise } = await begun()
    raise('CodeNotFound')
    void allSettled(alertRaised, { scope, params: { key: 'Notice.sessionEnded', state: 'info', stays: true } })
    void allSettled(alertHeld, { scope, params: true })
    void allSettled(alertHeld, { scope, params: false })
    void allSettled(screenLeft, { scope })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(scope.getState($alert)).toMatchObject({ visible: true, key: 'Notice.sessionEnded' })
    void allSettled(renterActed, { scope })
    expect(scope.getState($alert).visible).toBe(false)
  })

  it('of any other kind keeps its time, whatever the renter does', async () => {
    const { scope, raise } = await begun()
    void allSettled(alertRaised, { scope, params: { key: 'Notice.sessionEnded', stays: true } })
    raise('CodeNotFound')
    void allSettled(renterActed, { scope })
    expect(scope.getState($alert)).toMatchObject({ visible: true, key: 'CodeNotFound' })
    await vi.advanceTimersByTimeAsync(alertTime)
    expect(scope.getState($alert).visible).toBe(false)
  })

  it.each(['click', 'input', 'submit'])('that stays goes with a %s, also one that a control keeps to itself', async (name) => {
    const { scope } = await begun()
    await allSettled(appStarted, { scope })
    void allSettled(alertRaised, { scope, params: { stays: true } })
    const button = document.createElement('button')
    button.addEventListener(name, (event) => { event.stopPropagation() })
    document.body.append(button)
    button.dispatchEvent(new Event(name, { bubbles: true }))
    button.remove()
    expect(scope.getState($alert).visible).toBe(false)
  })

  it('shows what a module reports, with the server\'s own message when there is one (SHELL-60, SHELL-73)', async () => {
    const { scope } = await begun()
    void allSettled(problemOccurred, { scope, params: { key: 'SomethingHappened', text: 'Out of stock', state: 'warning' } })
    expect(scope.getState($alert)).toMatchObject({ visible: true, key: 'SomethingHappened', text: 'Out of stock', state: 'warning' })
  })

  it('about a screen that the renter has left is gone; one that the move itself caused stays, however long the move takes (OFFERS-28, DEC-95)', async () => {
    const { scope, raise } = await begun()
    raise('ReservationNotFound')
    void allSettled(renterActed, { scope })
    void allSettled(screenLeft, { scope })
    expect(scope.getState($alert).visible).toBe(false)
    raise('Notice.termsNotAccepted')
    await vi.advanceTimersByTimeAsync(alertTime - 1)
    void allSettled(screenLeft, { scope })
    expect(scope.getState($alert).visible).toBe(true)
  })

  it('that tells of a success goes along to the next screen (OFFERS-25)', async () => {
    const { scope } = await begun()
    void allSettled(alertRaised, { scope, params: { key: 'UpsellingSuccess', state: 'success' } })
    void allSettled(renterActed, { scope })
    void allSettled(screenLeft, { scope })
    expect(scope.getState($alert).visible).toBe(true)
  })
})
