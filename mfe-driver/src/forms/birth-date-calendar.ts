import type { StepVisit } from '@checkin/remote'
import { createEvent, createStore } from 'effector'

/** A screen with a birth date was shown. */
export const birthDateShown = createEvent<StepVisit>()

/** Years of age that an empty birth calendar opens on: the setting `usualAge`. Null where a host says none, and the calendar chooses. */
export const $usualAge = createStore<number | null>(null).on(birthDateShown, (_, { settings }) => (typeof settings?.['usualAge'] === 'number' ? settings['usualAge'] : null))
