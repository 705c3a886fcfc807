import { digits, formSchema, type FormSchema } from '@checkin/forms'

/** Digits of the mailed code; it is a text, so that a leading zero is never lost (CONST-04, DEC-08). */
export const codeLength = 6

/** Seconds before another code may be asked for (CONST-03). */
export const resendWait = 60

/** The code is needed, and whole (VERIF-16). */
export const codeRules = (): FormSchema => formSchema({ code: digits({ required: true, min: codeLength, max: codeLength, kind: 'MinRequired' }) })
