import type { FastifyReply } from 'fastify'
import type { Handlers } from '../handlers.ts'
import { countriesIn, countriesOf } from '../../reservations/countries.ts'
import { documentTypes } from '../../reservations/document-types.ts'

/** Lists change with a release at most, so a browser may keep them for a while. */
function keepable(reply: FastifyReply): void {
  void reply.headers({ 'cache-control': 'private, max-age=600', vary: 'accept-language, x-checkin-language' })
}

/** Lists by their language, as long as the process lives. */
const nationalities = new Map<string, readonly { readonly id: number; readonly name: string }[]>()

/** API-02, API-03 and API-05, in the language of the page. */
export const listHandlers = {
  listCountries: ({ tenant: { settings }, language, reply }) => {
    void reply.headers({ vary: 'accept-language, x-checkin-language' })
    return countriesOf(settings, language)
  },
  listDocumentTypes: ({ language, reply }) => {
    keepable(reply)
    return documentTypes(language)
  },
  listNationalities: ({ language, reply }) => {
    keepable(reply)
    const list = nationalities.get(language) ?? Object.freeze(countriesIn(language).map(({ id, name }) => ({ id, name })))
    nationalities.set(language, list)
    return list
  },
} satisfies Handlers
