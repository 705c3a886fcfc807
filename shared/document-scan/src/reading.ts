/** A value that was read in a picture, and what speaks for it. */
export interface ReadValue {
  readonly value: string
  /**
   * True: a check digit of the document holds over it. False: it was only read, and is plausible; the renter is asked to check it
   * (DEC-175).
   */
  readonly isProven: boolean
}

/** Kinds of identity document, by the ids that the product's document types have (API-03). */
export type IdentityKind = 'passport' | 'id-card'

/**
 * What a passport or identity card says of itself in its machine-readable zone (DEC-175). Null is what the picture does not give.
 * Names are never given: a camera reads them wrong too often.
 */
export interface IdentityReading {
  readonly kind: 'identity'
  /** Null where the zone says something else, for example a visa. */
  readonly documentKind: IdentityKind | null
  /** Letters and digits. */
  readonly number: ReadValue | null
  /** `YYYY-MM-DD`. */
  readonly expiryDate: ReadValue | null
  /** `YYYY-MM-DD`; the century is not printed, and is that of a driver of more than 15 and less than 100 years; null where neither fits. */
  readonly birthDate: ReadValue | null
  /** ISO 3166, two letters, as `isoCode` of the product's countries. */
  readonly issuingCountry: ReadValue | null
  /** Whether the surname on the document is the one that was given; null where none was given or none can be read. */
  readonly nameMatches: boolean | null
}

/** What a driving licence says in its numbered fields (DEC-175); null is what the picture does not give. */
export interface LicenceReading {
  readonly kind: 'licence'
  /** Field 5: letters and digits. */
  readonly number: ReadValue | null
  /** Field 3, `YYYY-MM-DD`. */
  readonly birthDate: ReadValue | null
  /** Field 4a, `YYYY-MM-DD`. */
  readonly issueDate: ReadValue | null
  /** Field 4b, `YYYY-MM-DD`. */
  readonly expiryDate: ReadValue | null
  /** By the letters in the corner or the words of the heading; ISO 3166, two letters, as `isoCode` of the product's countries. */
  readonly issuingCountry: ReadValue | null
  /** Whether field 1 is the surname that was given; null where none was given or none can be read. */
  readonly nameMatches: boolean | null
}

/** What is asked of a picture, by the document that it shows. */
export interface Readings {
  readonly identity: IdentityReading
  readonly licence: LicenceReading
}
export type ScanKind = keyof Readings

/**
 * Why a picture was not read. What is wrong with the picture itself is said rather than that nothing was found in it: `noZone` and
 * `noFields` are of a picture that is good enough, for example of the other side of a card.
 */
export type UnreadableReason = 'noZone' | 'noFields' | 'tooSmall' | 'tooDark' | 'glare' | 'blurred'

/** How reading a picture ended. `failed`: the engine did not come, does not run on this device, or the file is no picture. */
export type ScanResult<Reading extends IdentityReading | LicenceReading> =
  | { readonly kind: 'read'; readonly reading: Reading }
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason }
  | { readonly kind: 'failed' }

/** What to look for in a picture. */
export interface ScanOptions<Kind extends ScanKind> {
  readonly kind: Kind
  /** The driver's surname as it was typed or booked; without it `nameMatches` is null. */
  readonly surname?: string | undefined
  /** The day by which ages and dates are judged, `YYYY-MM-DD`; the device's own without it. */
  readonly today?: string | undefined
}
