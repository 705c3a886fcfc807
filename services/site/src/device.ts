import type { FastifyRequest } from 'fastify'
import type { Traits } from '@checkin/releases'
import { chooseLanguage } from './languages.ts'
import type { AskedTraits } from './visit.ts'

/** What kind of device asks, as far as its browser says; only cohort rules use it. */
export function deviceOf(userAgent: string | undefined, mobileHint: string | undefined): Traits['device'] {
  if (mobileHint === '?1') return 'phone'
  const agent = userAgent ?? ''
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(agent)) return 'tablet'
  return /Mobi|iPhone|Android/i.test(agent) ? 'phone' : 'desktop'
}

/** What cohort rules ask that the request itself says. */
export const askedTraits = ({ cookies, headers }: FastifyRequest): AskedTraits => ({
  language: chooseLanguage(cookies.language, headers['accept-language']),
  device: deviceOf(headers['user-agent'], [headers['sec-ch-ua-mobile']].flat()[0]),
})
