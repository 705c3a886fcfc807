import { describe, expect, it } from 'vitest'
import { requestLanguage } from './request-language.ts'

describe('the language of an answer', () => {
  it.each([
    [{ 'x-checkin-language': 'fr', 'accept-language': 'pt' }, 'fr'], [{ 'x-checkin-language': 'de', 'accept-language': 'pt-BR,pt;q=0.9' }, 'pt'],
    [{ 'accept-language': 'fr-CH, fr;q=0.9, en;q=0.8' }, 'fr'], [{ 'accept-language': 'de, en;q=0.1, pt;q=0.5' }, 'pt'],
    [{ 'accept-language': 'de' }, 'en'], [{ 'accept-language': '*' }, 'en'], [{}, 'en'], [{ 'accept-language': ';;;q=x,,' }, 'en'],
  ])('for %j is %s (DEC-03)', (headers, language) => {
    expect(requestLanguage({ headers })).toBe(language)
  })
})
