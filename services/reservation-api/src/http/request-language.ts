import { languages, type Language } from '@checkin/i18n'
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** The language that the page is shown in: what the page says itself, else what the browser prefers of ours, else English. */
export function requestLanguage(request: Pick<FastifyRequest, 'headers'>): Language {
  const said = languages.find((language) => language === request.headers['x-checkin-language'])
  const preferred = new Negotiator({ headers: { 'accept-language': request.headers['accept-language'] ?? 'en' } }).language([...languages])
  return said ?? languages.find((language) => language === preferred) ?? 'en'
}
