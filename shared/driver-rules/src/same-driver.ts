/** What distinguishes drivers; null and empty distinguish nobody. */
export interface Identity {
  /** 0 is a new driver. */
  readonly id: number
  readonly name: string
  readonly surname: string
  /** `YYYY-MM-DD`. */
  readonly birthDate: string | null
  readonly licence: string | null
}

/** A licence number however it is written: letters and digits, upper-case. */
export const licenceKey = (number: string | null): string => (number ?? '').toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

const nameKey = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Whether two people have the same name, ignoring case, accents, spaces and hyphens. */
export const haveSameName = (one: Pick<Identity, 'name' | 'surname'>, other: Pick<Identity, 'name' | 'surname'>): boolean =>
  nameKey(one.name) === nameKey(other.name) && nameKey(one.surname) === nameKey(other.surname)

/** Whether two entries are one person: the same id, the same licence number, or the same name and birth date (DEC-36). The same surname alone is a couple. */
export function isSameDriver(one: Identity, other: Identity): boolean {
  if (one.id > 0 && one.id === other.id) return true
  if (licenceKey(one.licence) !== '' && licenceKey(one.licence) === licenceKey(other.licence)) return true
  const isNamed = nameKey(one.name) !== '' && nameKey(one.surname) !== '' && Boolean(one.birthDate)
  return isNamed && haveSameName(one, other) && one.birthDate === other.birthDate
}
