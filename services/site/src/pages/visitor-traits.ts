import type { FastifyRequest } from 'fastify'
import type { Traits } from '@checkin/releases'
import { languages, type Language } from '@checkin/remote'
import type { RequestTraits } from '../releases/session.ts'

const isLanguage = (value: string | undefined): value is Language => languages.some((language) => language === value)

/** DEC-03: the stored choice, else the first language of the browser that we have, else English. */
export function chooseLanguage(stored: string | undefined, acceptLanguage: string | undefined): Language {
  if (isLanguage(stored)) return stored
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part, position) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find((found) => found !== undefined)
      return { tag: tag.toLowerCase().split('-')[0], quality: quality === undefined ? 1 : Number(quality), position }
    })
    .filter((each) => each.quality > 0)
    .sort((a, b) => b.quality - a.quality || a.position - b.position)
  return wanted.map((each) => each.tag).find(isLanguage) ?? 'en'
}

/** What kind of device asks, as far as its browser says; only cohort rules use it. */
export function deviceOf(userAgent: string | undefined, mobileHint: string | undefined): Traits['device'] {
  if (mobileHint === '?1') return 'phone'
  const agent = userAgent ?? ''
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(agent)) return 'tablet'
  return /Mobi|iPhone|Android/i.test(agent) ? 'phone' : 'desktop'
}

/** What cohort rules ask that the request itself says. */
export const requestTraits = ({ cookies, headers }: FastifyRequest): RequestTraits => ({
  language: chooseLanguage(cookies.language, headers['accept-language']),
  device: deviceOf(headers['user-agent'], [headers['sec-ch-ua-mobile']].flat()[0]),
})
