import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCardFields, type CardFieldsOptions } from './card-fields.ts'

/** The provider's script as a test plays it. */
class FakePaymentJs {
  static last: FakePaymentJs | undefined
  readonly said: (readonly unknown[])[] = []
  readonly listeners = new Map<string, (state: unknown) => void>()
  ready: () => void = () => undefined
  success: (...parts: unknown[]) => void = () => undefined
  refused: (errors: unknown) => void = () => undefined
  constructor() { FakePaymentJs.last = this }
  init(...[, , , ready]: [string, HTMLElement, HTMLElement, () => void]): void { this.ready = ready }
  initCvvRefresh(...[, , ready]: [string, HTMLElement, () => void]): void { this.ready = ready }
  numberOn(event: string, listener: (state: unknown) => void): void { this.listeners.set(`number ${event}`, listener) }
  cvvOn(event: string, listener: (state: unknown) => void): void { this.listeners.set(`cvv ${event}`, listener) }
  setNumberStyle(...parts: unknown[]): void { this.said.push(['numberStyle', ...parts]) }
  setCvvStyle(...parts: unknown[]): void { this.said.push(['cvvStyle', ...parts]) }
  setNumberAttribute(...parts: unknown[]): void { this.said.push(['number', ...parts]) }
  setCvvAttribute(...parts: unknown[]): void { this.said.push(['cvv', ...parts]) }
  tokenize(_data: unknown, success: (...parts: unknown[]) => void, refused: (errors: unknown) => void): void {
    this.success = success
    this.refused = refused
  }
  refreshCvv(_reference: string, success: (...parts: unknown[]) => void, refused: (errors: unknown) => void): void { this.tokenize(null, success, refused) }
}

const holder = { card_holder: 'Maria Silva', month: '12', year: '2031' }
const card = { card_type: 'visa', first_six_digits: '411111', last_four_digits: '1111', month: '12', year: '2031' }
const unavailable = { ok: false, errors: [{ attribute: 'gateway', key: 'errors.unavailable' }] }
const element = () => document.createElement('div')
const begin = (options: Partial<CardFieldsOptions> = {}) => {
  const fields = createCardFields({ publicKey: 'k', numberElement: element(), cvvElement: element(), labels: { number: 'Number', cvv: 'Code' }, ...options })
  return { fields, script: FakePaymentJs.last! }
}
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('PaymentJs', FakePaymentJs)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the hosted fields', () => {
  it('get names and style when they are ready', () => {
    const onReady = vi.fn()
    const { script } = begin({ onReady, style: { color: 'red' } })
    script.ready()
    expect(onReady).toHaveBeenCalledOnce()
    expect(script.said).toEqual(expect.arrayContaining([['number', 'aria-label', 'Number'], ['cvv', 'aria-label', 'Code'], ['numberStyle', { color: 'red' }]]))
  })

  it('count as lost after 6 s, and a late answer changes nothing (P2, DEC-92)', () => {
    const [onReady, onFailed] = [vi.fn(), vi.fn()]
    const { script } = begin({ onReady, onFailed })
    vi.advanceTimersByTime(5999)
    expect(onFailed).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    script.ready()
    expect([onReady.mock.calls.length, onFailed.mock.calls.length]).toEqual([0, 1])
  })

  it('are lost at once where the script is not there', () => {
    vi.stubGlobal('PaymentJs', undefined)
    const onFailed = vi.fn()
    begin({ onFailed })
    vi.advanceTimersByTime(0)
    expect(onFailed).toHaveBeenCalledOnce()
  })

  it('tell what is typed without its digits, and only in the shape that is known', () => {
    const onInput = vi.fn()
    const { script } = begin({ onInput })
    script.listeners.get('number input')?.({ cardType: 'visa', validNumber: true, validCvv: false, number: '4111111111111111' })
    script.listeners.get('number input')?.('4111111111111111')
    expect(onInput.mock.calls).toEqual([['number', { cardType: 'visa', validNumber: true, validCvv: false }]])
  })
})

describe('a token', () => {
  it('comes with the mask of its card (PAY-24, CONST-20)', async () => {
    const { fields, script } = begin()
    const asked = fields.tokenize(holder)
    script.success('ix::abcdefgh', card)
    expect(await asked).toEqual({ ok: true, token: 'ix::abcdefgh', card: { masked: '4111 **** **** 1111', brand: 'Visa', month: '12', year: '2031' } })
  })

  it.each<[string, unknown]>([['nothing', undefined], ['a number', 4111], ['markup', '<img src=x>'], ['something endless', 'x'.repeat(600)]])('is not %s', async (_what, token) => {
    const { fields, script } = begin()
    const asked = fields.tokenize(holder)
    script.success(token, card)
    expect(await asked).toEqual(unavailable)
  })

  it('whose card cannot be read is still a token, without a mask', async () => {
    const { fields, script } = begin()
    const asked = fields.tokenize(holder)
    script.success('ix::abcdefgh', { ...card, first_six_digits: '4111111111111111' })
    expect(await asked).toEqual({ ok: true, token: 'ix::abcdefgh', card: null })
  })

  it('that is refused says everything that is wrong (PAY-26)', async () => {
    const { fields, script } = begin()
    const asked = fields.tokenize(holder)
    script.refused([{ attribute: 'number', key: 'errors.blank', message: 'x' }, { attribute: 'cvv', key: 'errors.blank', message: 'x' }])
    expect(await asked).toEqual({ ok: false, errors: [{ attribute: 'number', key: 'errors.blank' }, { attribute: 'cvv', key: 'errors.blank' }] })
  })

  it.each<[string, unknown]>([['nothing', null], ['no list', {}], ['an empty list', []]])('that is refused with %s is not available', async (_what, errors) => {
    const { fields, script } = begin()
    const asked = fields.tokenize(holder)
    script.refused(errors)
    expect(await asked).toEqual(unavailable)
  })

  it('that does not come within 12 s is not available, and coming later changes nothing', async () => {
    const { fields, script } = begin()
    const asked = fields.tokenize(holder)
    await vi.advanceTimersByTimeAsync(12_000)
    script.success('ix::abcdefgh', card)
    expect(await asked).toEqual(unavailable)
  })

  it('can be of the security code alone, for a saved card', async () => {
    const { fields, script } = begin()
    const asked = fields.refreshCvv('ref_visa')
    script.success('ix::abcdefgh')
    expect(await asked).toEqual({ ok: true, token: 'ix::abcdefgh', card: null })
  })
})
