import type { FastifyReply } from 'fastify'
import type { Handlers } from '../../server/handlers.ts'
import { countriesIn } from './countries.ts'
import { documentTypeNames } from './document-types.ts'

/** Lists change with a release at most, so a browser may keep them for a while. */
function keepable(reply: FastifyReply): void {
  void reply.headers({ 'cache-control': 'private, max-age=600', vary: 'accept-language, x-checkin-language' })
}

/** API-02, API-03 and API-05, in the language of the page. */
export const listHandlers = {
  listCountries: ({ tenant: { settings }, language, reply }) => {
    void reply.headers({ vary: 'accept-language, x-checkin-language' })
    return countriesIn(language).map(({ id, isoCode, phoneCode, name }) => ({
      id, country: name, isoCode, phoneCode,
      isValidatePostalCode: settings.validatePostalCode.includes(isoCode), isValidateTaxNumber: settings.validateTaxNumber.includes(isoCode),
    }))
  },
  listDocumentTypes: ({ language, reply }) => {
    keepable(reply)
    return Object.entries(documentTypeNames[language]).map(([id, name]) => ({ id, name }))
  },
  listNationalities: ({ language, reply }) => {
    keepable(reply)
    return countriesIn(language).map(({ id, name }) => ({ id, name }))
  },
} satisfies Handlers
