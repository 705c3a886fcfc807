import { formatTime, type Language, type Translate } from '@checkin/i18n'
import type { Saving } from './saved.model.ts'
import type { SupportKey } from './words.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** What was kept and when, on the renter's own clock; what was kept nowhere has no time. */
export function savedText({ where, at }: Saving, words: Translate<SupportKey>, language: Language): string {
  if (where === 'nowhere') return words('Saved.nowhere')
  const moment = new Date(at)
  const time = formatTime(`${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}T${two(moment.getHours())}:${two(moment.getMinutes())}`, language)
  return words(where === 'server' ? 'Saved.server' : 'Saved.device', { time })
}
