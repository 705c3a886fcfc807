import { $modalAction, questionAnswered, questionRaised, questionSettled } from '@checkin/flow/publish/shell'
import { allSettled, createStore, fork } from 'effector'
import { describe, expect, it } from 'vitest'
import { $modal, $modalLoading, modalAbandoned, modalClosed, modalConfirmed, modalDismissed, modalOpened } from './modal.model.ts'

const $answers = createStore<readonly string[]>([]).on(questionAnswered, (all, { action }) => [...all, action])
const $dismissals = createStore<readonly unknown[]>([]).on(questionAnswered, (all, { dismissed }) => [...all, dismissed])

describe('the modal', () => {
  it('opened with its defaults warns, asks, and has no answer yet (SHELL-76, DATA-24)', async () => {
    const scope = fork()
    await allSettled(modalOpened, { scope, params: { keys: ['AreYouSureQuit'] } })
    expect(scope.getState($modal)).toEqual({ visible: true, state: 'warning', type: 'confirm', keys: ['AreYouSureQuit'], params: {}, labels: { confirm: 'Confirm', cancel: 'Cancel' } })
    expect(scope.getState($modalAction)).toBeNull()
  })

  it.each([[modalConfirmed, 'confirm'], [modalClosed, 'close']] as const)('answered, it hides, tells the answer and toggles the buttons\' loading (SHELL-78) %#', async (press, action) => {
    const scope = fork()
    await allSettled(modalOpened, { scope, params: { keys: ['AreYouSureQuit'] } })
    await allSettled(press, { scope })
    expect(scope.getState($modal).visible).toBe(false)
    expect(scope.getState($modalAction)).toBe(action)
    expect(scope.getState($answers)).toEqual([action])
    expect(scope.getState($modalLoading)).toBe(true)
  })

  it('dismissed by Escape says that no button was pressed (SHELL-78, DEC-106)', async () => {
    const scope = fork()
    await allSettled(modalOpened, { scope, params: { keys: ['KeepOrDropExtras'] } })
    await allSettled(modalDismissed, { scope })
    expect([scope.getState($modal).visible, scope.getState($modalAction), scope.getState($dismissals)]).toEqual([false, 'close', [true]])
  })

  it('of a screen that is left goes without an answer', async () => {
    const scope = fork()
    await allSettled(modalOpened, { scope, params: { keys: ['KeepOrDropExtras'] } })
    await allSettled(modalAbandoned, { scope })
    expect([scope.getState($modal).visible, scope.getState($modalAction), scope.getState($answers)]).toEqual([false, null, []])
  })

  it('opened again has no answer before any click (SHELL-77)', async () => {
    const scope = fork()
    await allSettled(modalOpened, { scope, params: { keys: ['AreYouSureQuit'] } })
    await allSettled(modalConfirmed, { scope })
    await allSettled(modalOpened, { scope, params: { keys: ['YourProgressWillBeLost'] } })
    expect(scope.getState($modalAction)).toBeNull()
    expect(scope.getState($modalLoading)).toBe(false)
    expect(scope.getState($modal).keys).toEqual(['YourProgressWillBeLost'])
  })

  it('takes one answer: a second click says nothing', async () => {
    const scope = fork()
    await allSettled(modalOpened, { scope, params: { keys: ['AreYouSureQuit'] } })
    await allSettled(modalConfirmed, { scope })
    await allSettled(modalClosed, { scope })
    expect(scope.getState($answers)).toEqual(['confirm'])
  })

  it('stops loading when the work that the answer started has ended (DEC-53)', async () => {
    const scope = fork()
    await allSettled(modalOpened, { scope, params: { keys: ['AreYouSureQuit'] } })
    await allSettled(modalConfirmed, { scope })
    await allSettled(questionSettled, { scope, params: {} })
    expect(scope.getState($modalLoading)).toBe(false)
  })

  it('shows what a module asks, of the type that it asks for (SHELL-79)', async () => {
    const scope = fork()
    await allSettled(questionRaised, { scope, params: { type: 'cancel', keys: ['preauth-payment'], state: 'error' } })
    expect(scope.getState($modal)).toMatchObject({ visible: true, type: 'cancel', state: 'error', keys: ['preauth-payment'] })
  })
})
