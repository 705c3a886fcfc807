/** A rule of access to fields that depends on who asks and on how the data stand (ASVS 8.1.2). */
export interface FieldRule {
  readonly fields: string
  readonly consumer: string
  readonly read: string
  readonly write: string
  /** Rows of docs/spec/decisions.md. */
  readonly rows: readonly string[]
  /** The test that holds the rule, from the root. */
  readonly proof: string
}

const api = 'services/reservation-api'

/** Rules beyond "who may make the call"; the calls and their fields come from the contracts. */
export const stateRules: readonly FieldRule[] = [
  { fields: 'all of a reservation', consumer: 'renter without a session, or waiting for the code', read: 'that it exists and whether there are terms', write: 'nothing', rows: ['DEC-70'], proof: `${api}/src/identity/locate.test.ts` },
  { fields: 'all of a reservation', consumer: 'renter with a session', read: 'of the session\'s own reservation', write: 'of the session\'s own reservation', rows: ['DEC-07', 'DEC-70'], proof: `${api}/test/isolation.test.ts` },
  { fields: '`imageFront`, `imageBack` of documents and licences', consumer: 'renter by a link, no code yet', read: 'empty; `hasImageFront` and `hasImageBack` say that there are some', write: 'new pictures', rows: ['DEC-77'], proof: `${api}/src/drivers/save-driver.test.ts` },
  { fields: 'saved cards', consumer: 'renter by a link, no code yet', read: 'nothing (403 CodeRequired)', write: 'nothing', rows: ['DEC-77'], proof: `${api}/src/payments/saved-cards.test.ts` },
  { fields: 'drivers whom the reservation does not hold', consumer: 'renter by a link, no code yet', read: 'nothing: every other driver is unknown', write: 'refused where the driver exists already', rows: ['DEC-114'], proof: `${api}/src/drivers/driver-checks.test.ts` },
  { fields: 'prices, totals, fees, payment and completion', consumer: 'renter', read: 'with the reservation', write: 'nothing: accepted by name where an entity is sent back, and not read', rows: ['DEC-22', 'DEC-23'], proof: `${api}/test/hostile/sessions.test.ts` },
  { fields: 'extras, upgrade, drivers', consumer: 'renter, terms not agreed to', read: 'with the reservation', write: 'nothing (409 TermsNotAccepted)', rows: ['DEC-95'], proof: `${api}/src/checkin/proceeding.test.ts` },
  { fields: 'completion, payment, agreement', consumer: 'renter, data of the driver missing', read: 'what is missing', write: 'nothing until it is there', rows: ['DEC-95'], proof: `${api}/src/checkin/policy.test.ts` },
  { fields: 'every field of a reservation', consumer: 'renter, an agreement exists', read: 'nothing at the start page (409 HasRentalAgreement)', write: 'nothing', rows: ['DEC-87', 'DEC-95'], proof: `${api}/test/refusals.test.ts` },
  { fields: 'own data of the additional driver', consumer: 'invited driver, link and code', read: 'nothing that was stored', write: 'once, in the browser that proved the code', rows: ['DEC-210'], proof: `${api}/src/drivers/invitation/invitation-attacks.test.ts` },
  { fields: 'the rental', consumer: 'invited driver, link and code', read: 'company, class of the vehicle, dates, places, first name of the renter', write: 'nothing', rows: ['DEC-211'], proof: `${api}/src/drivers/invitation/invitation.test.ts` },
  { fields: 'own data of the additional driver', consumer: 'renter who invited', read: 'first name, once the driver is done', write: 'nothing of the invited driver', rows: ['DEC-211'], proof: `${api}/src/drivers/invitation/invitation.test.ts` },
  { fields: 'personal data', consumer: 'company, list of reservations', read: 'nothing', write: 'nothing', rows: ['DEC-269'], proof: `${api}/test/fleet-list.test.ts` },
  { fields: 'pictures and papers', consumer: 'company, one reservation', read: 'only where the reading could be written down', write: 'nothing', rows: ['DEC-270'], proof: `${api}/test/fleet-readings.test.ts` },
  { fields: 'data of a company', consumer: 'another company\'s token, site or session', read: 'nothing', write: 'nothing', rows: ['DEC-06', 'DEC-143'], proof: `${api}/test/isolation.test.ts` },
  { fields: 'secrets of accounts', consumer: 'operators', read: 'nothing: whether there is one', write: 'a new revision', rows: ['DEC-143'], proof: `${api}/src/payments/two-companies.test.ts` },
  { fields: 'tenants in answers of the registry', consumer: 'token that is limited to tenants', read: 'those within its reach', write: 'those within its reach', rows: ['DEC-143'], proof: 'services/module-registry/src/access/actor.test.ts' },
]
