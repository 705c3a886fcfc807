import { describe, expect, it } from 'vitest'
import { requestLanguage } from './request-language.ts'

const swiss = ['de', 'fr', 'it', 'en']

describe('the language of an answer', () => {
  it.each([
    [{ 'x-checkin-language': 'fr', 'accept-language': 'pt' }, 'fr'], [{ 'x-checkin-language': 'de', 'accept-language': 'pt-BR,pt;q=0.9' }, 'pt'],
    [{ 'accept-language': 'fr-CH, fr;q=0.9, en;q=0.8' }, 'fr'], [{ 'accept-language': 'de, en;q=0.1, pt;q=0.5' }, 'pt'],
    [{ 'accept-language': 'de' }, 'en'], [{ 'accept-language': '*' }, 'en'], [{}, 'en'], [{ 'accept-language': ';;;q=x,,' }, 'en'],
  ])('for %j is %s (DEC-03)', (headers, language) => {
    expect(requestLanguage({ headers }, ['en', 'pt', 'fr'])).toBe(language)
  })

  it.each([
    [{ 'x-checkin-language': 'de', 'accept-language': 'fr' }, 'de'], [{ 'accept-language': 'de-CH, fr;q=0.9' }, 'de'],
    [{ 'x-checkin-language': 'pt', 'accept-language': 'pt, fr;q=0.5' }, 'fr'], [{ 'x-checkin-language': 'pt', 'accept-language': 'pt' }, 'en'],
  ])('for %j of a tenant with German, and without Portuguese, is %s (DEC-112)', (headers, language) => {
    expect(requestLanguage({ headers }, swiss)).toBe(language)
  })

  it('is English where a tenant names a language that this version does not speak (DEC-112)', () => {
    expect(requestLanguage({ headers: { 'x-checkin-language': 'fi', 'accept-language': 'fi' } }, ['fi', 'en'])).toBe('en')
  })
})
