import type { ExtrasSummary, LoadedReservation, PaymentStanding } from '@checkin/api'
import { aConfig, anExtra, aReservation, aSummary, fakeApi, type FakeApi, type Fakes } from '@checkin/api/testing'
import { askDeviceWalletFx, findDeviceWalletsFx, loadScriptFx, type DeviceAnswer, type DeviceOrder } from '@checkin/card-payment'
import type { Mode, OfferDraft } from '@checkin/flow'
import { $config, $loading, $mode, $offerDraft, $precheckoutToken, $progress, $reservation, $session, $summary } from '@checkin/flow/publish/shell'
import type { ScreenName, StepVisit } from '@checkin/remote'
import { fork, type Scope } from 'effector'
import { afterEach, beforeEach, vi } from 'vitest'

/** Stops the clock in every test of the file that calls it; `ring` moves it on. */
export function withStoppedClock(): void {
  beforeEach(() => { vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }) })
  afterEach(() => { vi.useRealTimers() })
}

export interface PageOptions {
  readonly api?: Fakes
  readonly summary?: ExtrasSummary | null
  readonly loaded?: LoadedReservation | null
  readonly mode?: Mode
  readonly draft?: OfferDraft
  /** Tags of the modules that are off. */
  readonly off?: readonly string[]
  /** The payment module's own switch. */
  readonly skipAllowed?: boolean
  readonly canPrecheckout?: boolean
  readonly token?: string | null
  /** What a wallet of the device answers, and which the browser has. */
  readonly device?: { readonly codes: readonly string[]; readonly answers: (order: DeviceOrder) => DeviceAnswer }
  /** How the session was opened. */
  readonly sessionKind?: 'code' | 'link'
}

export interface Page {
  readonly scope: Scope
  readonly api: FakeApi
  /** Lets the next timer end. */
  readonly ring: () => Promise<void>
  /** Addresses of scripts that were asked for. */
  readonly scripts: readonly string[]
}

export const noDraft: OfferDraft = { extras: [], hasClickedUpgrade: false }

/** Lines and totals of example E1 with so much due; what was paid stays. */
export function summaryWith(due: number, change: Partial<ExtrasSummary> = {}): ExtrasSummary {
  const summary = aSummary(change)
  return { ...summary, cashier: { ...summary.cashier, pendingValues: due, paidValues: Math.round((summary.cashier.previewValue - due) * 100) / 100 } }
}

/** Navigation, offered for 30.75. */
export const navigation = (change: Parameters<typeof anExtra>[0] = {}) =>
  anExtra({ extraID: 'GPS', description: 'Navigation', orderToShow: 3, valueWithTax: 6.15, totalValue: 30.75, ...change })

/** How a payment stands, unless a test says otherwise nothing is known of any. */
export const status = (change: Partial<PaymentStanding> = {}): PaymentStanding =>
  ({ state: 'none', paymentId: null, provider: null, amount: null, redirectURL: null, isFrame: false, code: null, ...change })

/** A page of a tenant with everything on, and the answers of the API. Timers ring when the test says so. */
export function aPage({
  api = {}, summary = aSummary(), loaded = aReservation().loaded(), mode = 'main', draft = noDraft, off = [], skipAllowed = true, canPrecheckout = false, token = null, sessionKind = 'code', device = { codes: [], answers: () => ({ kind: 'failed' }) },
}: PageOptions = {}): Page {
  const config = aConfig()
  const calls = fakeApi(api)
  const scripts: string[] = []
  const scope: Scope = fork({
    values: [
      [$config, { ...config, modules: config.modules.map((module) => ({ ...module, isEnabled: !off.includes(module.viewTag), skipAllowed })) }],
      [$summary, summary], [$mode, mode], [$offerDraft, draft], [$precheckoutToken, token],
      [$reservation, loaded && { reservation: loaded.reservation, driver: loaded.driver ?? null, addDriver: loaded.addDriver ?? null, rowVersion: loaded.rowVersion }],
      [$session, loaded && { guid: loaded.reservation.guid, sessionKey: 'session-key-1', kind: sessionKind, termsAccepted: true }],
      [$progress, { extrasCompletedPrecheckout: false, extrasAnswered: true, upgradeTaken: false, upsellingNoResults: false, canPrecheckout, reservationHasRA: false, stepsContinued: false }],
      [$loading, { configs: false, countries: false, documentType: false, fields: false, reservationFull: false, reservationExtras: false, nationalities: false }],
    ],
    handlers: [
      ...calls,
      [findDeviceWalletsFx, () => device.codes], [askDeviceWalletFx, device.answers],
      [loadScriptFx, (src: string) => { scripts.push(src); return 'loaded' as const }],
    ],
  })
  return { scope, api: calls, scripts, ring: async () => { await vi.advanceTimersToNextTimerAsync() } }
}

/** What a browser shows for an address. */
export const visit = (name: ScreenName, more: Partial<Pick<StepVisit, 'params' | 'query'>> = {}): StepVisit => ({ name, params: {}, query: {}, ...more })

/** Names of the calls in order. */
export const asked = ({ calls }: FakeApi): readonly string[] => calls.map(({ name }) => name)
/** Bodies of one call's uses. */
export const bodies = ({ calls }: FakeApi, name: string): readonly Record<string, unknown>[] =>
  calls.filter((call) => call.name === name).map(({ input }) => (input as { body: Record<string, unknown> }).body)
