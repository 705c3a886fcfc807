import { ServiceError } from '@checkin/server'
import type { Handlers } from '../handlers.ts'
import { isoCodeOf } from '../../reservations/countries.ts'
import { isTaxNumber } from '../../drivers/tax-numbers.ts'

/** API-26: no error means valid. */
export const taxNumberHandlers = {
  checkTaxNumber: ({ query: { taxNumber, countryId }, reply }) => {
    void reply.header('cache-control', 'no-store')
    if (!isTaxNumber(taxNumber, isoCodeOf(countryId) ?? '')) throw new ServiceError(400, 'TaxNumberInvalid', 'The tax number is not one of this country')
    return { isValid: true as const }
  },
} satisfies Handlers
