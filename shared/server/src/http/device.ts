/** Kinds of device, as roughly as browsers say it. */
export const deviceKinds = ['phone', 'tablet', 'desktop'] as const
export type DeviceKind = (typeof deviceKinds)[number]

/** What kind of device asks, as far as its browser says. Nothing is decided by it but which release a cohort rule gives, and what people read. */
export function deviceOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>): DeviceKind {
  const { 'user-agent': agent = '', 'sec-ch-ua-mobile': mobileHint } = headers
  if ([mobileHint].flat()[0] === '?1') return 'phone'
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(String(agent))) return 'tablet'
  return /Mobi|iPhone|Android/i.test(String(agent)) ? 'phone' : 'desktop'
}
