import { expect, it } from 'vitest'
import { chooseLanguage } from './visitor-traits.ts'

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
