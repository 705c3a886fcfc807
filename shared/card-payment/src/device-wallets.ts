import { createEffect } from 'effector'
import type { PaymentGateway } from '@checkin/api'
import { clientOf, kindOf } from './gateways.ts'
import { loadCardScript } from './load-card-script.ts'

/** What is paid by a wallet of the device. */
export interface DeviceOrder {
  /** Code of the gateway. */
  readonly code: string
  /** What the card provider's script names the shop by. */
  readonly key: string
  /** Decimal text in major units. */
  readonly amount: string
  readonly currency: string
  /** Who is paid, on the wallet's sheet. */
  readonly label: string
}

/** How asking a wallet ended. `closed`: the renter closed the sheet. */
export type DeviceAnswer = { readonly kind: 'token'; readonly token: string } | { readonly kind: 'closed' } | { readonly kind: 'failed' }

/** The part of the browser's Payment Request API that is used. */
type RequestClass = new (methods: PaymentMethodData[], details: PaymentDetailsInit) => Pick<PaymentRequest, 'canMakePayment' | 'show'>

/** The part of the card provider's script about wallets: the method for the browser, and for a sandbox a class in place of the browser's. */
interface WalletScript {
  readonly method: (code: string, key: string) => PaymentMethodData | null
  readonly Request?: RequestClass
}

const tokenShape = /^[\w:.~+/=-]{8,512}$/
const walletScript = (): WalletScript | undefined => (Reflect.get(globalThis, 'PaymentJs') as { readonly wallets?: WalletScript } | undefined)?.wallets

/** Null where the provider has no such method, or the browser no payment requests. */
function requestOf({ code, key, amount, currency, label }: DeviceOrder): InstanceType<RequestClass> | null {
  const script = walletScript()
  const method = script?.method(code, key) ?? null
  const Request = script?.Request ?? (Reflect.get(globalThis, 'PaymentRequest') as RequestClass | undefined)
  if (method === null || Request === undefined) return null
  return new Request([method], { total: { label, amount: { value: amount, currency } } })
}

/** Apple's own question, where the browser has it; a stand-in of the provider answers for itself. */
function isKnownToDevice(code: string): boolean {
  const session = Reflect.get(globalThis, 'ApplePaySession') as { readonly canMakePayments?: () => boolean } | undefined
  return code !== 'applepay' || walletScript()?.Request !== undefined || session?.canMakePayments?.() === true
}

/** Codes of the wallets that this browser can pay by; none where the provider's script does not come (DEC-92). Nothing is shown to anybody. */
export async function deviceWallets(gateways: readonly PaymentGateway[], currency: string): Promise<readonly string[]> {
  const can = await Promise.all(gateways.filter(({ code }) => kindOf(code) === 'device').map(async (gateway) => {
    const client = clientOf(gateway)
    if (!client || await loadCardScript({ src: client.script }) !== 'loaded' || !isKnownToDevice(gateway.code)) return []
    const asked = await requestOf({ code: gateway.code, key: client.key, amount: '0.00', currency, label: gateway.name })?.canMakePayment().catch(() => false)
    return asked === true ? [gateway.code] : []
  }))
  return can.flat()
}

/** Opens the wallet's sheet, which needs the renter's own press, and answers with the provider's one-time token. Nothing is charged by it. */
export async function askDeviceWallet(order: DeviceOrder): Promise<DeviceAnswer> {
  try {
    const request = requestOf(order)
    if (!request) return { kind: 'failed' }
    const response = await request.show()
    const token: unknown = (response.details as { readonly token?: unknown } | null)?.token
    // Whether it is paid is our server's to say, on this page: the sheet only closes.
    await response.complete('unknown')
    return typeof token === 'string' && tokenShape.test(token) ? { kind: 'token', token } : { kind: 'failed' }
  } catch (error) {
    return { kind: error instanceof DOMException && error.name === 'AbortError' ? 'closed' : 'failed' }
  }
}

/** The same as effects, which tests replace. */
export const findDeviceWalletsFx = createEffect(({ gateways, currency }: { readonly gateways: readonly PaymentGateway[]; readonly currency: string }) => deviceWallets(gateways, currency))
export const askDeviceWalletFx = createEffect(askDeviceWallet)
