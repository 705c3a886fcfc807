import type { FastifyRequest } from 'fastify'
import type { ReleaseSet } from '@checkin/releases'
import { deviceOf } from '@checkin/server'
import { fallbackLanguage, offeredLanguages, type Language } from '@checkin/api/languages'
import type { RequestTraits } from '../releases/session.ts'

/**
 * The stored choice, else the first language of the browser, each only among the tenant's (`locales` of its configuration), else English
 * (DEC-03, DEC-112).
 */
export function chooseLanguage(stored: string | undefined, acceptLanguage: string | undefined, locales?: readonly string[]): Language {
  const offered = offeredLanguages(locales)
  const among = (value: string | undefined): Language | undefined => offered.find((language) => language === value)
  const chosen = among(stored)
  if (chosen) return chosen
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part, position) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find((found) => found !== undefined)
      return { tag: tag.toLowerCase().split('-')[0], quality: quality === undefined ? 1 : Number(quality), position }
    })
    .filter((each) => each.quality > 0)
    .sort((a, b) => b.quality - a.quality || a.position - b.position)
  return wanted.map((each) => among(each.tag)).find((language) => language !== undefined) ?? fallbackLanguage
}

/** The language of a page: a shell that was published before the product learned one is served in English (DEC-112). */
export const languageOfPage = ({ shell }: ReleaseSet, chosen: Language): Language => (shell.words[chosen] === undefined ? fallbackLanguage : chosen)

/** What cohort rules ask that the request itself says; `locales` are the tenant's. */
export const requestTraits = ({ cookies, headers }: FastifyRequest, locales?: readonly string[]): RequestTraits => ({
  language: chooseLanguage(cookies.language, headers['accept-language'], locales),
  device: deviceOf(headers),
})
