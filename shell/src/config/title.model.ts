import { $config } from '@checkin/flow'
import { combine, createEffect, createEvent, createStore, sample } from 'effector'

/** SHELL-65: fixed, in every language (I18N-57). */
export const titleLabel = 'Express Checkout'

/** Title of a page: its screen first, so that tabs and history tell screens apart (SHELL-65, DEC-104). Null while no screen is shown. */
export const titleOf = (firmName: string, heading: string | null): string => [heading, titleLabel, firmName].filter(Boolean).join(' - ')

/** The words of the screen's own heading; null while none is shown. */
export const headingShown = createEvent<string | null>()
const $heading = createStore<string | null>(null).on(headingShown, (_, heading) => heading)

export const setTitleFx = createEffect((title: string) => {
  document.title = title
})

// Only what changes is written: until then the title that the page came with is right, and nobody hears it twice.
const $title = combine($config, $heading, (config, heading) => (config === null ? null : titleOf(config.firmName, heading)))
sample({ clock: $title, filter: Boolean, target: setTitleFx })
