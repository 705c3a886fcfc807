import { addWords, languages } from '@checkin/i18n'
import i18next from 'i18next'
import { remote as served } from 'served-remote'

/** What the shell of a page in development takes for the module: its own `remote`, and what is to be done when a source of it changes. */
export const remote = served

const eventsOf = ({ steps }: typeof served): readonly unknown[] => steps.flatMap(({ name, opened, closed }) => [name, opened, closed])
const before = eventsOf(served)

/** Other words take the place of those in the page; whoever shows one draws itself again. */
async function changeWords(): Promise<void> {
  const { name, words } = served
  for (const language of languages.filter((each) => i18next.hasResourceBundle(each, name))) i18next.removeResourceBundle(language, name)
  await addWords(name, words)
}

import.meta.webpackHot?.accept('served-remote', () => {
  const now = eventsOf(served)
  // Models run once in a page: those of before would go on beside the new ones. The page loads anew and brings its drafts and its session along.
  if (now.length !== before.length || now.some((each, at) => each !== before[at])) location.reload()
  else void changeWords()
})
