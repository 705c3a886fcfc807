import type { ApiFailure } from '@checkin/api'
import type { Effect, EffectResult } from 'effector'
import type { checkTaxNumberFx, findPostalCodeFx, validateAgeFx } from '../api.ts'

/** What is asked about a zip code. */
export interface PostalQuery {
  readonly zipCode: string
  readonly countryId: number
}
/** What is asked about a tax number. */
export interface TaxQuery {
  readonly taxNumber: string
  readonly countryId: number
}

/** How the server is asked about details: by the renter's session, or by the link of an invited driver (DEC-237). */
export interface DetailsCalls {
  readonly findPostalCode: Effect<PostalQuery, EffectResult<typeof findPostalCodeFx>, ApiFailure>
  readonly checkTaxNumber: Effect<TaxQuery, EffectResult<typeof checkTaxNumberFx>, ApiFailure>
  /** Of a birth date; the answer has the fee that it brings. */
  readonly validateAge: Effect<string, EffectResult<typeof validateAgeFx>, ApiFailure>
}
