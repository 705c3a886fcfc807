import { createEvent, createStore } from 'effector'
import type { StepVisit } from '@checkin/remote'

export const opened = createEvent<StepVisit>()
export const closed = createEvent()

/** Names of the visits in the order in which they were opened. */
export const $openings = createStore<readonly string[]>([]).on(opened, (all, visit) => [...all, visit.query['visit'] ?? visit.name])
