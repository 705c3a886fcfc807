import { background } from '@checkin/async/tasks'
import { $language } from '@checkin/flow'
import { formatsAhead, type Language } from '@checkin/i18n'
import { createEffect, sample } from 'effector'
import { idleMomentFx } from './lists.model.ts'

/** Makes the formats of later screens while nobody waits. */
export const makeFormatsFx = createEffect(async (language: Language) => {
  for (const make of formatsAhead(language)) {
    await background()
    make()
  }
})
sample({ clock: idleMomentFx.done, source: $language, target: makeFormatsFx })
