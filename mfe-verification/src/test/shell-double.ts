import { codeEntryLeft, codeSent, emailEntryLeft, reservationLocated, termsAgreed } from '@checkin/flow'
import { $config, $lookup, $reservation, $session, $terms } from '@checkin/flow/publish/shell'
import type { Lookup, LoadedReservation, Session } from '@checkin/flow'
import type { Term } from '@checkin/api'
import { aConfig, aReservation, fakeApi, type Fakes } from '@checkin/api/testing'
import type { CodeSms } from '@checkin/api/code-sms'
import { fork, type Effect, type Scope } from 'effector'
import { readCodeSmsFx, sendCodeSmsFx } from '../sms/api.ts'

/** What the shell does with this module's events as far as its screens can see it: it keeps the lookup and the session. */
$lookup
  .on(reservationLocated, (_, found) => ({ ...found, mail: '', stage: 'mail' }))
  .on(emailEntryLeft, (lookup) => lookup && { ...lookup, stage: 'find' })
  .on(codeSent, (lookup, { mail, sms }) => lookup && { ...lookup, mail, sms, stage: 'code' })
  .on(codeEntryLeft, (lookup) => lookup && { ...lookup, stage: 'mail' })
$session.on(termsAgreed, (session) => session && { ...session, termsAccepted: true })

export const twoTerms: readonly Term[] = [{ tag: 'general', title: 'General conditions' }, { tag: 'privacy', title: 'Privacy policy' }]

export interface PageOptions {
  readonly api?: Fakes
  readonly lookup?: Lookup
  readonly terms?: readonly Term[]
  readonly session?: Session
  readonly loaded?: LoadedReservation
  /** What API-62 and API-63 answer; by default the tenant has no such channel. */
  readonly sms?: { readonly read?: () => CodeSms; readonly send?: () => CodeSms }
}

export const located = (change: Partial<Lookup> = {}): Lookup =>
  ({ reference: 'CV1001', surname: 'Silva', checkoutdate: '', needsTerms: false, mail: '', stage: 'mail', ...change })

export const loadedReservation = (): LoadedReservation => ({
  reservation: aReservation({
    reservation: 'R1001', reference: 'CV1001',
    checkOut: { dateAndTime: '2026-12-01T10:30', place: 'Faro Airport' }, checkIn: { dateAndTime: '2026-12-05T18:00', place: 'Lisbon Airport' },
  }).reservation,
  driver: null,
  addDriver: null,
})

/** A page of Costa Verde, Lisbon time, with answers of the API. */
export function aPage({ api = {}, lookup, terms = [], session, loaded, sms }: PageOptions = {}): Scope {
  const answer = (ask: () => CodeSms = () => ({ number: null, state: 'none' })) => () => Promise.resolve({ data: ask(), hasError: false, status: 200, error: null })
  const smsHandlers = [[readCodeSmsFx, answer(sms?.read)], [sendCodeSmsFx, answer(sms?.send)]] as unknown as [Effect<unknown, unknown, unknown>, () => Promise<unknown>][]
  return fork({
    values: [[$config, aConfig({ timeZone: 'Europe/Lisbon', ...(sms && { smsChannel: true }) })], [$lookup, lookup ?? null], [$terms, terms], [$session, session ?? null], [$reservation, loaded ?? null]],
    handlers: new Map<Effect<unknown, unknown, unknown>, (input: unknown) => Promise<unknown>>([...fakeApi(api), ...smsHandlers]),
  })
}

/** What a browser shows for an address. */
export const visit = (name: 'verify-reservation' | 'verify-code' | 'verify-guid' | 'reservation', params: Readonly<Record<string, string>> = {}) =>
  ({ name, params, query: {} }) as const
