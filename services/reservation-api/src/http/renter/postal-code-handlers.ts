import { ServiceError } from '@checkin/server'
import type { Handlers } from '../handlers.ts'
import { isoCodeOf } from '../../reservations/countries.ts'
import type { PostalCodes } from '../../drivers/postal-codes.ts'

/** API-25. Without a table of the country, or with one that does not have every code, nothing can be said, which the page takes as the service failing and lets the city be typed (DEC-32). */
export const postalCodeHandlers = (codes: PostalCodes) => ({
  findPostalCode: ({ query: { zipCode, countryId } }) => {
    const cities = codes(zipCode, isoCodeOf(countryId) ?? '')
    if (cities === null) throw new ServiceError(503, 'Unavailable', 'Nothing is known about this postal code')
    return cities.map((city) => ({ city }))
  },
}) satisfies Handlers
