import type { Config, ExtrasSummary, LoadedReservation, Reservation, Term } from '@checkin/api'
import { aConfig, aReservation, aSummary, fakeApi, type FakeApi, type Fakes } from '@checkin/api/testing'
import type { OfferDraft, Progress, Session } from '@checkin/flow'
import { noProgress, precheckoutTermsAgreed, sessionRaised } from '@checkin/flow'
import { $config, $loading, $mode, $offerDraft, $progress, $reservation, $session, $summary, $terms } from '@checkin/flow/publish/shell'
import type { ScreenName, StepVisit } from '@checkin/remote'
import { fork, type Effect, type Scope } from 'effector'

// What the shell does with this module's events, as far as its screens can see it.
$session
  .on(precheckoutTermsAgreed, (session) => session && { ...session, termsAccepted: true })
  .on(sessionRaised, (session, { sessionKey }) => session && { ...session, sessionKey, kind: 'code' })

export interface PageOptions {
  readonly api?: Fakes
  readonly config?: Partial<Config>
  readonly reservation?: Partial<Reservation>
  readonly loaded?: Partial<LoadedReservation>
  readonly summary?: ExtrasSummary | null
  readonly draft?: OfferDraft
  readonly progress?: Partial<Progress>
  readonly session?: Partial<Session>
  readonly terms?: readonly Term[]
  readonly loading?: boolean
  /** Tags of the modules that are off. */
  readonly off?: readonly string[]
  /** Effects that are replaced beside the calls. */
  readonly effects?: readonly (readonly [Effect<never, unknown, unknown>, (input: never) => unknown])[]
}

export interface Page {
  readonly scope: Scope
  readonly api: FakeApi
}

export const noDraft: OfferDraft = { extras: [], hasClickedUpgrade: false }

/** A page of a tenant with everything on, in pre-checkout, opened by a link, and the answers of the API. */
export function aPage({
  api = {}, config: change = {}, reservation: own = {}, loaded: more = {}, summary = aSummary(), draft = noDraft, progress = {}, session = {}, terms = [], loading = false, off = [], effects = [],
}: PageOptions = {}): Page {
  const config = aConfig(change)
  const calls = fakeApi(api)
  const { reservation, driver, addDriver } = aReservation(own).loaded(more)
  return {
    api: calls,
    scope: fork({
      values: [
        [$config, { ...config, modules: config.modules.map((module) => ({ ...module, isEnabled: !off.includes(module.viewTag) })) }],
        [$summary, summary], [$mode, 'precheckout'], [$offerDraft, draft], [$reservation, { reservation, driver, addDriver, rowVersion: 1 }], [$terms, terms],
        [$progress, { ...noProgress, ...progress }],
        [$session, { guid: reservation.guid, sessionKey: 'session-key-1', kind: 'link', termsAccepted: true, ...session }],
        [$loading, { configs: false, countries: false, documentType: false, fields: false, reservationFull: false, reservationExtras: loading, nationalities: false }],
      ],
      handlers: [...calls, ...effects] as never,
    }),
  }
}

/** What a browser shows for an address. */
export const visit = (name: ScreenName, params: Readonly<Record<string, string>> = {}): StepVisit => ({ name, params, query: {} })

/** Names of the calls that were made, in order. */
export const asked = ({ calls }: FakeApi): readonly string[] => calls.map(({ name }) => name)
