import { formatTime, type Language, type Translate } from '@checkin/i18n'
import type { Saving } from './saved.model.ts'
import type { SupportKey } from './words.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** A moment, in milliseconds since 1970, on the renter's own clock. */
export function clockText(at: number, language: Language): string {
  const moment = new Date(at)
  return formatTime(`${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}T${two(moment.getHours())}:${two(moment.getMinutes())}`, language)
}

/** What was kept and when; what was kept nowhere has no time. */
export function savedText({ where, at }: Saving, words: Translate<SupportKey>, language: Language): string {
  if (where === 'nowhere') return words('Saved.nowhere')
  return words(where === 'server' ? 'Saved.server' : 'Saved.device', { time: clockText(at, language) })
}
