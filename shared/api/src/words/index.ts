import { configurationWords } from './configuration.words.ts'
import { driverWords } from './driver.words.ts'
import { register, type WordsEntry } from './entry.ts'
import { extraWords } from './extra.words.ts'
import { paymentWords } from './payment.words.ts'
import { requestWords } from './request.words.ts'
import { reservationWords } from './reservation.words.ts'
import { verificationWords } from './verification.words.ts'

export { endpointWords } from './endpoint.words.ts'
export type { RegisteredWords, WordsEntry } from './entry.ts'

/** Business words of every object of the contract. Server side only: the browser's bundle has none of them. */
export const allWords: readonly WordsEntry[] = [...configurationWords, ...verificationWords, ...reservationWords, ...driverWords, ...extraWords, ...paymentWords, ...requestWords]

/** Writes all words into zod's global registry. */
export const registerWords = (): void => { register(allWords) }
