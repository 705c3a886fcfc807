/** Brands that the sandbox distinguishes by the first digits. */
export type Brand = 'visa' | 'mastercard' | 'amex' | 'unknown'

export const digitsOf = (text: string): string => text.replace(/\D/g, '')

export function brandOf(digits: string): Brand {
  if (digits.startsWith('4')) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'mastercard'
  return /^3[47]/.test(digits) ? 'amex' : 'unknown'
}

/** Digits of the security code on the card. */
export const cvvLength = (brand: Brand): number => (brand === 'amex' ? 4 : 3)

/** The check digit of ISO/IEC 7812 holds. */
export function luhnHolds(digits: string): boolean {
  const sum = digits.split('').reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits !== '' && sum % 10 === 0
}

export const isCardNumber = (digits: string): boolean => digits.length >= 13 && digits.length <= 19 && luhnHolds(digits)

/** `4111 1111 1111 1111`, as the card shows it. */
export const grouped = (digits: string): string =>
  brandOf(digits) === 'amex' ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].filter(Boolean).join(' ') : (digits.match(/.{1,4}/g) ?? []).join(' ')

/** `4111 **** **** 1111`: first and last four digits (PAY-24). */
export const masked = (digits: string): string => `${digits.slice(0, 4)} **** **** ${digits.slice(-4)}`
