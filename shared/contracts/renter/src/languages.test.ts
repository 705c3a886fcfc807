import { describe, expect, it } from 'vitest'
import { directionOf, fallbackLanguage, isLanguage, languages, offeredLanguages, usualLanguages } from './languages.ts'

describe('the languages of a tenant', () => {
  it.each([
    ['en, pt and fr where it names none', undefined, ['en', 'pt', 'fr']],
    ['its own, in its order', ['de', 'fr', 'en'], ['de', 'fr', 'en']],
    ['English too, whatever it names', ['nl'], ['nl', 'en']],
    ['only what this version speaks', ['fi', 'es', 'en'], ['es', 'en']],
    ['each once', ['en', 'it', 'it'], ['en', 'it']],
  ])('are %s (DEC-112)', (_what, locales, offered) => {
    expect(offeredLanguages(locales)).toEqual(offered)
  })

  it('are written from left to right but for Arabic (DEC-181)', () => {
    expect(languages.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar'])
  })

  it('fall back to the first of the product\'s, which has all usual ones (DEC-112, CONST-32)', () => {
    expect([languages[0], fallbackLanguage]).toEqual(['en', 'en'])
    expect(usualLanguages.every(isLanguage)).toBe(true)
    expect([isLanguage('xx'), isLanguage(undefined)]).toEqual([false, false])
  })
})
