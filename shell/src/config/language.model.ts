import { $config, $language, languageChanged } from '@checkin/flow/publish/shell'
import { appStarted } from '@checkin/flow'
import { changeLanguage, currentLanguage, directionOf, offeredLanguages, type Language } from '@checkin/i18n'
import { hostCookie } from '@checkin/releases/page-data'
import { combine, createEffect, createEvent, sample } from 'effector'
import { alertRaised } from '../feedback/alert.model.ts'

/** The renter chose a language in the selector (SHELL-72). */
export const languageChosen = createEvent<Language>()

const cookieSeconds = 365 * 24 * 3600

/** Under https by the name that no sub-domain and no plain http can set (SEC-15); the name of before is taken away, because it would count. */
function keepLanguage(language: Language): void {
  const isTls = location.protocol === 'https:'
  if (isTls) document.cookie = 'language=; Path=/; Max-Age=0'
  document.cookie = `${isTls ? hostCookie('') : ''}language=${language}; Path=/; Max-Age=${cookieSeconds}; SameSite=Lax${isTls ? '; Secure' : ''}`
}

/** The messages come first, so that no text is ever missing; then the choice is kept for the next visit (DEC-03). */
export const switchLanguageFx = createEffect(async (language: Language) => {
  await changeLanguage(language)
  keepLanguage(language)
})

/** SHELL-81: the page's own language follows. */
export const markLanguageFx = createEffect((language: Language) => {
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
})

const readLanguageFx = createEffect(() => currentLanguage())

sample({ clock: languageChosen, source: $language, filter: (current, chosen) => current !== chosen, fn: (_, chosen) => chosen, target: switchLanguageFx })
sample({ clock: switchLanguageFx.done, fn: ({ params }) => params, target: [$language, markLanguageFx] })
sample({ clock: switchLanguageFx.done, fn: ({ params }) => ({ language: params }), target: languageChanged })
sample({ clock: switchLanguageFx.fail, fn: () => ({ key: 'SomethingHappened', params: { value: '' } }), target: alertRaised })

// A language that was restored from the tab, where cookies are refused, differs from the one that the page came in.
sample({ clock: appStarted, target: readLanguageFx })
const $restored = combine($language, $config, (language, config) => ({ language, isOffered: offeredLanguages(config?.locales).includes(language) }))
sample({ clock: readLanguageFx.doneData, source: $restored, filter: ({ language, isOffered }, shown) => isOffered && language !== shown, fn: ({ language }) => language, target: switchLanguageFx })
// The tenant may have given it up meanwhile (DEC-112).
sample({ clock: readLanguageFx.doneData, source: $restored, filter: ({ isOffered }) => !isOffered, fn: (_, shown) => shown, target: $language })
