import { afterEach, describe, expect, it } from 'vitest'
import { languages } from '@checkin/api/languages'
import i18next from 'i18next'
import { addWords, changeLanguage, currentLanguage, initI18n } from './i18n.ts'
import { translator, type WordParams } from './translate.ts'
import type { WordLoaders } from './catalogue.ts'

const words = (en: Record<string, string>, fr: Record<string, string> = en): WordLoaders => ({
  en: () => Promise.resolve({ default: en }),
  pt: () => Promise.resolve({ default: en }),
  fr: () => Promise.resolve({ default: fr }),
})
const say = (key: string, params?: WordParams, namespace = 'common'): string => translator(i18next, namespace)(key, params)

afterEach(() => {
  for (const language of languages) for (const namespace of ['common', 'mfe-driver']) i18next.removeResourceBundle(language, namespace)
})

describe('the words of the site', () => {
  it('speaks the language it was started with (SHELL-80)', async () => {
    await initI18n({ language: 'pt' })
    expect(say('Locate')).toBe('Encontrar reserva')
    expect(currentLanguage()).toBe('pt')
  })

  it('switches every text without a reload, those of loaded modules too (SHELL-72)', async () => {
    await initI18n({ language: 'en' })
    await addWords('mfe-driver', words({ heading: 'About you' }, { heading: 'À propos de vous' }))
    await changeLanguage('fr')
    expect(say('Locate')).toBe('Trouver la réservation')
    expect(say('heading', {}, 'mfe-driver')).toBe('À propos de vous')
  })

  it('shows the English text for a key that is missing in French (SHELL-80, CONST-32)', async () => {
    await initI18n({ language: 'fr', words: { 'mfe-driver': words({ heading: 'About you' }, {}) } })
    say('heading', {}, 'mfe-driver')
    await expect.poll(() => say('heading', {}, 'mfe-driver')).toBe('About you')
  })

  it('shows the words of another version in place of those of one that failed (ROL-9)', async () => {
    await initI18n({ language: 'en' })
    await addWords('mfe-driver', words({ heading: 'Broken', gone: 'Gone' }))
    await addWords('mfe-driver', words({ heading: 'About you' }))
    expect([i18next.t('mfe-driver:heading'), i18next.exists('mfe-driver:gone')]).toEqual(['About you', false])
  })

  it('shows a module that was published without German in English, at once, beside the page\'s own German (DEC-112, ECO-19)', async () => {
    await initI18n({ language: 'de' })
    await addWords('mfe-driver', words({ heading: 'About you' }))
    expect([say('Locate'), say('heading', {}, 'mfe-driver')]).toEqual(['Reservierung finden', 'About you'])
    await changeLanguage('fr')
    await changeLanguage('de')
    expect([say('Locate'), say('heading', {}, 'mfe-driver')]).toEqual(['Reservierung finden', 'About you'])
  })

  it('shows the company\'s own words in place of the product\'s, in every language and in modules too (DEC-324)', async () => {
    await initI18n({ language: 'en', own: { en: { 'common': { Locate: 'Find my car' }, 'mfe-driver': { heading: 'You' } }, fr: { common: { Locate: 'Ma voiture' } } } })
    await addWords('mfe-driver', words({ heading: 'About you', lead: 'Please' }))
    expect([say('Locate'), say('heading', {}, 'mfe-driver'), say('lead', {}, 'mfe-driver')]).toEqual(['Find my car', 'You', 'Please'])
    await changeLanguage('fr')
    expect([say('Locate'), say('Back')]).toEqual(['Ma voiture', 'Retour'])
  })

  it('finds the common words from the namespace of a module', async () => {
    await initI18n({ language: 'en', words: { 'mfe-driver': words({ heading: 'About you' }) } })
    expect(say('Back', {}, 'mfe-driver')).toBe('Back')
  })

  it.each([
    ['en', 1, '1 day'], ['en', 7, '7 days'], ['en', 0, '0 days'],
    ['pt', 1, '1 dia'], ['pt', 7, '7 dias'], ['fr', 0, '0 jour'], ['fr', 7, '7 jours'],
  ] as const)('counts days in %s: %i is "%s" (I18N-25)', async (language, count, expected) => {
    await initI18n({ language })
    expect(say('NumberOfDays', { count })).toBe(expected)
  })

  it('counts in Arabic with all six forms (DEC-181)', async () => {
    await initI18n({ language: 'ar' })
    expect([1, 2, 3, 11, 100].map((count) => say('NumberOfDays', { count }))).toEqual(['يوم واحد', 'يومان', '\u20683\u2069 أيام', '\u206811\u2069 يومًا', '\u2068100\u2069 يوم'])
  })

  it('keeps a value in Latin letters by itself inside an Arabic text, and changes none elsewhere (DEC-181)', async () => {
    await initI18n({ language: 'ar' })
    expect(say('SigningLinkSentTo', { email: 'maria@example.com' })).toBe('يُرسل رابط التوقيع إلى \u2068maria@example.com\u2069')
    await changeLanguage('fr')
    expect(say('SigningLinkSentTo', { email: 'maria@example.com' })).not.toMatch(/[\u2066-\u2069]/)
  })

  it('inserts values as they are, React does the escaping', async () => {
    await initI18n({ language: 'en' })
    expect(say('ContactFirmToAssociatePayment', { firmName: 'Silva & Filhos' })).toContain('Silva & Filhos')
  })

  it.each(['Card refused: code 51', 'Try later:', 'https://example.com'])('passes a message of the server through, colons included: %s (SHELL-60)', async (message) => {
    await initI18n({ language: 'en' })
    expect(say(message)).toBe(message)
  })

  it('takes a key with the name of a namespace before it', async () => {
    await initI18n({ language: 'en', words: { 'mfe-driver': words({ heading: 'About you' }) } })
    expect(say('mfe-driver:heading')).toBe('About you')
  })

  it('says an error of the second licence with the words of the first (I18N-151)', async () => {
    await initI18n({ language: 'en' })
    expect(say('FieldsError.second.expiryDate.Required')).toBe('Enter the expiry date')
  })

  it('says an error that has no text of its own in general words (I18N-150)', async () => {
    await initI18n({ language: 'en' })
    expect(say('FieldsError.city.MaxExceeded')).toBe('The value is too high')
    expect(say('FieldsError.city.AgeNotAllowed')).toBe('The value is not valid')
  })
})
