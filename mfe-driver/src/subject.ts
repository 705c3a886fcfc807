import { $flow } from '@checkin/flow'

/** Whose data the screens ask for: the two are never in one form, so that neither can overwrite the other (SHELL-04, DEC-13). */
export type Subject = 'main' | 'additional'
export const subjects = ['main', 'additional'] as const

/** Who it is now; the shell alone decides by the flow. */
export const $subject = $flow.map((flow): Subject => (flow === 'additionalDriver' ? 'additional' : 'main'))

/** Something of each kind of driver's own. */
export type PerSubject<Of> = Readonly<Record<Subject, Of>>

/** Makes the same model twice, once per driver. */
export const perSubject = <Of>(make: (subject: Subject) => Of): PerSubject<Of> => ({ main: make('main'), additional: make('additional') })

/** A token of the browser's autocomplete: an additional driver's data are a section of their own, so that the renter's are not proposed for them. */
export const autoCompleteFor = (subject: Subject, token: string): string => (subject === 'main' ? token : `section-adddriver ${token}`)
