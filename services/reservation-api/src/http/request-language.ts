import { offeredLanguages, type Language } from '@checkin/i18n'
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/**
 * The language of an answer, a mail or a document: what the page says itself, else what the browser prefers, each only among those of the
 * tenant (`locales` of its settings), else English (DEC-112).
 */
export function requestLanguage(request: Pick<FastifyRequest, 'headers'>, locales: readonly string[]): Language {
  const offered = offeredLanguages(locales)
  const said = offered.find((language) => language === request.headers['x-checkin-language'])
  const preferred = new Negotiator({ headers: { 'accept-language': request.headers['accept-language'] ?? 'en' } }).language([...offered])
  return said ?? offered.find((language) => language === preferred) ?? 'en'
}
