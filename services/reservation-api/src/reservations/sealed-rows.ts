import { licenceKey } from '@checkin/driver-rules'
import type { DriverRules, StoredDocument, StoredLicence } from '@checkin/fleet'
import type { QueryExecutorProvider, Selectable } from 'kysely'
import { hashToFind, openAt, sealedAt, unsealed, type Place, type SealedColumns } from '../keys/sealed-values.ts'
import type { Tables } from './tables.ts'

type SealedNames = keyof SealedColumns
/** A driver as code works with it, whichever way it is stored. */
export type DriverRow = Omit<Selectable<Tables['driver']>, SealedNames | 'licence_hash' | 'email_hash' | 'sms_number_hash'>
/** A reservation as code works with it, whichever way it is stored. */
export type ReservationRow = Omit<Selectable<Tables['reservation']>, SealedNames>

/** What is personal about a driver beside the name. */
const personalColumns = [
  'birth_date', 'birth_place', 'address', 'address_complement', 'zip_code', 'city', 'nationality_id', 'email', 'mobile_prefix', 'mobile_phone', 'tax_number', 'document', 'licence', 'second_licence',
] as const
/** Those columns of a driver, documents as objects. */
export type PersonalData = Pick<DriverRow, typeof personalColumns[number]>

/** By what a sealed driver is found: the licence however it is written, the e-mail address however it is capitalised. */
export const searchOf = {
  licence: (licence: string): readonly [string, string] => ['driver licence', licenceKey(licence)],
  email: (email: string): readonly [string, string] => ['driver email', email.toLowerCase()],
} as const

/** Where a driver's sealed value stands. */
export const driverPlace = (id: string): Place => ({ table: 'driver', column: 'sealed', row: id })
/** Where a reservation's sealed value stands. */
export const reservationPlace = (id: string): Place => ({ table: 'reservation', column: 'sealed', row: id })

const pick = (row: PersonalData): PersonalData => Object.fromEntries(personalColumns.map((name) => [name, row[name]])) as unknown as PersonalData
const empty: { readonly [Name in keyof PersonalData]: null } = {
  birth_date: null, birth_place: null, address: null, address_complement: null, zip_code: null, city: null, nationality_id: null, email: null, mobile_prefix: null, mobile_phone: null, tax_number: null,
  document: null, licence: null, second_licence: null,
}

/** The personal columns of a row as they are written: sealed, with the hashes that they are found by and the clear ones empty; clear where the tenant's rows are not sealed yet. */
export type StoredPersonalData = { readonly [Name in Exclude<keyof PersonalData, 'document' | 'licence' | 'second_licence'>]: PersonalData[Name] } & {
  readonly document: string | null
  readonly licence: string | null
  readonly second_licence: string | null
} & SealedColumns & { readonly licence_hash: Buffer | null; readonly email_hash: Buffer | null }

const json = (value: StoredDocument | StoredLicence | null): string | null => (value === null ? null : JSON.stringify(value))

/** Personal data of a driver in clear columns, as a release before this one reads them. */
export const clearDriver = (data: PersonalData): StoredPersonalData =>
  ({ ...pick(data), document: json(data.document), licence: json(data.licence), second_licence: json(data.second_licence), ...unsealed, licence_hash: null, email_hash: null })

/** Personal data of the driver of this id as they are stored now. Throws KeysUnavailable when nothing can be sealed: then nothing is stored either. */
export async function storedDriver(transaction: QueryExecutorProvider, id: string, data: PersonalData): Promise<StoredPersonalData> {
  const sealed = await sealedAt(transaction, driverPlace(id), pick(data))
  if (!sealed) return clearDriver(data)
  return {
    ...empty, ...sealed,
    licence_hash: data.licence?.id ? await hashToFind(transaction, ...searchOf.licence(data.licence.id)) : null, email_hash: data.email === null ? null : await hashToFind(transaction, ...searchOf.email(data.email)),
  }
}

/** A driver's row opened. Of a sealed one the clear columns are empty, unless a server of the release before wrote it since: then they are what counts. */
export async function openDriver(transaction: QueryExecutorProvider, stored: Selectable<Tables['driver']>): Promise<DriverRow> {
  const { sealed, sealed_with: _key, licence_hash: _licence, email_hash: _email, sms_number_hash: _sms, ...row } = stored
  return { ...row, ...await personalDataOf(transaction, { ...pick(row), id: row.id, sealed }) }
}

/** The personal data of a driver's row, of which other columns need not have been read. */
export async function personalDataOf<Part extends Partial<PersonalData>>(transaction: QueryExecutorProvider, { id, sealed, ...clear }: Part & { readonly id: string; readonly sealed: Buffer | null }): Promise<Omit<Part, 'id' | 'sealed'>> {
  if (sealed === null || Object.values(clear).some((value) => value !== null)) return clear
  const opened = await openAt(transaction, driverPlace(id), sealed) as PersonalData
  return Object.fromEntries(Object.keys(clear).map((name) => [name, opened[name as keyof PersonalData] ?? null])) as Omit<Part, 'id' | 'sealed'>
}

/** What a reservation's list of unwanted licences is stored as. */
export async function storedRules(transaction: QueryExecutorProvider, id: string, rules: DriverRules): Promise<{ readonly driver_rules: string } & SealedColumns> {
  const { undesirableLicences } = rules
  const sealed = undesirableLicences.length === 0 ? null : await sealedAt(transaction, reservationPlace(id), { undesirableLicences })
  return { driver_rules: JSON.stringify(sealed ? { ...rules, undesirableLicences: [] } : rules), ...sealed ?? unsealed }
}

/** A reservation's row opened; of the release before, its clear list counts. */
export async function openReservation(transaction: QueryExecutorProvider, stored: Selectable<Tables['reservation']>): Promise<ReservationRow> {
  const { sealed, sealed_with: _key, ...row } = stored
  if (sealed === null || row.driver_rules.undesirableLicences.length > 0) return row
  const opened = await openAt(transaction, reservationPlace(row.id), sealed) as Pick<DriverRules, 'undesirableLicences'>
  return { ...row, driver_rules: { ...row.driver_rules, ...opened } }
}
