import type { AnalyticsEvent, Driver, ExtrasSummary } from '@checkin/api'
import { aConfig, anExtra, aReservation, aSummary, fakeApi, type FakeApi, type Fakes } from '@checkin/api/testing'
import { offerDraftChanged, type Mode, type OfferDraft } from '@checkin/flow'
import { $config, $loading, $mode, $offerDraft, $reservation, $session, $summary } from '@checkin/flow/publish/shell'
import type { ScreenName } from '@checkin/remote'
import { fork, type Scope } from 'effector'

// What the shell does with this module's draft, as far as its screens can see it.
$offerDraft.on(offerDraftChanged, (_, { draft }) => draft)

export interface PageOptions {
  readonly api?: Fakes
  readonly summary?: ExtrasSummary | null
  readonly addDriver?: Driver | null
  readonly mode?: Mode
  readonly draft?: OfferDraft
  /** Tags of the modules that are off. */
  readonly off?: readonly string[]
  readonly loading?: boolean
  readonly layout?: 'steps' | 'page'
}

/** The additional driver's line: 30.00 per rental, offered. */
export const driverLine = (change: Parameters<typeof anExtra>[0] = {}) =>
  anExtra({ extraID: 'ADDDRV', description: 'Additional driver', category: 'additional_services', isAddDriver: true, isValuePerRA: true, valueWithTax: 30, totalValue: 30, ...change })

/** Lines of example E1 with the additional driver and two extras that are only offered. */
export const offeredSummary = (change: Partial<ExtrasSummary> = {}): ExtrasSummary => aSummary({
  extras: [
    ...aSummary().extras,
    driverLine(),
    anExtra({ extraID: 'GPS', description: 'Navigation', orderToShow: 3, valueWithTax: 6.15, totalValue: 30.75 }),
    anExtra({ extraID: 'BST', description: 'Booster', orderToShow: 2, isAcceptQuantity: true, quantity: 0, unitsNr: 0, valueWithTax: 2.95, totalValue: 0 }),
  ],
  ...change,
})

export interface Page {
  readonly scope: Scope
  readonly api: FakeApi
}

/** A page of a tenant with everything on, and the answers of the API. */
export function aPage({ api = {}, summary = offeredSummary(), addDriver = null, mode = 'main', draft = { extras: [], hasClickedUpgrade: false }, off = [], loading = false, layout = 'steps' }: PageOptions = {}): Page {
  const config = aConfig()
  const calls = fakeApi(api)
  const { reservation, driver } = aReservation().loaded()
  return {
    api: calls,
    scope: fork({
      values: [
        [$config, { ...config, offersLayout: layout, modules: config.modules.map((module) => ({ ...module, isEnabled: !off.includes(module.viewTag) })) }],
        [$summary, summary], [$mode, mode], [$offerDraft, draft], [$reservation, { reservation, driver, addDriver, rowVersion: 1 }],
        [$session, { guid: reservation.guid, sessionKey: 'session-key-1', kind: 'code', termsAccepted: true }],
        [$loading, { configs: false, countries: false, documentType: false, fields: false, reservationFull: false, reservationExtras: loading, nationalities: false }],
      ],
      handlers: calls,
    }),
  }
}

/** What a browser shows for an address. */
export const visit = (name: ScreenName) => ({ name, params: {}, query: {} }) as const

/** Answers to offers that were reported, in order. */
export const reported = ({ calls }: FakeApi): readonly AnalyticsEvent[] =>
  calls.filter(({ name }) => name === 'postAnalytics').flatMap(({ input }) => (input as { body: { analyticsData: AnalyticsEvent[] } }).body.analyticsData)

/** Calls without the reports. */
export const asked = ({ calls }: FakeApi): readonly string[] => calls.map(({ name }) => name).filter((name) => name !== 'postAnalytics')
