import { $config, appStarted } from '@checkin/flow'
import { createEffect, sample } from 'effector'

/** SHELL-65: fixed, in every language (I18N-57). */
export const titleLabel = 'Express Checkout'

/** Title of every page. */
export const titleOf = (firmName: string): string => `${titleLabel} - ${firmName}`

export const setTitleFx = createEffect((title: string) => {
  document.title = title
})

sample({ clock: [appStarted, $config], source: $config, filter: Boolean, fn: ({ firmName }) => titleOf(firmName), target: setTitleFx })
