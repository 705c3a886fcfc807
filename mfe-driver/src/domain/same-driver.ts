/** What tells one driver from another; empty texts tell nothing. */
export interface Identity {
  readonly id: number
  readonly name: string
  readonly surname: string
  /** `YYYY-MM-DD` or empty. */
  readonly birthDate: string
  readonly licence: string
}

const plain = (text: string): string => text.trim().replace(/\s+/g, ' ').toLocaleLowerCase('en')
const number = (text: string): string => text.replace(/\s/g, '').toLocaleLowerCase('en')

/**
 * Whether two entries are one person (DEC-36): the same id, or the same licence number ignoring blanks and case, or the same
 * name, surname and birth date. The same surname alone is a couple.
 */
export function isSameDriver(one: Identity, other: Identity): boolean {
  if (one.id > 0 && one.id === other.id) return true
  if (number(one.licence) !== '' && number(one.licence) === number(other.licence)) return true
  const named = plain(one.name) !== '' && plain(one.surname) !== '' && one.birthDate !== ''
  return named && plain(one.name) === plain(other.name) && plain(one.surname) === plain(other.surname) && one.birthDate === other.birthDate
}
