import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { AddExtrasView } from './view.tsx'

/** The screen `add-extras`: whether to look at extras at all (OFFERS-09 to OFFERS-11). */
export const addExtrasStep: Step = { name: 'add-extras', View: AddExtrasView, opened, closed }
