import type { Traits } from '@checkin/releases'

/** What kind of device asks, as far as its browser says; only cohort rules use it. */
export function deviceOf(userAgent: string | undefined, mobileHint: string | undefined): Traits['device'] {
  if (mobileHint === '?1') return 'phone'
  const agent = userAgent ?? ''
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(agent)) return 'tablet'
  return /Mobi|iPhone|Android/i.test(agent) ? 'phone' : 'desktop'
}
