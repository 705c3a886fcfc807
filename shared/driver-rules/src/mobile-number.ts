import type { Country } from '@checkin/api'

/** A phone number in the two parts that are typed (DRIVER-35): digits only. */
export interface MobileParts {
  readonly prefix: string
  readonly phone: string
}

/** One choice of the prefix list. */
export interface Prefix {
  readonly code: string
  /** Names of the countries that it leads to. */
  readonly countries: readonly string[]
}

/** Digits of a phone number without its prefix (CONST-13). */
export const mobileDigits = { min: 6, max: 12 } as const

/** A calling code as digits, however a list writes it. */
export const digitsOf = (code: string): string => code.replace(/\D/g, '')

/** Every calling code of the countries once, in the order of its first country (DRIVER-35). */
export function prefixesOf(countries: readonly Pick<Country, 'country' | 'phoneCode'>[]): readonly Prefix[] {
  const byCode = new Map<string, string[]>()
  for (const { country, phoneCode } of countries) {
    const code = digitsOf(phoneCode)
    if (code !== '') byCode.set(code, [...(byCode.get(code) ?? []), country])
  }
  return [...byCode].map(([code, names]) => ({ code, countries: names }))
}

/** The number as it is stored: plus sign, prefix, number (DRIVER-38); empty without a number. */
export const storedMobile = ({ prefix, phone }: MobileParts): string => (phone === '' ? '' : `+${prefix}${phone}`)

/** The parts of a stored number: as the server split it, else by the longest known prefix. */
export function mobileParts(
  stored: { readonly mobile: string | null; readonly mobileObj: { readonly prefix?: string | null | undefined; readonly phone?: string | null | undefined } | null },
  prefixes: readonly Pick<Prefix, 'code'>[],
): MobileParts {
  const parts = { prefix: digitsOf(stored.mobileObj?.prefix ?? ''), phone: digitsOf(stored.mobileObj?.phone ?? '') }
  if (parts.phone !== '') return parts
  const whole = digitsOf(stored.mobile ?? '')
  const code = prefixes.map((prefix) => prefix.code).filter((prefix) => whole.startsWith(prefix)).sort((one, other) => other.length - one.length)[0]
  return code === undefined ? { prefix: parts.prefix, phone: whole } : { prefix: code, phone: whole.slice(code.length) }
}
