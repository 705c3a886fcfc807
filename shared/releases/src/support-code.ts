/** Letters and digits that are not mistaken for each other when a code is read out, and form no words. */
const alphabet = '23456789CDFGHJKMNPQRTVWXY'
const length = 8

/** A support code as it is shown and kept, `K7QF-2M9X`. */
export const supportCodePattern = new RegExp(`^[${alphabet}]{4}-[${alphabet}]{4}$`)

/** A random code under which one failure of a page is found again; nothing of the page or its session is in it. */
export function newSupportCode(): string {
  // Two to the 32nd is not a multiple of the alphabet, but no letter is favoured by more than one in a hundred million.
  const letters = Array.from(crypto.getRandomValues(new Uint32Array(length)), (random) => alphabet.charAt(random % alphabet.length)).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** The code that somebody typed as they heard it: in any case, with the hyphen, blanks or nothing between. Null for what is none. */
export function readSupportCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '')
  const code = `${letters.slice(0, 4)}-${letters.slice(4)}`
  return supportCodePattern.test(code) ? code : null
}
