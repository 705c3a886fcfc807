/** What tells people apart here. Empty or null: not known. */
export interface Person {
  /** 0 is a new driver. */
  readonly id: number
  readonly name: string
  readonly surname: string
  readonly birthDate: string | null
  readonly licence: string | null
}

/** A licence number however it is written: letters and digits, upper-case. */
export const licenceKey = (number: string | null): string => (number ?? '').toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

const nameKey = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Whether two people have the same name, ignoring case, accents, spaces and hyphens. */
export const haveSameName = (one: Pick<Person, 'name' | 'surname'>, other: Pick<Person, 'name' | 'surname'>): boolean =>
  nameKey(one.name) === nameKey(other.name) && nameKey(one.surname) === nameKey(other.surname)

/** Whether the additional driver repeats the main one: same id, same licence number, or same name and birth date (DEC-36). */
export function isSameDriver(one: Person, other: Person): boolean {
  if (one.id > 0 && one.id === other.id) return true
  if (licenceKey(one.licence) !== '' && licenceKey(one.licence) === licenceKey(other.licence)) return true
  return haveSameName(one, other) && one.birthDate !== null && one.birthDate === other.birthDate
}
