import type { ComponentType } from 'react'
import { createSms, type SmsKit } from './sms.model.ts'
import { createSmsView } from './sms.view.tsx'
import { codeTexts, loadSmsWords, smsWords } from './words.ts'

export interface SmsPart {
  readonly View: ComponentType
  /** Namespace of its messages, which the screen uses once a code went by SMS (DEC-281). */
  readonly messages: typeof smsWords
  readonly codeTexts: typeof codeTexts
}

let View: ComponentType | null = null

/** Hands the part over with its messages once it can be shown; it is made once per page. */
export async function loadSms(found: (part: SmsPart) => void, ...kit: SmsKit): Promise<void> {
  await loadSmsWords()
  found({ View: View ??= createSmsView(createSms(...kit)), messages: smsWords, codeTexts })
}
