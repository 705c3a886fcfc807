import type { ReleaseSet } from '@checkin/releases'
import { expect, it } from 'vitest'
import { chooseLanguage, languageOfPage } from './visitor-traits.ts'

it.each([
  ['the stored choice before the browser', 'pt', 'fr-FR,fr;q=0.9', 'pt'],
  ['the browser\'s language on a first visit', undefined, 'fr-CH,fr;q=0.9,en;q=0.8', 'fr'],
  ['the better of two by weight, not by place', undefined, 'en;q=0.3,pt-BR;q=0.9', 'pt'],
  ['the first known among unknown ones', undefined, 'de-CH,it;q=0.9,fr;q=0.2', 'fr'],
  ['English when nothing is known', undefined, 'de,ja', 'en'],
  ['English when the browser says nothing', undefined, undefined, 'en'],
  ['never a language that the browser refuses', undefined, 'fr;q=0,de', 'en'],
  ['never a stored value that is no language', 'xx', 'pt', 'pt'],
])('takes %s (DEC-03)', (_what, stored, header, language) => {
  expect(chooseLanguage(stored, header)).toBe(language)
})

const swiss = ['de', 'fr', 'en']

it.each([
  ['the stored choice among the tenant\'s', 'fr', 'de', 'fr'],
  ['the browser\'s language where the stored choice is none of the tenant\'s', 'pt', 'de-CH,de;q=0.9', 'de'],
  ['the first of the browser\'s that the tenant has', undefined, 'pt-PT,pt;q=0.9,fr;q=0.4', 'fr'],
  ['English where the tenant has none of them', 'pt', 'pt,es;q=0.8', 'en'],
])('takes %s (DEC-112)', (_what, stored, header, language) => {
  expect(chooseLanguage(stored, header, swiss)).toBe(language)
})

it('serves English to a tenant whose shell was published before it had the language (DEC-112)', () => {
  const setWith = (messages: object): ReleaseSet => ({ shell: { words: messages } }) as ReleaseSet
  expect(languageOfPage(setWith({ en: ['a.js'], fr: ['b.js'] }), 'de')).toBe('en')
  expect(languageOfPage(setWith({ en: ['a.js'], de: ['c.js'] }), 'de')).toBe('de')
})
