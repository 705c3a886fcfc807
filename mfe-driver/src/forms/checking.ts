import type { StepVisit } from '@checkin/remote'
import { combine, createEvent, createStore } from 'effector'
import { $subject } from '../subject.ts'
import { driverForms } from './driver-forms.ts'
import { $facts } from './facts.ts'

/** The first screen is shown; its query says which view of it is asked for. */
export const firstScreenOpened = createEvent<StepVisit>()
/** Another screen of the driver's is shown. */
export const otherScreenOpened = createEvent()

const $isAsked = createStore(false)
  .on(firstScreenOpened, (_, { query }) => query['view'] === 'check')
  .on(otherScreenOpened, () => false)

/**
 * Whether the view of the first screen shows on which everything is checked (DEC-176). An address that was typed does not lead past the
 * lookup: without a driver that was found or made, and where the tenant has no such view, it is the screen's usual one.
 */
export const $isChecking = combine(
  { isAsked: $isAsked, facts: $facts, subject: $subject, main: driverForms.main.verify.$values, additional: driverForms.additional.verify.$values },
  ({ isAsked, facts, subject, ...verified }) => isAsked && facts.isScanFirst && verified[subject].driverId !== '',
)
