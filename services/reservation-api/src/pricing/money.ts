import { placesOf } from '@checkin/api/currency-places'
import { ServiceError } from '@checkin/server'

declare const unit: unique symbol

/**
 * A whole number of a currency's minor units as ISO 4217 counts them: cents of EUR, yen of JPY, fils of KWD. A plain number may be written where
 * one is meant; a number of another unit does not compile.
 */
export type Minor = number & { readonly [unit]?: 'minor' }
/** A rate in hundredths of a percent, a whole number: 23 % is 2300. */
export type Rate = number & { readonly [unit]?: 'rate' }

/** 100 % as a rate. */
export const whole: Rate = 10_000

/** `value * by / over`, exact, rounded half away from zero to a whole number (DEC-29). */
export function scaled(value: number, by: number, over: number): number {
  const dividend = 2 * Math.abs(value * by) + Math.abs(over)
  const twice = 2 * Math.abs(over)
  // As exact, for a tenth of the time, as long as every whole number up to the dividend is a number of the machine: so are amounts of nearly every rental.
  const isSmall = Number.isInteger(value) && Number.isInteger(by) && Number.isInteger(over) && over !== 0 && Number.isSafeInteger(dividend)
  if (isSmall) return Math.sign(value * by * over) * ((dividend - dividend % twice) / twice) || 0
  const product = BigInt(value) * BigInt(by)
  const divisor = BigInt(over)
  const sign = (product < 0n) === (divisor < 0n) ? 1n : -1n
  const [size, part] = [absolute(product), absolute(divisor)]
  return Number(sign * ((size * 2n + part) / (part * 2n)))
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

/** Nothing is rounded in silence. */
function shifted(decimal: number, by: number): number {
  const result = Math.round(decimal * 10 ** by)
  if (!Number.isSafeInteger(result) || result / 10 ** by !== decimal) throw new ServiceError(400, 'InvalidRequest', `A number that was sent has at most ${by} decimal places`)
  return result
}

/** An exact decimal in major units, as the wire has it, in minor units. Throws ServiceError 400 `InvalidRequest` for a part that the currency does not have. */
export const minorOf = (decimal: number, currency: string): Minor => shifted(decimal, placesOf(currency))

/** Minor units as the decimal of the wire. */
export const decimalOf = (minor: Minor, currency: string): number => minor / 10 ** placesOf(currency)

/** A percentage of the wire, 23 for 23 %, as a rate. Throws ServiceError 400 `InvalidRequest` for more than two places. */
export const rateOf = (percent: number): Rate => shifted(percent, 2)

/** A rate as the percentage of the wire. */
export const percentOf = (rate: Rate): number => rate / 100

/** Minor units as the decimal text of providers, `159.15`. */
export function decimalText(minor: Minor, currency: string): string {
  const behind = placesOf(currency)
  const text = String(minor).padStart(behind + 1, '0')
  return behind === 0 ? text : `${text.slice(0, -behind)}.${text.slice(-behind)}`
}

/** Minor units of a provider's decimal text; null when it is none of that currency, so that no amount is ever guessed. */
export function minorOfText(text: string, currency: string): Minor | null {
  if (!/^[A-Z]{3}$/.test(currency) || !/^\d{1,12}(\.\d+)?$/.test(text)) return null
  const [front = '', part = ''] = text.split('.')
  const kept = part.replace(/0+$/, '')
  return kept.length > placesOf(currency) ? null : Number(front + kept.padEnd(placesOf(currency), '0'))
}
