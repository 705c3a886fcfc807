import { $session, sessionCleared } from '@checkin/flow/publish/shell'
import { allSettled, type Scope } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aPage, type PageOptions } from '../test/shell-double.ts'
import { driverForms } from './driver-forms.ts'
import { keepingPause } from './drafts.ts'

beforeEach(() => { sessionStorage.clear() })
afterEach(() => { vi.useRealTimers() })

const { main, additional } = driverForms
const open = (scope: Scope): Promise<void> => allSettled(main.opened, { scope })
const opened = async (options: PageOptions = {}) => {
  const page = aPage({ driver: null, ...options })
  await open(page.scope)
  return page
}
const types = (scope: Scope, field: 'address' | 'birthPlace', value: string) => allSettled(main.details.fieldChanged, { scope, params: { field, value } })
const numbers = [
  { form: 'driver-document/main', texts: { id: 'AB123456', issuePlace: 'Faro', aFieldOfAnotherVersion: 'x', imageFront: 'y' } },
  { form: 'driver-details/main', texts: { address: 'Rua do Sol 1', birthPlace: 'Faro' } },
  { form: 'a-form-of-another-version/main', texts: { x: 'y' } },
]

describe('the draft of a driver (DEC-18)', () => {
  it('comes from another device with everything but images, also from another version of the forms', async () => {
    const { scope } = await opened({ draft: numbers })
    expect(scope.getState(main.document.$values)).toMatchObject({ id: 'AB123456', issuePlace: 'Faro', imageFront: '' })
    expect(scope.getState(main.details.$values)).toMatchObject({ address: 'Rua do Sol 1', birthPlace: 'Faro' })
    expect(JSON.stringify(sessionStorage)).not.toContain('AB123456')
  })

  it('gives way to what this tab has typed, before a reload and after it', async () => {
    const { scope } = await opened({ draft: numbers })
    await types(scope, 'address', 'Avenida 2')
    await open(scope)
    expect(scope.getState(main.details.$values).address).toBe('Avenida 2')
    const reloaded = await opened({ draft: numbers })
    expect(reloaded.scope.getState(main.details.$values)).toMatchObject({ address: 'Avenida 2', birthPlace: 'Faro' })
  })

  it('still is there on the next screen, where all forms are filled again', async () => {
    const { scope } = await opened({ draft: numbers })
    await open(scope)
    await open(scope)
    expect(scope.getState(main.document.$values).id).toBe('AB123456')
  })

  it('is kept on the server when typing pauses and when a screen is left, never an image', async () => {
    vi.useFakeTimers()
    const { scope, kept } = await opened()
    void types(scope, 'address', 'Rua')
    void types(scope, 'address', 'Rua do Sol')
    await vi.advanceTimersByTimeAsync(keepingPause - 1)
    expect(kept).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(kept.map(({ form, texts }) => [form, texts['address']])).toEqual([['driver-details/main', 'Rua do Sol']])
    void allSettled(main.document.fieldChanged, { scope, params: { field: 'imageFront', value: 'AAAA' } })
    await vi.advanceTimersByTimeAsync(10 * keepingPause)
    expect(kept).toHaveLength(1)
  })

  it('is tried again with the next change when the server did not take it', async () => {
    vi.useFakeTimers()
    const { scope, kept } = await opened({ isKeepingBroken: true })
    void types(scope, 'address', 'Rua')
    await vi.advanceTimersByTimeAsync(keepingPause)
    void types(scope, 'address', 'Rua 2')
    await vi.advanceTimersByTimeAsync(keepingPause)
    expect(kept).toHaveLength(2)
    expect(scope.getState(main.details.$values).address).toBe('Rua 2')
  })

  it('belongs to its reservation: another one in the same tab starts empty, after a reload too', async () => {
    const { scope } = await opened()
    await types(scope, 'address', 'Rua do Sol 1')
    const other = await opened({ guid: 'guid-of-cv1004' })
    expect(other.scope.getState(main.details.$values).address).toBe('')
    await allSettled($session, { scope, params: { guid: 'guid-of-cv1004', sessionKey: 'session-key-2', kind: 'code', termsAccepted: true } })
    await open(scope)
    expect(scope.getState(main.details.$values).address).toBe('')
  })

  it('outlasts the same reservation being found again (DEC-85)', async () => {
    const { scope } = await opened()
    await types(scope, 'address', 'Rua do Sol 1')
    await allSettled($session, { scope, params: { guid: 'guid-of-cv1001', sessionKey: 'session-key-2', kind: 'code', termsAccepted: true } })
    await open(scope)
    expect(scope.getState(main.details.$values).address).toBe('Rua do Sol 1')
  })

  it('of the additional driver never fills the main one, and an exit leaves nothing in the tab', async () => {
    const { scope } = await opened({ draft: [{ form: 'driver-details/additional', texts: { address: 'Rua de Rui' } }] })
    expect(scope.getState(main.details.$values).address).toBe('')
    await allSettled(additional.opened, { scope })
    expect([scope.getState(additional.details.$values).address, scope.getState(main.details.$values).address]).toEqual(['Rua de Rui', ''])
    await types(scope, 'address', 'Rua do Sol 1')
    await allSettled(sessionCleared, { scope, params: {} })
    expect([scope.getState(main.details.$values).address, sessionStorage.length]).toEqual(['', 0])
  })
})
