import { allSettled, fork } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCardForm, leastLoadingMs } from './card-form.ts'
import { CardRefused, problemKey, type CardProblem } from './card-problems.ts'

const loaded = vi.hoisted((): { result: 'loaded' | 'failed' } => ({ result: 'loaded' }))
vi.mock('./load-card-script.ts', () => ({ loadCardScript: async () => loaded.result }))

const script = vi.hoisted(() => ({ ready: true, answer: null as ((success: (...parts: unknown[]) => void, refused: (errors: unknown) => void) => void) | null, destroyed: 0 }))
class FakePaymentJs {
  init(...[, , , ready]: [string, HTMLElement, HTMLElement, () => void]): void { if (script.ready) queueMicrotask(ready) }
  numberOn(): void { /* nothing is typed here */ }
  cvvOn(): void { /* nothing is typed here */ }
  setNumberStyle(): void { /* nothing is drawn here */ }
  setCvvStyle(): void { /* nothing is drawn here */ }
  setNumberAttribute(): void { /* nothing is drawn here */ }
  setCvvAttribute(): void { /* nothing is drawn here */ }
  tokenize(_data: unknown, success: (...parts: unknown[]) => void, refused: (errors: unknown) => void): void { script.answer?.(success, refused) }
  destroy(): void { script.destroyed += 1 }
}
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('PaymentJs', FakePaymentJs)
  Object.assign(script, { ready: true, answer: null, destroyed: 0 })
  loaded.result = 'loaded'
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const places = () => ({
  client: { script: 'http://card.localhost/p.js', key: 'k' }, numberElement: document.createElement('div'), cvvElement: document.createElement('div'),
  labels: { number: 'Number', cvv: 'Code' }, style: {},
})
function form() {
  const model = createCardForm({ name: 'test/card', today: () => '2026-11-21' })
  const scope = fork()
  return {
    model, scope,
    mount: async () => {
      const mounting = allSettled(model.mounted, { scope, params: places() })
      await vi.advanceTimersByTimeAsync(leastLoadingMs)
      await mounting
    },
    type: async (values: Readonly<Record<'card_holder' | 'month' | 'year', string>>) => {
      for (const field of ['card_holder', 'month', 'year'] as const) await allSettled(model.fieldChanged, { scope, params: { field, value: values[field] } })
    },
    pay: async () => {
      const result = await allSettled(model.tokenizeFx, { scope, params: undefined })
      return result.status === 'done' ? result.value : result.value instanceof CardRefused ? result.value.problems.map(problemKey) : result.value
    },
    problems: () => Object.values(scope.getState(model.$problems)).map((problem: CardProblem) => problemKey(problem)).sort(),
  }
}
const right = { card_holder: 'Maria Silva', month: '8', year: '2031' }

describe('the card form', () => {
  it('shows that it loads for half a second, however fast the provider is (PAY-23, CONST-20)', async () => {
    const { model, scope } = form()
    void allSettled(model.mounted, { scope, params: places() })
    await vi.advanceTimersByTimeAsync(leastLoadingMs - 1)
    expect(scope.getState(model.$stage)).toBe('loading')
    await vi.advanceTimersByTimeAsync(1)
    expect(scope.getState(model.$stage)).toBe('ready')
  })

  it('says that the provider did not come, and tries again when asked (DEC-92)', async () => {
    loaded.result = 'failed'
    const { model, scope, mount } = form()
    await mount()
    expect(scope.getState(model.$stage)).toBe('failed')
    loaded.result = 'loaded'
    void allSettled(model.retried, { scope })
    await vi.advanceTimersByTimeAsync(leastLoadingMs)
    expect(scope.getState(model.$stage)).toBe('ready')
  })

  it('makes a token of a right card', async () => {
    script.answer = (success) => { success('ix::abcdefgh', null) }
    const { mount, type, pay, problems } = form()
    await mount()
    await type(right)
    expect(await pay()).toEqual({ token: 'ix::abcdefgh', card: null })
    expect(problems()).toEqual([])
  })

  it('tells what is wrong with our fields and with the provider\'s at once, and forgets a problem when its field changes (PAY-26)', async () => {
    script.answer = (_success, refused) => { refused([{ attribute: 'number', key: 'errors.blank' }, { attribute: 'month', key: 'errors.blank' }]) }
    const { model, scope, mount, type, pay, problems } = form()
    await mount()
    await type({ card_holder: '', month: '13', year: '2031' })
    expect(await pay()).toEqual(['number.errors.blank', 'card_holder.errors.blank', 'month.errors.invalid'])
    expect(problems()).toEqual(['card_holder.errors.blank', 'month.errors.invalid', 'number.errors.blank'])
    await allSettled(model.fieldChanged, { scope, params: { field: 'month', value: '12' } })
    expect(problems()).toEqual(['card_holder.errors.blank', 'number.errors.blank'])
  })

  it('takes month and year from the one field, which reads as on the card once it is left, and forgets what was wrong with either (DEC-174)', async () => {
    script.answer = (success) => { success('ix::abcdefgh', null) }
    const { model, scope, mount, type, pay, problems } = form()
    await mount()
    await type({ card_holder: 'Maria Silva', month: '', year: '' })
    expect(await pay()).toEqual(['month.errors.blank', 'year.errors.blank'])
    await allSettled(model.expiryTyped, { scope, params: '12/2031' })
    expect([problems(), scope.getState(model.$expiry), scope.getState(model.$values)]).toEqual([[], '12/2031', { card_holder: 'Maria Silva', month: '12', year: '2031' }])
    await allSettled(model.expiryLeft, { scope })
    expect([scope.getState(model.$expiry), await pay()]).toEqual(['12/31', { token: 'ix::abcdefgh', card: null }])
  })

  it('shows in the one field what a program puts into month and year (DEC-174)', async () => {
    const { model, scope, type } = form()
    await type(right)
    expect(scope.getState(model.$expiry)).toBe('08/31')
    await allSettled(model.reset, { scope })
    expect(scope.getState(model.$expiry)).toBe('')
  })

  it('gives no token for a card that is expired here, even if the provider would take it (DEC-74)', async () => {
    script.answer = (success) => { success('ix::abcdefgh', null) }
    const { mount, type, pay } = form()
    await mount()
    await type({ ...right, year: '2025' })
    expect(await pay()).toEqual(['year.errors.expired'])
  })

  it('without fields makes no token', async () => {
    const { type, pay } = form()
    await type(right)
    expect(await pay()).toEqual(['gateway.errors.unavailable'])
  })

  it('takes its frames away when it is left, also when they come only then', async () => {
    const first = form()
    await first.mount()
    await allSettled(first.model.unmounted, { scope: first.scope })
    expect(script.destroyed).toBe(1)
    const second = form()
    void allSettled(second.model.mounted, { scope: second.scope, params: places() })
    void allSettled(second.model.unmounted, { scope: second.scope })
    await vi.advanceTimersByTimeAsync(leastLoadingMs)
    expect(script.destroyed).toBe(2)
    expect(second.scope.getState(second.model.$stage)).toBe('loading')
  })

  it('keeps holder, month and year on this side, and nothing of a card where a page\'s state could be stored (DATA-21)', () => {
    const { scope, model } = form()
    expect(Object.keys(scope.getState(model.$values))).toEqual(['card_holder', 'month', 'year'])
    for (const $store of [model.$values, model.$problems, model.$stage]) expect(($store as unknown as { graphite: { meta: { serialize?: unknown } } }).graphite.meta.serialize).toBe('ignore')
  })
})
