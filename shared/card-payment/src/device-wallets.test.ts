import { afterEach, describe, expect, it, vi } from 'vitest'
import { askDeviceWallet, deviceWallets, type DeviceOrder } from './device-wallets.ts'

vi.hoisted(() => { document.head.innerHTML = '<script data-card-script="loaded" src="https://card.example/js"></script>' })

const gateway = (code: string) => ({ code, name: code, clientScript: 'https://card.example/js', clientKey: 'shop' })
const order: DeviceOrder = { code: 'googlepay', key: 'shop', amount: '179.55', currency: 'EUR', label: 'Costa Verde' }
const method = (code: string, key: string) => ({ supportedMethods: `https://card.example/pay/${code}`, data: { key } })

/** A browser whose wallets are those named, and what its sheet ends with. */
function browserWith(codes: readonly string[], answer: () => Promise<unknown> = () => Promise.reject(new DOMException('closed', 'AbortError')), applePay = true) {
  const shown: unknown[] = []
  vi.stubGlobal('PaymentJs', { wallets: { method } })
  vi.stubGlobal('ApplePaySession', { canMakePayments: () => applePay })
  vi.stubGlobal('PaymentRequest', class {
    readonly methods: { supportedMethods: string }[]
    constructor(methods: { supportedMethods: string }[], details: object) {
      this.methods = methods
      shown.push([methods[0]?.supportedMethods, details])
    }

    canMakePayment = () => Promise.resolve(codes.some((code) => this.methods[0]?.supportedMethods.endsWith(code) ?? false))
    show = answer
  })
  return shown
}
afterEach(() => { vi.unstubAllGlobals() })

describe('wallets of the device (DEC-184)', () => {
  it.each([
    ['both', ['googlepay', 'applepay'], true, ['googlepay', 'applepay']], ['none', [], true, []],
    ['Google Pay alone where Apple says no', ['googlepay', 'applepay'], false, ['googlepay']],
  ] as const)('are offered as far as the browser can: %s', async (_, can, applePay, offered) => {
    browserWith(can, undefined, applePay)
    expect(await deviceWallets([gateway('googlepay'), gateway('applepay'), gateway('card')], 'EUR')).toEqual(offered)
  })

  it('are offered nowhere without payment requests or the provider\'s methods', async () => {
    expect(await deviceWallets([gateway('googlepay')], 'EUR')).toEqual([])
    vi.stubGlobal('PaymentJs', { wallets: { method } })
    expect(await deviceWallets([gateway('googlepay')], 'EUR')).toEqual([])
    expect(await askDeviceWallet(order)).toEqual({ kind: 'failed' })
  })

  it('are asked for exactly what is due, and hand over the provider\'s one-time token', async () => {
    const complete = vi.fn()
    const shown = browserWith(['googlepay'], () => Promise.resolve({ details: { token: 'ix::device-token' }, complete }))
    expect(await askDeviceWallet(order)).toEqual({ kind: 'token', token: 'ix::device-token' })
    expect([shown, complete.mock.calls]).toEqual([[['https://card.example/pay/googlepay', { total: { label: 'Costa Verde', amount: { value: '179.55', currency: 'EUR' } } }]], [['unknown']]])
  })

  it.each([
    ['the renter closes the sheet', () => Promise.reject(new DOMException('closed', 'AbortError')), 'closed'],
    ['the wallet fails', () => Promise.reject(new DOMException('no', 'InvalidStateError')), 'failed'],
    ['what comes is no token', () => Promise.resolve({ details: { token: '<b>' }, complete: () => undefined }), 'failed'],
    ['nothing comes', () => Promise.resolve({ details: null, complete: () => undefined }), 'failed'],
  ])('pay nothing where %s', async (_, answer, kind) => {
    browserWith(['googlepay'], answer)
    expect(await askDeviceWallet(order)).toEqual({ kind })
  })
})
