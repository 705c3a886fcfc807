const collator = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true })

/** German umlauts are often typed as two letters where a keyboard lacks them. */
const spelledOut = (name: string): string =>
  name.normalize('NFC').replace(/[äöü]/gi, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter.toLowerCase()] ?? letter)

/** Whether two surnames are the same to a person: case, accents, spaces, hyphens and apostrophes do not matter (API-09). */
export function isSameSurname(typed: string, onFile: string): boolean {
  if (!/\p{L}/u.test(typed)) return false
  return collator.compare(typed, onFile) === 0 || collator.compare(spelledOut(typed), spelledOut(onFile)) === 0
}

/** Spellings under which a surname may be on file, where they are compared letter by letter: with two letters for an umlaut, with the umlaut, and with either s. */
export const surnameVariants = (typed: string): readonly string[] =>
  [...new Set([typed, spelledOut(typed), typed.replace(/([aou])e/gi, '$1')].flatMap((each) => [each, each.replaceAll('ß', 'ss'), each.replace(/ss/gi, 'ß')]))]

const plainEmail = (address: string): string => address.trim().toLowerCase()
const withoutPlus = (address: string): string => plainEmail(address).replaceAll('+', '')

/** Whether two addresses are the same: case does not matter (DEC-09), nor a plus sign that one side lost, as pages of before dropped it (DEC-101). */
export const isSameEmail = (typed: string, onFile: string): boolean => plainEmail(typed) === plainEmail(onFile) || withoutPlus(typed) === withoutPlus(onFile)
