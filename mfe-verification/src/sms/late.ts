import { SmsView } from './sms.view.tsx'
import { loadSmsWords } from './words.ts'

/** The part with its messages. */
export const loadSms = async (): Promise<typeof SmsView> => {
  await loadSmsWords()
  return SmsView
}
