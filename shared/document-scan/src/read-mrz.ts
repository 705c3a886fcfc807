import { findZone, provenIn } from './find-zone.ts'

/** What a document says of itself, only as far as a check digit of its own proves it; null where it does not. UI contract 1.1. */
export interface DocumentReading {
  /** Letters and digits. */
  readonly number: string | null
  /** `YYYY-MM-DD`. */
  readonly expiryDate: string | null
  /** `YYMMDD`: the century is not printed. */
  readonly birthDay: string | null
}

/** A document is valid for ten years or so: the century of its end is this one. */
export const expiryOf = (day: string | null): string | null => (day === null ? null : `20${day.slice(0, 2)}-${day.slice(2, 4)}-${day.slice(4)}`)

/** The zone of a passport, visa or identity card in what was recognised of a page; null where there is none. */
export function readMrz(text: string): DocumentReading | null {
  const zone = findZone(text)
  return zone && { number: provenIn(zone, 'documentNumber'), expiryDate: expiryOf(provenIn(zone, 'expirationDate')), birthDay: provenIn(zone, 'birthDate') }
}
