import { checked, isEmptyDate, isPlainDate, type FieldSchema } from '@checkin/forms'
import { ageProblem, type AgeWindow } from './age-window.ts'

/** The rule of a birth date on every screen that asks for it (DRIVER-05, DRIVER-06, DRIVER-30); without a window any date will do. */
export const birthDateRule = (required: boolean, window: AgeWindow | null): FieldSchema =>
  checked((typed) => {
    if (isEmptyDate(typed)) return required ? 'Required' : null
    if (!isPlainDate(typed)) return 'Valid'
    return window && ageProblem(typed, window)
  })
