import { expect, it } from 'vitest'
import { documentMessages, pdfLanguage } from './pdf-messages.ts'

it('papers are set in the language of the renter, in English for one whose letters join from right to left (DEC-181)', () => {
  expect([pdfLanguage('pt'), pdfLanguage('nl'), pdfLanguage('ar')]).toEqual(['pt', 'nl', 'en'])
})

it.each([
  ['en', ['0 days', '1 day', '2 days', '11 days']], ['fr', ['0 jour', '1 jour', '2 jours', '11 jours']], ['ar', ['\u20680\u2069 يوم', 'يوم واحد', 'يومان', '\u206811\u2069 يومًا']],
] as const)('days are counted by the rules of the language: %s (DEC-181)', (language, texts) => {
  expect([0, 1, 2, 11].map((count) => documentMessages(language, 'EUR').days(count))).toEqual(texts)
})
