import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { QueryExecutorProvider } from 'kysely'
import { hashesOf, hashToFind } from '../keys/sealed-values.ts'
import type { DriverRow } from './sealed-rows.ts'

/** A driver's number as it is stored, and of whom. */
export type StoredNumber = Pick<DriverRow, 'id' | 'mobile_prefix' | 'mobile_phone'>

const use = 'sms number'
const whole = ({ mobile_prefix: prefix, mobile_phone: phone }: Pick<StoredNumber, 'mobile_prefix' | 'mobile_phone'>): string | null =>
  (prefix && phone ? `+${prefix.replace(/\D/g, '')}${phone.replace(/\D/g, '')}` : null)
const subject = (id: string, number: string): string => `${id} ${number}`

/** What says that a number was given by the company, or by a renter who had proved a code: from then on a code may go to it (DEC-231). Null without a number, and where rows are not sealed yet. */
export async function numberHash(transaction: QueryExecutorProvider, driver: StoredNumber): Promise<Buffer | null> {
  const number = whole(driver)
  return number === null ? null : hashToFind(transaction, use, subject(driver.id, number))
}

/** The number, with the plus sign, if it is the very one that `hash` was made for; whoever holds a link may save another one, to which no code ever goes. */
export async function provenNumber(transaction: QueryExecutorProvider, driver: StoredNumber, hash: Buffer | null): Promise<string | null> {
  const number = whole(driver)
  if (number === null || hash === null) return null
  return (await hashesOf(transaction, use, subject(driver.id, number))).some((each) => each.equals(hash)) ? number : null
}

/** The number as E.164 writes it, one way for each, if it is a mobile one of these countries (ISO 3166 letters), so that no message goes where it is dear; null otherwise (DEC-232). */
export function smsNumberIn(number: string, countries: readonly string[]): string | null {
  const parsed = parsePhoneNumberFromString(number)
  const type = parsed?.getType()
  return parsed?.isValid() === true && (type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE') && parsed.country !== undefined && countries.includes(parsed.country) ? parsed.number : null
}
