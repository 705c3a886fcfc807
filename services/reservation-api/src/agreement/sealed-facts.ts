import type { QueryExecutorProvider, Selectable } from 'kysely'
import { openAt, sealedAt, unsealed, type Place, type SealedColumns } from '../keys/sealed-values.ts'
import type { AgreementFacts } from './agreement-facts.ts'
import type { Tables } from './tables.ts'

/** An agreement as code works with it, whichever way it is stored. */
export type AgreementRow = Omit<Selectable<Tables['rental_agreement']>, keyof SealedColumns>

type Person = NonNullable<AgreementFacts['driver']>
type Personal = Pick<Person, 'birthDate' | 'licence'>
/** What is sealed of the facts: the rest says nothing of a person but the name. */
interface PersonalFacts {
  readonly driver: Personal | null
  readonly addDriver: Personal | null
}

/** Where an agreement's sealed value stands. */
export const agreementPlace = (id: string): Place => ({ table: 'rental_agreement', column: 'sealed', row: id })

const personalOf = (person: Person | null): Personal | null => person && { birthDate: person.birthDate, licence: person.licence }
const bare = (person: Person | null): Person | null => person && { ...person, birthDate: null, licence: null }
const whole = (person: Person | null, personal: Personal | null): Person | null => person && { ...person, ...personal }

/** The facts of an agreement as they are written: birth dates and licences sealed; all of it clear where the tenant's rows are not sealed yet. */
export async function storedFacts(transaction: QueryExecutorProvider, id: string, facts: AgreementFacts): Promise<{ readonly facts: string } & SealedColumns> {
  const { driver, addDriver } = facts
  const personal: PersonalFacts = { driver: personalOf(driver), addDriver: personalOf(addDriver) }
  const sealed = await sealedAt(transaction, agreementPlace(id), personal)
  return { facts: JSON.stringify(sealed ? { ...facts, driver: bare(driver), addDriver: bare(addDriver) } : facts), ...sealed ?? unsealed }
}

/** An agreement's row opened. */
export async function openAgreement(transaction: QueryExecutorProvider, stored: Selectable<Tables['rental_agreement']>): Promise<AgreementRow> {
  const { sealed, sealed_with: _key, ...row } = stored
  if (sealed === null || row.facts === null) return row
  const { driver, addDriver } = await openAt(transaction, agreementPlace(row.id), sealed) as PersonalFacts
  return { ...row, facts: { ...row.facts, driver: whole(row.facts.driver, driver), addDriver: whole(row.facts.addDriver, addDriver) } }
}
