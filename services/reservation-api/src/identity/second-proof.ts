import { createHash, timingSafeEqual } from 'node:crypto'

/** How many characters of a number are asked for (DEC-99). */
export const proofLength = 4

/** Letters and digits alone, in one case and one width: how a number is grouped says nothing. */
const plain = (text: string): string => text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

/** A number with fewer characters than are asked for proves nothing. */
const isLongEnough = (number: string): boolean => plain(number).length >= proofLength

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether anything is on file by which a renter can be proved. */
export const canBeProved = (numbers: readonly string[]): boolean => numbers.some(isLongEnough)

/** Whether `typed` is how one of these numbers ends (DEC-99). Every number is compared, each in constant time. */
export function isProof(typed: string, numbers: readonly string[]): boolean {
  const wanted = plain(typed)
  const claim = digest(wanted)
  const matches = numbers.map((number) => isLongEnough(number) && timingSafeEqual(digest(plain(number).slice(-proofLength)), claim))
  return wanted.length === proofLength && matches.includes(true)
}
