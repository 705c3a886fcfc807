/** Hundredths of the currency's unit, a whole number. */
export type Minor = number
/** A rate in hundredths of a percent, a whole number: 23 % is 2300. */
export type Rate = number

/** 100 % as a rate. */
export const whole: Rate = 10_000

/** `value * by / over`, exact, rounded half away from zero to a whole number (DEC-29). */
export function scaled(value: number, by: number, over: number): number {
  const product = BigInt(value) * BigInt(by)
  const divisor = BigInt(over)
  const sign = (product < 0n) === (divisor < 0n) ? 1n : -1n
  const [size, part] = [absolute(product), absolute(divisor)]
  return Number(sign * ((size * 2n + part) / (part * 2n)))
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

/** An exact decimal of the wire as hundredths. Throws when it has more than two places: nothing is rounded in silence. */
export function minorOf(decimal: number): Minor {
  const minor = Math.round(decimal * 100)
  if (!Number.isSafeInteger(minor) || minor / 100 !== decimal) throw new RangeError('An amount has at most two decimal places')
  return minor
}

/** Hundredths as the decimal of the wire. */
export const decimalOf = (minor: Minor): number => minor / 100
