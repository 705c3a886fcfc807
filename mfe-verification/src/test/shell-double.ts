import { codeEntryLeft, codeSent, emailEntryLeft, reservationLocated, termsAgreed } from '@checkin/flow'
import { $config, $lookup, $reservation, $session, $terms } from '@checkin/flow/publish/shell'
import type { Lookup, LoadedReservation, Session } from '@checkin/flow'
import type { Term } from '@checkin/api'
import { aConfig, aReservation, fakeApi, type Fakes } from '@checkin/api/testing'
import { fork, type Scope } from 'effector'

/** What the shell does with this module's events as far as its screens can see it: it keeps the lookup and the session. */
$lookup
  .on(reservationLocated, (_, found) => ({ ...found, mail: '', stage: 'mail' }))
  .on(emailEntryLeft, (lookup) => lookup && { ...lookup, stage: 'find' })
  .on(codeSent, (lookup, { mail }) => lookup && { ...lookup, mail, stage: 'code' })
  .on(codeEntryLeft, (lookup) => lookup && { ...lookup, stage: 'mail' })
$session.on(termsAgreed, (session) => session && { ...session, termsAccepted: true })

export const twoTerms: readonly Term[] = [{ tag: 'general', title: 'General conditions' }, { tag: 'privacy', title: 'Privacy policy' }]

export interface PageOptions {
  readonly api?: Fakes
  readonly lookup?: Lookup
  readonly terms?: readonly Term[]
  readonly session?: Session
  readonly loaded?: LoadedReservation
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
export function aPage({ api = {}, lookup, terms = [], session, loaded }: PageOptions = {}): Scope {
  return fork({
    values: [[$config, aConfig({ timeZone: 'Europe/Lisbon' })], [$lookup, lookup ?? null], [$terms, terms], [$session, session ?? null], [$reservation, loaded ?? null]],
    handlers: fakeApi(api),
  })
}

/** What a browser shows for an address. */
export const visit = (name: 'verify-reservation' | 'verify-code' | 'verify-guid' | 'reservation', params: Readonly<Record<string, string>> = {}) =>
  ({ name, params, query: {} }) as const
